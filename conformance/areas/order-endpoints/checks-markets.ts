/** Orders in two markets: what narrows a listing or a cancel to one. Spec: Orders. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { rowsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { listOf, member } from "../../../scenarios/deployment/reading/reading.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { isUuid, UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check, Watch } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { allOf, anyOf, show, that } from "../../check/expectation.ts";
import { contains, http, lacks } from "../../expect/answers.ts";
import { type BothMarkets, inBothMarkets, roomFor } from "./arrange.ts";
import { cancelAnswered } from "./checks-cancel.ts";

/** All of these and none of those. */
const just = (these: readonly string[], those: readonly string[]) =>
  allOf(...these.map(contains), lacks(...those));

/** What names no market: an id that nothing has, and a text that is no id. */
const NO_MARKETS = [UNKNOWN_UUID, "no-market"];

const narrowed: Check = {
  title: "both listings give with market_id that market's orders in any status, none of another's",
  proves: ["OAPI-LIST-05", "OAPI-OPEN-04"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market } = t;
    const { here, there } = await inBothMarkets(t);
    const query = { market_id: market.id };
    const demand = just(here, there);
    const [first = ""] = here;
    roomFor(first, await t.reading(() => agent.orders(query), demand));
    await t.eventually("OAPI-LIST-05", () => agent.orders(query), demand);
    await t.eventually("OAPI-OPEN-04", () => agent.get("/orders/open", query), demand);
    const nothing = anyOf(lacks(...here, ...there), http(...statusesOf("D-097")));
    for (const [rule, path] of LISTS) {
      for (const market_id of NO_MARKETS) {
        t.expect(rule, await agent.get(path, { market_id }), nothing);
      }
    }
    for (const list of LISTS) await judgeFullPages(t, list, { here, there });
    await judgeStates(t, { here, there });
  },
};

/** The markets that rows of an answer name, where it is the list of another one's orders alone. */
function marketsIn({ request, response }: Exchange, path: string): string[] {
  const { method, query } = request;
  if (method !== "GET" || routeOf(request.path) !== path || response?.status !== 200) return [];
  if (!isUuid(query["market_id"])) return [];
  const named = (listOf(response.body) ?? []).map((row) => member(row, "marketid"));
  // What else a venue calls so is not shown.
  return named.filter(isUuid).map((id) => id.toLowerCase());
}

/** Whatever its orders have come to, and whatever its agent has elsewhere. */
const ofItsMarket = ([rule, path]: (typeof LISTS)[number]): Watch => {
  const areOfIt = (exchange: Exchange) => {
    const asked = String(exchange.request.query["market_id"]).toLowerCase();
    return marketsIn(exchange, path).every((id) => id === asked);
  };
  return {
    title: `every list at ${path} that names a market has rows of that market alone`,
    proves: [rule],
    needs: ["agent", "market"],
    selects: (exchange) => marketsIn(exchange, path).length > 0,
    expects: that("rows of the market that was asked for", areOfIt, (exchange) =>
      show([...new Set(marketsIn(exchange, path))]),
    ),
    async body({ agent, market }) {
      await agent.rests(market.resting());
      await agent.get(path, { market_id: market.id });
    },
  };
};

const LISTS = [
  ["OAPI-LIST-05", "/orders"],
  ["OAPI-OPEN-04", "/orders/open"],
] as const;

/** Judges that a page with room for a market's orders has all of them, whatever is newer elsewhere. */
async function judgeFullPages(
  t: CheckContext,
  [rule, path]: (typeof LISTS)[number],
  { here, there }: BothMarkets,
): Promise<void> {
  for (const [id, own, others] of [
    [t.market.id, here, there],
    [t.secondMarket.id, there, here],
  ] as const) {
    const page = (limit: Record<string, string> = {}) =>
      t.agent.get(path, { market_id: id, ...limit });
    const all = await t.reading(() => page(), just(own, others));
    const count = Math.max(own.length, rowsOf(all.response?.body)?.length ?? 0);
    roomFor(own[0] ?? "", all);
    await t.eventually(rule, () => page({ limit: String(count) }), just(own, others));
  }
}

/** Judges a market's orders by status, one of them cancelled in either market. */
async function judgeStates(t: CheckContext, { here, there }: BothMarkets): Promise<void> {
  const { agent, market } = t;
  const [ended = "", open = ""] = here;
  for (const id of [ended, there[0] ?? ""]) await agent.cancel(id);
  for (const [status, id] of Object.entries({ CANCELLED: ended, NEW: open })) {
    const others = [...here, ...there].filter((one) => one !== id);
    const read = () => agent.orders({ market_id: market.id, status });
    roomFor(id, await t.reading(read, contains(id)));
    await t.eventually("OAPI-LIST-05", read, just([id], others));
  }
}

