/** Fields of an order: missing, of a hopeless type, outside a closed set; client_order_id. */

import { createHash } from "node:crypto";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, that } from "../../check/expectation.ts";
import { lacks } from "../../expect/answers.ts";
import { accepted, anyRefusal, badRequest, declined, envelope } from "../../expect/placed.ts";
import { FLAGS } from "../../spec/order-members.ts";
import { inTurn, noMoreOpenThan, openCount, type Rejection, rejection } from "../rejection.ts";
import { leniency } from "./checks-leniency.ts";
import { types } from "./checks-types.ts";
import { ENDS_OF_IDS } from "./ranges.ts";

/** Without its price a sweep; as little as it is refused, it takes nobody's liquidity. */
function asMarketOrder({ price: _, ...order }: OrderBody): OrderBody {
  return { ...order, type: "MARKET", reduce_only: true };
}

/** An order without this member, in limit and market orders, or with null there. */
function without(member: string): Rejection["breaks"] {
  return [
    (order) => ({ ...order, [member]: undefined }),
    (order) => ({ ...order, [member]: null }),
    (order) => ({ ...asMarketOrder(order), [member]: undefined }),
  ];
}

/** A malformed order and how it is refused. */
function malformed(
  rule: string,
  title: string,
  spec: Pick<Rejection, "breaks"> & Partial<Rejection>,
): Check {
  return rejection({
    rule,
    title,
    needs: ["agent", "market"],
    as: badRequest,
    once: true,
    ...spec,
  });
}

/** Orders that lack a required field. */
const missing: readonly Check[] = [
  malformed("ORD-FIELD-01", "an order without market_id is refused", {
    breaks: without("market_id"),
  }),
  malformed("ORD-FIELD-03", "an order without side is refused", {
    breaks: without("side"),
  }),
  malformed("ORD-FIELD-05", "an order without type is refused", {
    breaks: [undefined, null].map((type) => (order) => ({ ...order, type })),
  }),
  malformed("ORD-FIELD-07", "an order without qty is refused", {
    breaks: without("qty"),
  }),
  malformed("ORD-FIELD-10", "a LIMIT order without price is refused", {
    breaks: [
      ...[undefined, null].map((price) => (order: OrderBody) => ({ ...order, price })),
      (order) => ({ ...order, price: undefined, tif: "IOC" }),
    ],
  }),
];

/** Words no venue extends its sets by. */
const outsideTheSet: readonly Check[] = [
  malformed("ORD-FIELD-04", "a side other than BUY or SELL is refused", {
    breaks: ["SIDEWAYS", ""].flatMap((side) => [
      (order) => ({ ...order, side }),
      (order) => ({ ...asMarketOrder(order), side }),
    ]),
  }),
  malformed("ORD-FIELD-06", "a type other than LIMIT or MARKET is refused", {
    breaks: ["GUESS", ""].map((type) => (order) => ({ ...order, type })),
  }),
  malformed("ORD-FIELD-09", "a tif outside its four values is refused", {
    breaks: ["SOMEDAY", "DAY", 1].map((tif) => (order) => ({ ...order, tif })),
  }),
];

/** A number of twelve digits that stands for a text as it is, exact in a double. */
function digitsOf(text: string): number {
  const hash = createHash("sha256").update(text).digest("hex");
  return 10 ** 11 + (Number.parseInt(hash.slice(0, 12), 16) % (9 * 10 ** 11));
}

/** Types that no lenient parser takes for the right one (D-010). */
const hopelessTypes: readonly Check[] = [
  malformed("ORD-FIELD-02", "a market_id that is not a UUID is refused", {
    breaks: [
      (order) => ({ ...order, market_id: "not-a-market" }),
      // Cut short, or with more behind it, it is another market's or nobody's.
      (order) => ({ ...order, market_id: String(order["market_id"]).slice(0, -1) }),
      (order) => ({ ...order, market_id: `${order["market_id"]}0` }),
    ],
    as: anyOf(badRequest, declined("UNKNOWN_MARKET"), envelope(404, "UNKNOWN_MARKET")),
  }),
  malformed("ORD-FIELD-08", "a qty of a hopeless type is refused", {
    breaks: [{}, [1], "abc", 1.5].map((qty) => (order) => ({ ...order, qty })),
  }),
  malformed("ORD-FIELD-11", "a price of a hopeless type is refused", {
    breaks: [
      (order) => ({ ...order, price: {} }),
      (order) => ({ ...order, price: "abc" }),
      // A cut to an integer would leave a good price.
      (order) => ({ ...order, price: Number(order["price"]) + 0.5 }),
    ],
  }),
  malformed("ORD-FIELD-12", "a price of 0.55 on a cents binary is never taken as 55", {
    breaks: (order) => ({ ...order, price: 0.55 }),
    as: anyRefusal,
  }),
  malformed("ORD-FIELD-34", "a client_order_id that is a number is refused", {
    // Of an id of this run, so that it is no other order's.
    breaks: (order) => ({ ...order, client_order_id: digitsOf(String(order["client_order_id"])) }),
  }),
  malformed("ORD-FIELD-29", "a flag that is an object or a text is refused, the text true too", {
    breaks: FLAGS.flatMap((flag) =>
      [{ value: true }, "perhaps", "true", "false"].map((value) => (order) => {
        return { ...order, [flag]: value };
      }),
    ),
  }),
];

