/** How lenient a venue's parser is: bodies that are no orders, and values of nearly the right type. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import type { Check } from "../check/check.ts";
import { http } from "../expect/answers.ts";

/** Posts this text as an order, or no body at all. */
function postText(agent: AgentClient, rawBody?: string) {
  const ask: ApiRequest = { method: "POST", path: "/orders" };
  return agent.request(rawBody === undefined ? ask : { ...ask, rawBody });
}

const malformed = http(...statusesOf("D-002"));
const bodiless = http(...statusesOf("D-013"));

const notJson: Check = {
  title: "an order body that is not JSON is answered 400 or 422",
  proves: ["ORD-FIELD-22"],
  needs: ["agent"],
  async body(t) {
    for (const text of ['{"market_id": ', "side=BUY&qty=1"]) {
      t.expect("ORD-FIELD-22", await postText(t.agent, text), malformed);
    }
  },
};

const notAnObject: Check = {
  title: "a JSON order body that is not an object is answered 400 or 422",
  proves: ["ORD-FIELD-23"],
  needs: ["agent"],
  async body(t) {
    for (const text of ["[]", '"order"', "42", "null"]) {
      t.expect("ORD-FIELD-23", await postText(t.agent, text), malformed);
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
        const order = t.market.resting("BUY", changes);
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

const nearlyIntegers = variations(
  "ORD-FIELD-20",
  "numeric strings, 1.0 and true in place of integers",
  [
    { name: "numeric string", changes: { qty: "1" } },
    { name: "1.0", how: withFraction },
    { name: "true", changes: { qty: true } },
  ],
);

const NULLS = { tif: null, timestamp_ms: null, recv_window_ms: null, reduce_only: null };

const nearlyAbsent = variations(
  "ORD-FIELD-21",
  "null for optional fields and lower case for closed sets",
  [
    { name: "null", changes: NULLS },
    { name: "lower case", changes: { side: "buy", type: "limit" } },
  ],
);

/** Checks of unreadable bodies and of coercion. */
export const orderFieldsLeniency: readonly Check[] = [
  notJson,
  notAnObject,
  noBody,
  nearlyIntegers,
  nearlyAbsent,
];
