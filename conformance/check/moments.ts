/** What the agents of a check may have done before, or hold, in its market or in another. */

import { oddOf } from "../../scenarios/decisions/forms.ts";
import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { MarketKind, Side } from "../../scenarios/deployment/vocabulary.ts";
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "./agent-client.ts";
import { amend } from "./changed-orders.ts";
import { type CheckContext, opposite } from "./check-context.ts";
import { endedAs } from "./end-market.ts";

/** Something that is over, or goes on. */
export interface Moment {
  /** What a failure that it takes is told to be, such as "after a cancel". */
  readonly says: string;
  /** What it takes beside an agent. */
  readonly takes: Pick<
    Wish,
    "market" | "other" | "sibling" | "human" | "secondMarket" | "endingMarket"
  >;
  /** Whose orders rest from then on in the market of the check: of its side, if they are its owner's. */
  readonly rests?: "owner" | "other";
  /** What of several like it one alone can be: the end of a market, what is held in one. */
  readonly excludes?: "end" | "position" | "position elsewhere";
  /** Of which kinds its market may be; of any where absent. */
  readonly kinds?: readonly MarketKind[];
  /** What its agent holds then in the market of the check, its other agent the opposite. Units: contracts. */
  readonly holds?: 1 | -1;
  /** Errors: as the clients, where the venue does not do it. */
  goThrough(t: CheckContext): Promise<void>;
}

const HERE = { market: true } as const;
const OF_TWO = { market: true, other: true } as const;
const ELSEWHERE = { market: true, secondMarket: true } as const;
const OF_TWO_ELSEWHERE = { ...OF_TWO, ...ELSEWHERE };
const OF_TWO_AT_AN_END = { ...OF_TWO, endingMarket: true } as const;
const OF_SIBLINGS = { market: true, sibling: true } as const;

/** Where a position may bind margin mode or leverage of the orders beside it (D-079). */
const UNLEVERED = ["BTC_BINARY", "BTC_PARLAY"] as const;

