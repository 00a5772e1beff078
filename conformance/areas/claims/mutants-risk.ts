/** Venues whose limits are others than they claim: on one side, on one kind, or by one. */
import {
  changeAnswer,
  changeRequest,
  declineOf,
  fieldsOf,
  keyOf,
} from "../../interposer/changes.ts";
import { withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import type { ProfileChange } from "../../interposer/variation.ts";
import { type GateCheck, gate } from "../gate-change.ts";
import { lookedAtTooEarly } from "../sent-at-once.ts";

/** The same object but for some members. */
function seen<T extends object>(of: T, members: object): T {
  return Object.assign(Object.create(of), members);
}

const smaller: (check: GateCheck) => GateCheck = (check) => (order, context) =>
  check(order.side === "SELL" ? { ...order, qty: order.qty - 1 } : order, context);

const workingForgotten: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const position = seen(context.position!, { side: () => ({ qty: 0 }) });
  return check(order, { ...context, position });
};

const heldForgottenOnPerps: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const position = context.market!.isPerp
    ? Object.defineProperty(seen(context.position!, {}), "qty", { value: 0 })
    : context.position;
  return check(order, { ...context, position });
};

/** Only an amendment is judged without an id. */
const heldTwiceAtAmendments: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const held = order.clientOrderId === undefined ? Math.abs(context.position!.qty) : 0;
  return check({ ...order, qty: order.qty + held }, context);
};

/** What an agent holds in all markets of a kind, as one position. */
const heldTogether: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const { agent, market } = context.position!;
  const alike = agent.positions.filter((one) => one.market.isPerp === market.isPerp);
  const value = alike.reduce((sum, { qty }) => sum + qty, 0);
  const position = Object.defineProperty(seen(context.position!, {}), "qty", { value });
  return check(order, { ...context, position });
};

const longsNoRoom: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const { qty } = context.position!;
  const isRoom = order.side === "SELL" && qty > 0;
  return check(isRoom ? { ...order, qty: order.qty + qty } : order, context);
};

const endsTheOther: (check: GateCheck) => GateCheck = (check) => (order, context) => {
  const objection = check(order, context);
  if (objection === null) context.position!.side(order.side !== "BUY").cooldown = null;
  return objection;
};

/** So many times the contracts where all of them are paid for. */
const countedAs = (times: number): ((check: GateCheck) => GateCheck) => {
  return (check) => (order, context) => {
    const qty = Math.ceil(order.qty * times);
    return check(context.market!.isPerp ? order : { ...order, qty }, context);
  };
};

const notOfPostOnly: (check: GateCheck) => GateCheck = (check) => (order, context) =>
  order.tif === "POST_ONLY" ? null : check(order, context);

const RUNG = "rung.";

/** Tells the gates which orders are those of ladders. */
const namesRungs: Mutant["wire"] = () =>
  changeRequest("POST /orders/replace-ladder", (request) => {
    const { orders, ...body } = fieldsOf(request.body);
    if (!Array.isArray(orders)) return request;
    const named = orders.map((order) => ({
      ...order,
      client_order_id: RUNG + crypto.randomUUID(),
    }));
    return withBody(request, { ...body, orders: named });
  });

const notOfRungs: (check: GateCheck) => GateCheck = (check) => (order, context) =>
  order.clientOrderId?.startsWith(RUNG) ? null : check(order, context);

/** Claims stay those of a venue with its usual limits. */
const claiming =
  (claims: object): ProfileChange =>
  (own) => ({ claims: { ...own.claims, ...claims } });

const COOLDOWN_DECLINES = 10;
const COOLDOWN = claiming({
  cooldown: { rejects: COOLDOWN_DECLINES, within_ms: 10_000, rest_ms: 5_000 },
});
const SLIPPAGE = claiming({ default_slippage: { cents: 10, bps: 500 } });