const inPartElsewhere: Check = {
  title: "what is filled in part in another market is in neither listing by market_id",
  proves: ["OAPI-LIST-05", "OAPI-OPEN-04"],
  needs: ["two-owners", "two-markets", "quiet"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, other, market, secondMarket, side } = t;
    const [price = 0] = await secondMarket.inside();
    const { orderId: there } = await agent.rests(secondMarket.limit(side, price, { qty: 3 }));
    await other.takes(secondMarket.limit(opposite(side), price));
    const { orderId: here } = await agent.rests(market.resting());
    const demand = just([here], [there]);
    for (const [rule, path] of LISTS) {
      const read = () => agent.get(path, { market_id: market.id });
      roomFor(here, await t.reading(read, contains(here)));
      await t.eventually(rule, read, demand);
    }
  },
};

const oneMarket: Check = {
  title: "DELETE /orders with market_id takes that market's orders of both sides alone",
  proves: ["OAPI-ALL-02"],
  needs: ["agent", "two-markets"],
  async body(t) {
    const { agent, market } = t;
    const { here, there } = await inBothMarkets(t);
    t.expect("OAPI-ALL-02", await agent.cancelAll(market.id), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-02", () => agent.openOrders(), just(there, here));
  },
};

/** Resting in one market: more than a page that a loop over orders is likely to read. */
const MANY = 51;

const oneMarketOfMany: Check = {
  title: "DELETE /orders with market_id takes all of 51 orders of that market alone",
  proves: ["OAPI-ALL-02"],
  needs: ["agent", "two-markets", "many-orders", "operator"],
  over: {},
  async body(t) {
    const { agent, market, secondMarket, side } = t;
    const there = await agent.rests(secondMarket.resting(side));
    const resting = Array.from({ length: MANY }, () =>
      agent.rests(market.resting(side, { qty: 1 })),
    );
    const here = (await Promise.all(resting)).map(({ orderId }) => orderId);
    t.expect("OAPI-ALL-02", await agent.cancelAll(market.id), cancelAnswered);
    await t.settle();
    await t.eventually("OAPI-ALL-02", () => agent.openOrders(), just([there.orderId], here));
  },
};

const legAlone: Check = {
  title: "DELETE /orders with the market_id of a leg leaves what rests on its parlay open",
  proves: ["OAPI-ALL-02"],
  needs: ["agent", "binary", "two-markets", "operator"],
  over: { kind: ["BTC_BINARY"], prefix: PREFIXES },
  once: true,
  async body(t) {
    const { agent, market, secondMarket, control } = t;
    const legs = [market.id, secondMarket.id];
    const market_id = await control.createMarket({ kind: "BTC_PARLAY", legs });
    const there = await agent.rests({ ...market.resting(), market_id });
    const here = await agent.rests(market.resting());
    t.expect("OAPI-ALL-02", await agent.cancelAll(market.id), cancelAnswered);
    await t.settle();
    const demand = just([there.orderId], [here.orderId]);
    await t.eventually("OAPI-ALL-02", () => agent.openOrders(), demand);
  },
};

const nothingOpen: Check = {
  title: "DELETE /orders with nothing open answers 200",
  proves: ["OAPI-ALL-04"],
  needs: ["agent"],
  each: true,
  async body(t) {
    await t.agent.cancelAll();
    t.expect("OAPI-ALL-04", await t.agent.cancelAll(), cancelAnswered);
  },
};

const unknownMarket: Check = {
  title: "DELETE /orders with a market_id that nothing has, or that is no id, cancels nothing",
  proves: ["OAPI-ALL-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting());
    await t.reading(() => agent.openOrders(), contains(orderId));
    const answered = anyOf(cancelAnswered, http(...statusesOf("D-097")));
    for (const id of NO_MARKETS) t.expect("OAPI-ALL-05", await agent.cancelAll(id), answered);
    await t.settle();
    t.expect("OAPI-ALL-05", await agent.openOrders(), contains(orderId));
  },
};

/** Checks of what a market_id narrows. */
export const ofMarkets: readonly (Check | Watch)[] = [
  narrowed,
  inPartElsewhere,
  ...LISTS.map(ofItsMarket),
  oneMarket,
  oneMarketOfMany,
  legAlone,
  nothingOpen,
  unknownMarket,
];