const idCharacters: Check = {
  title:
    "a client_order_id of every allowed kind of character is accepted, with any of them at its ends",
  proves: ["ORD-FIELD-16"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market, cell } = t;
    await agent.rests(market.resting());
    const [first, last] = ENDS_OF_IDS[cell.value ?? ""]!;
    for (const [begin, end] of [
      ["a", "9"],
      [first, last],
    ]) {
      const client_order_id = `${begin}Z_:.-${t.run.freshId().slice(-24)}${end}`;
      const placed = await agent.place({ ...market.resting(), client_order_id });
      t.expect("ORD-FIELD-16", placed, accepted);
    }
  },
};

/** Neighbours of what is allowed, in groups of four that lie apart: a range lets all of one in. */
const OTHERS = [" @^~", "/[`|", ";\\{é", ",]+#"];

const within = (character: string) => (id: string) => id.slice(0, 1) + character + id.slice(1);

const otherCharacters = rejection({
  rule: "ORD-FIELD-17",
  once: true,
  title: "a client_order_id with another character is refused",
  needs: ["agent", "market"],
  breaks: [
    ...OTHERS.map((group) => inTurn([...group].map(within).map(spoiling))),
    ...[(id: string) => `${id} `, (id: string) => `é${id}`].map(spoiling),
  ],
  as: anyRefusal,
});

function spoiling(spoilt: (id: string) => string): (order: OrderBody) => OrderBody {
  return (order) => {
    const client_order_id = spoilt(String(order["client_order_id"]).slice(0, 31));
    return { ...order, client_order_id };
  };
}

const withoutId: Check = {
  title: "two equal orders without client_order_id are two orders",
  proves: ["ORD-FIELD-18"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const { client_order_id: _, ...order } = market.resting();
    const first = await agent.rests(order);
    const second = await agent.place(first.sent);
    t.expect("ORD-FIELD-18", second, accepted);
    t.expect("ORD-FIELD-18", second, anotherOrderThan(first));
  },
};

function anotherOrderThan(first: PlaceResponse) {
  return that<PlaceResponse>(
    "an order_id of its own",
    ({ orderId }) => orderId !== null && orderId !== first.orderId,
    ({ orderId }) => (orderId === null ? "no order_id" : "the order_id of the first order"),
  );
}

const LENGTHS = [36, 64, 128] as const;

const idLengths: Check = {
  title: "long and empty client_order_ids",
  proves: ["ORD-FIELD-19"],
  needs: ["agent", "market"],
  async body(t) {
    const fates: Record<string, string> = {};
    for (const length of LENGTHS) {
      const id = t.run.freshId().padEnd(length, ".");
      fates[`${length} characters`] = await fateOf(t, id);
    }
    t.observe("ORD-FIELD-19", { ...fates, empty: await fateOf(t, "") });
  },
};

async function fateOf({ agent, market }: CheckContext, id: string): Promise<string> {
  const placed = await agent.placeOnce(market.resting("BUY", { client_order_id: id }));
  return placed.fate;
}

const refusedBody: Check = {
  title: "a body that fails validation leaves no order behind its client_order_id",
  proves: ["ORD-FIELD-25"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const order = market.resting();
    const before = openCount(await agent.openOrders());
    await malformedFirst(t, { ...order, qty: "abc" });
    await t.settle();
    const open = await agent.openOrders();
    t.expect("ORD-FIELD-25", open, lacks(String(order["client_order_id"])));
    t.expect("ORD-FIELD-25", open, noMoreOpenThan(before));
  },
};

async function malformedFirst(
  { agent }: CheckContext,
  order: Record<string, unknown>,
): Promise<void> {
  const placed = await agent.provoke(order);
  if (placed.fate === "accepted") {
    throw new StandsOn("ORD-FIELD-08", "an order whose qty is not a number was accepted");
  }
}

/** Whatever becomes of its orders: what is malformed is not asked for its market. */
const whereMarketsEnded = malformed(
  "ORD-FIELD-35",
  "an order without side or qty, or with a hopeless one, is malformed in an ended market too",
  {
    needs: ["agent", "market", "closed-market"],
    breaks: [{ side: undefined }, { qty: undefined }, { type: "GUESS" }, { qty: "abc" }].map(
      (wrong) => (_, t) => ({ ...t.closedMarket(t.cell.status).resting(t.side), ...wrong }),
    ),
  },
);

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ...missing,
  ...outsideTheSet,
  ...hopelessTypes,
  whereMarketsEnded,
  idCharacters,
  otherCharacters,
  withoutId,
  idLengths,
  refusedBody,
  ...types,
  ...leniency,
];
