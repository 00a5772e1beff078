/** Random journals for property tests: three agents short of cash, three markets, prices that meet. */
import fc from "fast-check";
import type { Command, OrderRequest } from "./commands.ts";
import { Venue, type VenueOptions } from "./venue.ts";

const AGENTS = ["ann", "bob", "cem"];
const MARKETS = ["binary", "perp", "parlay"];
/** Small enough that margin, caps and losses past all cash come into play. */
const CASH_CENTS = 20_000;
/** Prices near each other, so that orders meet. */
const PRICES: Record<string, readonly number[]> = {
  binary: [1, 30, 45, 50, 55, 70, 99, 100],
  parlay: [1, 30, 45, 50, 55, 70, 99],
  perp: [
    100_000, 3_000_000, 6_400_000, 6_500_000, 6_600_000, 9_000_000, 50_000_000, 6_500_050,
    6_500_100,
  ],
};

const MODES = ["CROSS", "ISOLATED"] as const;
const agentId = fc.constantFrom(...AGENTS);
const marketId = fc.constantFrom(...MARKETS);
/** Mostly absent. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const request = marketId.chain((market) =>
  fc.record({
    marketId: fc.constant(market),
    side: fc.constantFrom("BUY" as const, "SELL" as const),
    type: fc.constantFrom("LIMIT" as const, "LIMIT" as const, "LIMIT" as const, "MARKET" as const),
    tif: seldom(fc.constantFrom("IOC" as const, "FOK" as const, "POST_ONLY" as const)),
    price: fc.constantFrom(...PRICES[market]!),
    qty: fc.integer({ min: 1, max: market === "perp" ? 30 : 120 }),
    clientOrderId: seldom(fc.constantFrom(..."abcdefghijkl")),
    reduceOnly: seldom(fc.constant(true)),
    leverage: market === "perp" ? seldom(fc.integer({ min: 1, max: 21 })) : fc.constant(undefined),
    marginMode: market === "perp" ? seldom(fc.constantFrom(...MODES)) : fc.constant(undefined),
    confirmFatFinger: fc.constant(true),
  }),
);

/** A command still to be bound to orders that are open when its turn comes. */
export type Step =
  | { do: "place"; agentId: string; request: Loose<OrderRequest> }
  | { do: "cancel" | "amend"; agentId: string; order: number; price: number; qty: number }
  | { do: "cancel-all"; agentId: string; marketId: string | undefined }
  | { do: "ladder"; agentId: string; marketId: string; requests: Loose<OrderRequest>[] }
  | { do: "mark"; price: number }
  | { do: "settle"; marketId: string; as: "EXPIRED" | "YES" | "NO" | "VOID" }
  | { do: "freeze"; frozen: boolean };
type Loose<T> = { [K in keyof T]: T[K] | undefined };

const price = marketId.chain((market) => fc.constantFrom(...PRICES[market]!));
const place = fc.record({ do: fc.constant("place" as const), agentId, request });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 120, arbitrary: place },
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "amend" as const, "amend" as const),
      agentId,
      order: fc.nat({ max: 9 }),
      price,
      qty: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cancel-all" as const),
      agentId,
      marketId: seldom(marketId),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ladder" as const),
      agentId,
      marketId,
      requests: fc.array(request, { maxLength: 4 }),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant("mark" as const), price }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      marketId,
      as: fc.constantFrom("EXPIRED" as const, "YES" as const, "NO" as const, "VOID" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("freeze" as const),
      frozen: fc.constantFrom(true, false, false, false, false, false),
    }),
  },
);

/** The command of a step; absent fields are really absent, as they are on the wire. */
export function commandOf(venue: Venue, step: Step, n: number): Command {
  switch (step.do) {
    case "place":
      return {
        type: "place",
        agentId: step.agentId,
        orderId: `o${n}`,
        request: whole(step.request),
      };
    case "cancel":
      return { type: "cancel", agentId: step.agentId, orderId: openOrder(venue, step) };
    case "amend": {
      const { agentId, price, qty } = step;
      return { type: "amend", agentId, orderId: openOrder(venue, step), price, qty };
    }
    case "cancel-all":
      return whole({ type: "cancel-all", agentId: step.agentId, marketId: step.marketId });
    case "ladder": {
      const { agentId, marketId, requests } = step;
      const orders = requests.map((one, i) => ({ orderId: `o${n}.${i}`, request: whole(one) }));
      return { type: "replace-ladder", agentId, marketId, orders } as Command;
    }
    case "mark":
      return { type: "update-market", marketId: "perp", markPrice: step.price };
    case "settle":
      return step.as === "YES" || step.as === "NO"
        ? {
            type: "update-market",
            marketId: step.marketId,
            status: "RESOLVED",
            resolution: step.as,
          }
        : { type: "update-market", marketId: step.marketId, status: step.as };
    case "freeze":
      return { type: "freeze", frozen: step.frozen };
  }
}

/** One of the agent's open orders, if it has any. */
function openOrder(venue: Venue, { agentId, order }: { agentId: string; order: number }): string {
  const open = venue.openOrders(agentId);
  return open.length === 0 ? "none" : open[order % open.length]!.orderId;
}

function whole<T extends object>(loose: T): never {
  return Object.fromEntries(
    Object.entries(loose).filter(([, value]) => value !== undefined),
  ) as never;
}

/** The venue that journals are for. */
export function openVenue(options: VenueOptions = {}): Venue {
  const venue = new Venue(options);
  for (const name of AGENTS) {
    const ids = { agentId: name, accountId: `${name}-1`, publicId: name, owner: name, name };
    venue.apply({ type: "open-agent", ...ids, cashCents: CASH_CENTS }, 0);
  }
  venue.apply({ type: "create-market", marketId: "binary", kind: "BTC_BINARY" }, 0);
  const perp = { marketId: "perp", kind: "BTC_PERP", maintenanceMarginBps: 250 } as const;
  venue.apply({ type: "create-market", ...perp }, 0);
  const legs = ["binary"];
  venue.apply({ type: "create-market", marketId: "parlay", kind: "BTC_PARLAY", legs }, 0);
  return venue;
}

/** A journal still to be bound. */
export const JOURNAL = fc.array(steps, { minLength: 1, maxLength: 150, size: "max" });