/** All of them. */
export const MOMENTS: readonly Moment[] = [
  {
    says: "after a cancel",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      const { orderId } = await agent.rests(market.resting(side));
      await agent.cancels(orderId);
    },
  },
  {
    says: "after a cancel of all",
    takes: HERE,
    async goThrough({ agent, market }) {
      await agent.rests(market.resting("BUY"));
      await agent.rests(market.resting("SELL"));
      await agent.cancelAll(market.id);
    },
  },
  {
    says: "after an amendment",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      await restsAmended(agent, market, side);
      await agent.cancelAll(market.id);
    },
  },
  {
    says: "after an order that was cut off",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      await agent.place(market.resting(side, { tif: "IOC" }));
    },
  },
  {
    says: "after an order that was declined",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      await agent.provoke(market.resting(side, { tif: "FOK" }));
    },
  },
  {
    says: "after an order that was sent again",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      const order = market.resting(side);
      const { orderId } = await agent.rests(order);
      await agent.place(order);
      await agent.cancels(orderId);
    },
  },
  {
    says: "after requests that were refused",
    takes: HERE,
    async goThrough({ agent, market, side }) {
      await agent.place(market.resting(side, { qty: "two" }));
      await agent.cancel(UNKNOWN_UUID);
    },
  },
  {
    says: "after lists were read in part and whole",
    takes: HERE,
    // Or as far as they are launched, and the feed is there.
    async goThrough({ agent, market }) {
      for (const [path, size] of sizedLists(market.id)) {
        for (const query of [{ [size]: "1" }, {}])
          await agent.get(path, query, { tolerates: oddOf("D-115") });
      }
    },
  },
  {
    says: "while an order rests elsewhere",
    takes: ELSEWHERE,
    async goThrough({ agent, secondMarket, side }) {
      await agent.rests(secondMarket.resting(side));
    },
  },
  {
    says: "while an amended order rests elsewhere",
    takes: ELSEWHERE,
    goThrough: ({ agent, secondMarket, side }) => restsAmended(agent, secondMarket, side),
  },
  {
    says: "while a part of an order rests elsewhere",
    takes: OF_TWO_ELSEWHERE,
    async goThrough({ agent, other, secondMarket, side }) {
      const [price = 0] = await secondMarket.inside();
      await agent.rests(secondMarket.limit(side, price, { qty: 3, tif: "POST_ONLY" }));
      await other.takes(secondMarket.limit(opposite(side), price));
    },
  },
  {
    says: "after a key of its was revoked",
    takes: { human: true },
    async goThrough({ human }) {
      const { keyId } = await human.newKey();
      await human.revoke(keyId);
    },
  },
  {
    says: "while a ticket of its is unused",
    takes: {},
    async goThrough({ agent }) {
      await agent.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
    },
  },
  {
    says: "after a fill and a sweep",
    takes: OF_TWO,
    async goThrough(t) {
      const { agent, other, market } = t;
      await t.trade({ buyer: agent, seller: other });
      // Lower than it bought for.
      const [price = 0] = await market.inside(3);
      await other.rests(market.limit("BUY", price));
      await agent.takes(market.sweep("SELL", { qty: 1 }));
    },
  },
  {
    says: "after the cancel of what a fill has left",
    takes: OF_TWO,
    async goThrough(t) {
      const { agent, other, market, side } = t;
      const [price = 0] = await market.inside();
      const { orderId } = await agent.rests(market.limit(side, price, { qty: 3 }));
      await other.takes(market.limit(opposite(side), price));
      await agent.cancels(orderId);
      const [buyer, seller] = side === "BUY" ? [other, agent] : [agent, other];
      await t.trade({ buyer, seller });
    },
  },
  {
    says: "while a part of its order rests in it",
    takes: OF_TWO,
    kinds: UNLEVERED,
    rests: "owner",
    async goThrough(t) {
      const { agent, other, market, side } = t;
      await agent.rests(market.resting(side, { qty: 3 }));
      await other.takes(market.limit(opposite(side), market.far(side)));
      await t.trade(
        side === "BUY" ? { buyer: other, seller: agent } : { buyer: agent, seller: other },
      );
    },
  },
  {
    says: "while two orders of its own rest in it",
    takes: HERE,
    kinds: UNLEVERED,
    rests: "owner",
    goThrough: ({ agent, market, side }) => restsTwice(agent, market, side),
  },
  {
    says: "while two orders of a sibling rest in it",
    takes: OF_SIBLINGS,
    rests: "owner",
    goThrough: ({ sibling, market, side }) => restsTwice(sibling, market, side),
  },
  {
    says: "while an order of another agent rests in it",
    takes: OF_TWO,
    rests: "other",
    async goThrough({ other, market, side }) {
      await other.rests(market.resting(side));
    },
  },
  {
    says: "while it is long",
    takes: OF_TWO,
    kinds: UNLEVERED,
    excludes: "position",
    holds: 1,
    goThrough: (t) => t.trade({ buyer: t.agent, seller: t.other }),
  },
  {
    says: "while it is short",
    takes: OF_TWO,
    kinds: UNLEVERED,
    excludes: "position",
    holds: -1,
    goThrough: (t) => t.trade({ buyer: t.other, seller: t.agent }),
  },
  {
    says: "while it is long elsewhere",
    takes: OF_TWO_ELSEWHERE,
    excludes: "position elsewhere",
    goThrough: (t) => t.trade({ ...elsewhere(t), buyer: t.agent, seller: t.other }),
  },
  {
    says: "while it is short elsewhere",
    takes: OF_TWO_ELSEWHERE,
    excludes: "position elsewhere",
    goThrough: (t) => t.trade({ ...elsewhere(t), buyer: t.other, seller: t.agent }),
  },
  {
    says: "after a market ended in which it held something",
    takes: OF_TWO_AT_AN_END,
    excludes: "end",
    goThrough: (t) => holdsToTheEnd(t, "RESOLVED"),
  },
  {
    says: "while a market has expired in which it holds something",
    takes: OF_TWO_AT_AN_END,
    excludes: "end",
    goThrough: (t) => holdsToTheEnd(t, "EXPIRED"),
  },
];

/** Whether it is in another market than that of the check. */
export const isElsewhere = ({ takes }: Moment): boolean =>
  Boolean(takes.secondMarket || takes.endingMarket);

/** More than a part of an order there may have taken to the other side. */
const elsewhere = ({ secondMarket: market }: CheckContext) => ({ market, qty: 2 });

/** Of the side that the check is about: who would trade with himself may be declined for that (D-027). */
async function restsTwice(agent: AgentClient, market: TradableMarket, side: Side): Promise<void> {
  for (let count = 0; count < 2; count += 1) await agent.rests(market.resting(side));
}

/** Lists of a market, and of everybody, with the parameter that is their size. */
function sizedLists(id: string): [path: string, size: string][] {
  const sized = ["trades", "candles", "mid-history"].map((one) => `/markets/${id}/${one}`);
  const paths = ["/markets", ...sized, "/orders", "/orders/open", "/feed/btc-spot/candles"];
  return [
    ...paths.map((path): [string, string] => [path, "limit"]),
    [`/markets/${id}/book`, "depth"],
    ["/feed/btc-spot/history", "seconds"],
  ];
}

async function holdsToTheEnd(t: CheckContext, status: "EXPIRED" | "RESOLVED"): Promise<void> {
  const { agent, other, endingMarket: market } = t;
  await t.trade({ buyer: agent, seller: other, market });
  await t.control.setMarket(market.id, endedAs(status));
}

/** Where amendments are not served it rests as it was. */
async function restsAmended(agent: AgentClient, market: TradableMarket, side: Side): Promise<void> {
  const { orderId } = await agent.rests(market.resting(side, { qty: 2 }));
  await amend(agent, orderId, { qty: 1 });
}
