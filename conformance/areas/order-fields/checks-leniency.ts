/** What may be left out of an order, and how lenient a venue's parser is. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient, How } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { http, lacks } from "../../expect/answers.ts";
import { placedThat, resting } from "../../expect/placed.ts";
import { withoutTif } from "./checks-without-tif.ts";

const malformed = http(...statusesOf("D-002"));
const bodiless = http(...statusesOf("D-013"));

const marketWithoutPrice: Check = {
  title: "a MARKET order without price is a valid shape",
  proves: ["ORD-FIELD-14"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    // Of a flat agent it takes nothing; in another way than the kind's own rules would.
    const placed = await agent.provoke(market.sweep(t.side, { reduce_only: true }));
    t.expect("ORD-FIELD-14", placed, judgedByTheEngine);
  },
};

/** What the engine may find wrong with a well-shaped MARKET order; in which form is another rule. */
const ENGINE_REASONS = [
  "MARKET_NO_LIQUIDITY",
  "NO_REFERENCE_PRICE",
  "INSUFFICIENT_MARGIN",
  "POSITION_CAP",
  "FAT_FINGER",
  "REDUCE_ONLY_VIOLATION",
];

/** Whether it trades depends on the book; that it got as far as the engine does not (D-023). */
const judgedByTheEngine = placedThat(
  "an order result, whatever its status",
  ({ fate, reason }) => fate !== "refused" || ENGINE_REASONS.includes(String(reason)),
);

/** What would make a LIMIT order rest, each on a MARKET order (D-024). */
const RESTING_FIELDS: readonly ((price: number) => OrderBody)[] = [
  () => ({ tif: "GTC" }),
  (price) => ({ tif: "GTC", price }),
  () => ({ tif: "POST_ONLY" }),
];

const marketNeverRests: Check = {
  title: "a MARKET order never rests, whatever tif or price it carries",
  proves: ["ORD-FIELD-15"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    for (const fields of RESTING_FIELDS) {
      const [price = 0] = await market.inside();
      await other.rests(market.limit(opposite(t.side), price));
      const order = market.sweep(t.side, { qty: 2, ...fields(price) });
      const placed = await agent.provoke(order);
      await t.settle();
      const open = await agent.openOrders(market.id);
      const ids = [placed.orderId, String(order["client_order_id"])].filter((id) => id !== null);
      t.expect("ORD-FIELD-15", open, lacks(...ids.filter((id) => id !== ZERO_UUID)));
    }
  },
};

const opensPosition: Check = {
  title: "an order without reduce_only opens a position, adds to one, or turns it round",
  proves: ["ORD-FIELD-27"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    for (const { side, qty } of [
      { side: t.side, qty: 1 },
      { side: t.side, qty: 1 },
      { side: opposite(t.side), qty: 3 },
    ]) {
      const [price = 0] = await market.inside();
      await other.rests(market.limit(opposite(side), price, { qty }));
      t.expect("ORD-FIELD-27", await agent.place(market.limit(side, price, { qty })), trades);
    }
  },
};

const trades = placedThat("filled whole", ({ fate, filledQty, sent }) => {
  return fate === "accepted" && filledQty === sent["qty"];
});

const confirmIsHarmless: Check = {
  title: "confirm_fat_finger true on an ordinary order changes nothing",
  proves: ["ORD-FIELD-28"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting());
    const confirmed = await agent.place({ ...market.resting(), confirm_fat_finger: true });
    t.expect("ORD-FIELD-28", confirmed, resting);
  },
};

/** Posts this text as an order under the prefix of the cell, or no body at all. */
function postText(agent: AgentClient, rawBody?: string) {
  const ask: ApiRequest = { method: "POST", path: "/orders" };
  return agent.request(rawBody === undefined ? ask : { ...ask, rawBody });
}

/** An order, and what makes a text of it that is no JSON. */
const NOT_JSON: readonly ((order: string) => string)[] = [
  (order) => `${order}\n${order}`,
  (order) => `${order}${order}`,
  (order) => `${order},`,
  (order) => `${order} ok`,
  (order) => order.slice(0, -1),
];

const notJson: Check = {
  title: "an order body that is not JSON is answered 400 or 422, with an order in it too",
  proves: ["ORD-FIELD-22"],
  needs: ["agent", "market"],
  async body(t) {
    for (const text of ['{"market_id": ', "side=BUY&qty=1"]) {
      t.expect("ORD-FIELD-22", await postText(t.agent, text), malformed);
    }
    for (const written of NOT_JSON) {
      const order = t.market.resting();
      const how = { rawBody: written(JSON.stringify(order)) };
      const { exchange } = await t.agent.placeOnce(order, how);
      t.expect("ORD-FIELD-22", exchange, malformed);
    }
  },
};

const notAnObject: Check = {
  title: "a JSON order body that is not an object is answered 400 or 422, with an order in it too",
  proves: ["ORD-FIELD-23"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    for (const text of ["[]", '"order"', "42", "null"]) {
      t.expect("ORD-FIELD-23", await postText(agent, text), malformed);
    }
    for (const within of [(order: OrderBody) => [order], JSON.stringify]) {
      const order = market.resting();
      const rawBody = JSON.stringify(within(order));
      const { exchange } = await agent.placeOnce(order, { rawBody });
      t.expect("ORD-FIELD-23", exchange, malformed);
    }
  },
};

const noBody: Check = {
  title: "an empty order body is answered 400, 415 or 422",
  proves: ["ORD-FIELD-24"],
  needs: ["agent"],
  async body(t) {
    t.expect("ORD-FIELD-24", await postText(t.agent, ""), bodiless);
    t.expect("ORD-FIELD-24", await postText(t.agent), bodiless);
  },
};

/** Sends one variation of a resting order; what became of it is all that is asked. */
interface FieldVariation {
  name: string;
  changes?: OrderBody;
  how?: (order: OrderBody) => How;
}

function variations(rule: string, title: string, list: readonly FieldVariation[]): Check {
  return {
    title,
    proves: [rule],
    needs: ["agent", "market"],
    async body(t) {
      const fates: Record<string, string> = {};
      for (const { name, changes = {}, how } of list) {
        const order = { ...t.market.resting(), ...changes };
        const placed = await t.agent.placeOnce(order, how?.(order));
        fates[name] = placed.fate;
      }
      t.observe(rule, fates);
    },
  };
}

/** JSON.stringify never writes 1.0, so the text is changed after it. */
const withFraction = (order: OrderBody): How => ({
  rawBody: JSON.stringify(order).replace('"qty":1', '"qty":1.0'),
});

const nearlyIntegers = variations("ORD-FIELD-20", "1.0 and true in place of integers", [
  { name: "1.0", how: withFraction },
  { name: "true", changes: { qty: true } },
]);

const NULLS = { tif: null, timestamp_ms: null, recv_window_ms: null, reduce_only: null };

const nearlyAbsent = variations(
  "ORD-FIELD-21",
  "null for optional fields and lower case for closed sets",
  [
    { name: "null", changes: NULLS },
    { name: "lower case", changes: { side: "buy", type: "limit" } },
  ],
);

/** Checks of defaults and of leniency. */
export const leniency: readonly Check[] = [
  ...withoutTif,
  marketWithoutPrice,
  marketNeverRests,
  opensPosition,
  confirmIsHarmless,
  notJson,
  notAnObject,
  noBody,
  nearlyIntegers,
  nearlyAbsent,
];