/** What is paused for what other keys were declined is declined as it would be without. */
const pausedByKey: Mutant["wire"] = () => {
  const counts = new Map<string, number>();
  return changeAnswer("POST /orders", (given, request) => {
    const order = fieldsOf(request.body);
    const { reject_reason: reason } = fieldsOf(given.body);
    const place = `${keyOf(request)} ${order["market_id"]} ${order["side"]}`;
    const count = counts.get(place) ?? 0;
    if (reason === "AGENT_SIDE_COOLDOWN" && count < COOLDOWN_DECLINES)
      return declineOf(order, "FOK_NOT_FILLABLE");
    if (typeof reason === "string") counts.set(place, count + 1);
    return given;
  });
};

/** Known-bad venues of risk. */
export const riskMutants: readonly Mutant[] = [
  {
    name: "a-tenth-of-the-cash-is-lent",
    breaks: ["CLAIM-COLL-05"],
    defect: "On a binary or a parlay an order may cost a tenth more than the free cash.",
    venue: gate("margin", countedAs(1 / 1.1))!,
  },
  {
    name: "half-of-the-cash-is-kept-back",
    breaks: ["CLAIM-COLL-05"],
    defect: "On a binary or a parlay an order may cost half of the free cash and no more.",
    venue: gate("margin", countedAs(2))!,
  },
  {
    name: "post-only-orders-need-no-cash",
    breaks: ["CLAIM-COLL-05"],
    defect: "A POST_ONLY order is taken whatever it costs; any other is asked for free cash.",
    venue: gate("margin", notOfPostOnly)!,
  },
  {
    name: "sells-exceed-the-cap-by-one",
    breaks: ["CLAIM-CAP-01"],
    defect: "A SELL may lead to one contract more than the position cap.",
    venue: gate("position-cap", smaller)!,
  },
  {
    name: "working-orders-escape-the-cap",
    breaks: ["CLAIM-CAP-02"],
    defect: "What rests does not count towards the position cap.",
    venue: gate("position-cap", workingForgotten)!,
  },
  {
    name: "ladders-escape-the-cap",
    breaks: ["CLAIM-CAP-02"],
    defect: "The orders of a ladder are taken whatever position they could lead to together.",
    venue: gate("position-cap", notOfRungs)!,
    wire: namesRungs!,
  },
  {
    name: "two-orders-at-once-fill-the-cap-each",
    breaks: ["CLAIM-CAP-02"],
    defect: "An order that comes while another is under way has all of the position cap to itself.",
    ...lookedAtTooEarly("position-cap"),
  },
  {
    name: "held-perps-escape-the-cap",
    breaks: ["CLAIM-CAP-03"],
    defect: "On a perp what is held does not count towards the position cap.",
    venue: gate("position-cap", heldForgottenOnPerps)!,
  },
  {
    name: "an-amendment-counts-its-fills-again",
    breaks: ["CLAIM-CAP-03"],
    defect: "An amendment counts what has been filled of its order towards the cap once more.",
    venue: gate("position-cap", heldTwiceAtAmendments)!,
  },
  {
    name: "markets-share-a-cap",
    breaks: ["CLAIM-CAP-01"],
    defect: "What an agent holds in other markets counts towards the position cap of each.",
    venue: gate("position-cap", heldTogether)!,
  },
  {
    name: "longs-are-no-room-for-sells",
    breaks: ["CLAIM-CAP-04"],
    defect: "A SELL may be as large as the position cap, and not larger where it closes a long.",
    venue: gate("position-cap", longsNoRoom)!,
  },
  {
    name: "short-leverage-exceeds-the-cap",
    breaks: ["CLAIM-LEV-01"],
    defect: "A SELL may ask for a leverage of one more than the cap.",
    venue: gate("leverage", (check) => (order, context) => {
      const { side, leverage } = order;
      const less = side === "SELL" && leverage !== undefined ? { leverage: leverage - 1 } : {};
      return check({ ...order, ...less }, context);
    })!,
  },
  {
    name: "fat-finger-at-six-times",
    breaks: ["CLAIM-FAT-01"],
    defect: "A price is a slip from six times the mark on, not from five.",
    venue: { limits: { fatFingerMarkMultiple: 6 } },
    profile: claiming({ fat_finger_times: 5 }),
  },
  {
    name: "bids-are-never-slips",
    breaks: ["CLAIM-FAT-01"],
    defect: "A BUY at any multiple of the mark is taken; a SELL is not.",
    venue: gate(
      "fat-finger",
      (check) => (order, context) => (order.side === "BUY" ? null : check(order, context)),
    )!,
  },
  {
    name: "post-only-orders-are-never-slips",
    breaks: ["CLAIM-FAT-01"],
    defect: "A POST_ONLY order at any multiple of the mark is taken; any other is not.",
    venue: gate("fat-finger", notOfPostOnly)!,
  },
  {
    name: "fat-finger-cannot-be-confirmed",
    breaks: ["CLAIM-FAT-02"],
    defect: "A price beyond the bound is FAT_FINGER, confirmed or not.",
    venue: gate(
      "fat-finger",
      (check) =>
        ({ confirmFatFinger: _, ...order }, context) =>
          check(order, context),
    )!,
  },
  {
    name: "cooldown-one-decline-late",
    breaks: ["CLAIM-COOL-01"],
    defect: "The cooldown starts with one decline more than claimed.",
    venue: { limits: { cooldownDeclines: 11 } },
    profile: COOLDOWN,
  },
  {
    name: "cooldown-one-decline-early",
    breaks: ["CLAIM-COOL-01"],
    defect: "The cooldown starts with one decline fewer than claimed.",
    venue: { limits: { cooldownDeclines: 9 } },
    profile: COOLDOWN,
  },
  {
    name: "each-key-has-its-own-cooldown",
    breaks: ["CLAIM-COOL-01"],
    // Only control moves the clock that a cooldown is measured by.
    controlled: true,
    defect: "An order is paused by the cooldown only where as many were declined by its own key.",
    wire: pausedByKey!,
  },
  {
    name: "cooldown-a-second-too-long",
    breaks: ["CLAIM-COOL-02"],
    defect: "The cooldown lasts a second longer than claimed.",
    venue: { limits: { cooldownForMs: 6_000 } },
    profile: COOLDOWN,
  },
  {
    name: "cooldown-a-second-too-short",
    breaks: ["CLAIM-COOL-02"],
    defect: "The cooldown ends a second earlier than claimed.",
    venue: { limits: { cooldownForMs: 4_000 } },
    profile: COOLDOWN,
  },
  {
    name: "the-other-side-ends-the-cooldown",
    breaks: ["CLAIM-COOL-02"],
    defect: "An order that passes the cooldown of one side ends that of the other.",
    venue: gate("cooldown", endsTheOther)!,
  },
  {
    name: "declines-count-for-longer",
    breaks: ["CLAIM-COOL-03"],
    defect: "Declines count together over twice the time claimed.",
    venue: { limits: { cooldownWindowMs: 20_000 } },
    profile: COOLDOWN,
  },
  {
    name: "declines-are-soon-forgotten",
    breaks: ["CLAIM-COOL-03"],
    defect: "Declines count together over half the time claimed.",
    venue: { limits: { cooldownWindowMs: 5_000 } },
    profile: COOLDOWN,
  },
  {
    name: "default-slippage-a-cent-short",
    breaks: ["CLAIM-SLIP-01"],
    defect: "A MARKET order without a cap stops a price before the claimed distance.",
    venue: { limits: { defaultSlippageCents: 9 } },
    profile: SLIPPAGE,
  },
  {
    name: "perp-slippage-ten-points-short",
    breaks: ["CLAIM-SLIP-01"],
    defect: "On a perp a MARKET order without a cap reaches 490 basis points, not 500.",
    venue: { limits: { defaultSlippageBps: 490 } },
    profile: SLIPPAGE,
  },
  {
    name: "default-slippage-a-cent-wide",
    breaks: ["CLAIM-SLIP-02"],
    defect: "A MARKET order without a cap trades a price beyond the claimed distance.",
    venue: { limits: { defaultSlippageCents: 11 } },
    profile: SLIPPAGE,
  },
  {
    name: "perp-slippage-ten-points-wide",
    breaks: ["CLAIM-SLIP-02"],
    defect: "On a perp a MARKET order without a cap reaches 510 basis points, not 500.",
    venue: { limits: { defaultSlippageBps: 510 } },
    profile: SLIPPAGE,
  },
];
