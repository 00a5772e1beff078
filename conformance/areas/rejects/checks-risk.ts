/** Orders beyond position cap, leverage or sanity bounds. Spec: Reject codes; D-062. */

import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, that } from "../../check/expectation.ts";
import {
  accepted,
  anyRefusal,
  declined,
  invalidLeverage,
  outcomeOf,
  placedThat,
} from "../../expect/placed.ts";
import { farAbove, farOff } from "../fat-finger.ts";
import { MODES, modeOf } from "../margin-mode.ts";
import { expectRejected, inTurn, openCount, plus, rejection } from "../rejection.ts";
import { CONFIRMED } from "../reserve.ts";
import { ON_PERPS } from "./ranges.ts";

const SIZES = [
  { side: "BUY", qty: 10_000 },
  { side: "SELL", qty: 1_000_000 },
  { side: "BUY", qty: 100_000_000 },
] as const;

const positionCap: Check = {
  title: "orders of growing size, none of which can rest or fill",
  proves: ["REJ-CAP-01"],
  needs: ["agent", "binary"],
  async body(t) {
    t.observe("REJ-CAP-01", await capMet(t));
  },
};

/** Fill-or-kill at the far end of the band: declined either way, for the cap or for want of fills. */
async function capMet({ agent, market }: CheckContext): Promise<string> {
  for (const { side, qty } of SIZES) {
    const order = market.resting(side, { qty, tif: "FOK", ...CONFIRMED });
    const answer = await agent.provoke(order);
    if (answer.reason === "POSITION_CAP") return `POSITION_CAP at a qty of ${qty}`;
  }
  return "POSITION_CAP not met";
}

const ABOVE_ANY_CAP = 1_000_000;

const leverageOnBinary = rejection({
  rule: "REJ-LEV-01",
  title: "leverage on a binary is refused with INVALID_LEVERAGE",
  needs: ["agent", "binary"],
  once: true,
  breaks: inTurn([2, 1].map((leverage) => (order) => ({ ...order, leverage }))),
  as: invalidLeverage,
});

const muchLeverageOnBinary = rejection({
  rule: "REJ-LEV-01",
  title: "leverage above any account cap is refused on a binary too",
  needs: ["agent", "binary"],
  over: { side: SIDES },
  once: true,
  breaks: (order) => ({ ...order, leverage: ABOVE_ANY_CAP }),
  as: invalidLeverage,
});

const leverageAboveCap = rejection({
  rule: "REJ-LEV-02",
  title: "leverage above any account cap is refused with INVALID_LEVERAGE",
  needs: ["agent", "perp"],
  once: true,
  valid: ({ market, side }) => market.resting(side, { leverage: 1 }),
  breaks: inTurn(
    [{}, { margin_mode: "ISOLATED" }, { margin_mode: "CROSS" }].map((mode) => (order) => {
      return { ...order, ...mode, leverage: ABOVE_ANY_CAP };
    }),
  ),
  as: invalidLeverage,
});

// What is asked of one who holds may be refused for that alone, by whatever code.
const leverageWhileOpen: Check = {
  title: "leverage above any account cap is refused of who adds to a perp it holds too",
  proves: ["REJ-LEV-02"],
  needs: ["two-owners", "perp", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    await t.flat(agent);
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller });
    const before = openCount(await agent.openOrders());
    await agent.rests(market.resting(side));
    const orders = [market.resting(side, { leverage: ABOVE_ANY_CAP })];
    await expectRejected(t, "REJ-LEV-02", { orders, as: anyRefusal, atMost: plus(before, 1) });
  },
};

const leverageAtMarket: Check = {
  title: "leverage above any account cap is refused of a MARKET order that would trade too",
  proves: ["REJ-LEV-02"],
  needs: ["two-owners", "perp", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    const before = openCount(await agent.openOrders());
    const orders = [market.sweep(side, { leverage: ABOVE_ANY_CAP })];
    await expectRejected(t, "REJ-LEV-02", { orders, as: ofLeverageOrMark, atMost: before });
  },
};

/** A venue may look for the mark first (D-060); that it finds nobody, TIF-MKT-01 fails for. */
const ofLeverageOrMark = anyOf(
  invalidLeverage,
  declined("NO_REFERENCE_PRICE", "MARKET_NO_LIQUIDITY"),
);

const leverageDetails: Check = {
  title: "an INVALID_LEVERAGE error says what was requested and what would be effective",
  proves: ["REJ-LEV-03"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market, cell, side } = t;
    const leverage = cell.kind === "BTC_PERP" ? ABOVE_ANY_CAP : 2;
    const first = await agent.provoke(market.resting(side, { leverage }));
    judgeDetails(t, first);
    await agent.ready(first.sent);
    const again = await agent.placeOnce(first.sent);
    if (isOfLeverage(again)) t.expect("REJ-LEV-03", again, bothLeverages);
  },
};

const detailsOf = ({ result }: PlaceResponse) => objectOf(result["details"]);

/** Of the effective one no more is said than that it is an integer (D-075). */
const bothLeverages = placedThat(
  "details.requested_leverage as it was sent and details.effective_leverage as an integer",
  (placed) =>
    detailsOf(placed)["requested_leverage"] === placed.sent["leverage"] &&
    Number.isInteger(detailsOf(placed)["effective_leverage"]),
);

/** A refusal in an envelope, which has details. */
const isOfLeverage = ({ fate, reason }: PlaceResponse) =>
  fate === "refused" && reason === "INVALID_LEVERAGE";

function judgeDetails(t: CheckContext, answer: PlaceResponse): void {
  if (isOfLeverage(answer)) t.expect("REJ-LEV-03", answer, bothLeverages);
  else t.moot("REJ-LEV-03", "INVALID_LEVERAGE was not answered as an error");
}

const leverageBelowOne = rejection({
  rule: "REJ-LEV-04",
  title: "leverage 0 and -1 on a perp are refused",
  needs: ["agent", "perp"],
  once: true,
  flat: true,
  valid: ({ market, side }) => market.resting(side, { leverage: 1 }),
  breaks: [0, -1].map((leverage) => (order) => ({ ...order, leverage })),
});

const leverageBelowOneOnBinary = rejection({
  rule: "REJ-LEV-01",
  title: "leverage 0 and -1 on a binary are refused too",
  needs: ["agent", "binary"],
  once: true,
  breaks: [0, -1].map((leverage) => (order) => ({ ...order, leverage })),
});

const marginModeOnBinary = rejection({
  rule: "REJ-MM-01",
  title: "margin_mode on a binary is declined with INVALID_MARGIN_MODE",
  needs: ["agent", "binary"],
  once: true,
  breaks: inTurn(MODES.map((margin_mode) => (order) => ({ ...order, margin_mode }))),
  as: declined("INVALID_MARGIN_MODE"),
});

const unknownMarginMode = rejection({
  rule: "REJ-MM-02",
  title: "a margin_mode that is neither CROSS nor ISOLATED is refused",
  needs: ["agent", "perp"],
  once: true,
  flat: true,
  valid: ({ market, side }) => market.resting(side, { margin_mode: "CROSS" }),
  breaks: ["DIAGONAL", 1].map((margin_mode) => (order) => ({ ...order, margin_mode })),
});

/** What an agent meets that has no room or cash for one contract more. */
const TOO_MUCH = ["POSITION_CAP", "INSUFFICIENT_MARGIN"];

const marginModeWhileOpen: Check = {
  title: "margin_mode with a position open is ignored or declined, and changes nothing of it",
  proves: ["REJ-MM-03"],
  needs: ["perp", "two-owners", "quiet"],
  async body(t) {
    const { other, market, side } = t;
    const before = await modeOf(t);
    const another = MODES.find((mode) => mode !== before);
    const judge = async (order: OrderBody) => {
      const answer = await t.agent.provoke(order);
      if (TOO_MUCH.includes(answer.reason ?? "")) throw new Missing(`met ${answer.reason}`);
      // Leverage may be refused of who holds, in whatever form.
      const refused = order["leverage"] === undefined ? declined() : anyRefusal;
      t.expect("REJ-MM-03", answer, anyOf(accepted, refused));
      await t.settle();
      const asBefore = that<unknown>("the mode of before", (mode) => mode === before);
      t.expect("REJ-MM-03", await modeOf(t), asBefore);
    };
    for (const margin_mode of MODES) {
      const beside = margin_mode === another && { leverage: 1 };
      await judge(market.resting(side, { margin_mode, ...beside }));
    }
    await t.agent.cancelAll(market.id);
    await t.settle();
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    await judge(market.limit(side, price, { margin_mode: another }));
  },
};

const farAboveMark: Check = {
  title: "a resting SELL at 6 times the mark",
  proves: ["REJ-FF-01"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    const order = market.limit("SELL", farAbove(market));
    t.observe("REJ-FF-01", outcomeOf(await agent.provoke(order)));
  },
};

const confirmed: Check = {
  title: "a price declined as FAT_FINGER and sent again confirmed is not FAT_FINGER",
  proves: ["REJ-FF-02"],
  needs: ["agent", "perp"],
  over: ON_PERPS,
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    // Beside others of its own, a confirmation counts no less.
    for (const one of SIDES) await agent.rests(market.resting(one));
    const order = market.limit(side, farOff(market, side));
    const { reason } = await agent.provoke(order);
    if (reason === "FAT_FINGER") await judgeConfirmed(t, order);
    else t.moot("REJ-FF-02", "no price met FAT_FINGER");
  },
};

/** More than a slip of the hand, and less than what a schema may refuse. Units: contracts. */
const VERY_MANY = 1_000_000;

const confirmedQty: Check = {
  title: "a quantity declined as FAT_FINGER and sent again confirmed is not FAT_FINGER",
  proves: ["REJ-FF-02"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const order = await ofVeryMany(t);
    const { reason } = await t.agent.provoke(order);
    if (reason === "FAT_FINGER") await judgeConfirmed(t, order);
    else t.moot("REJ-FF-02", "no quantity met FAT_FINGER");
  },
};

/** Whatever is made of it, it takes no third party's liquidity. Errors: Missing where that cannot be known. */
async function ofVeryMany(t: CheckContext): Promise<OrderBody> {
  const { agent, cell, market, side } = t;
  if (cell.type !== "MARKET") return market.resting(side, { qty: VERY_MANY, tif: "FOK" });
  if (!market.info.own) throw new Missing("needs a market that nobody else trades: control");
  await t.flat(agent);
  return market.sweep(side, { qty: VERY_MANY, reduce_only: true });
}

async function judgeConfirmed(t: CheckContext, order: OrderBody): Promise<void> {
  const again = { ...order, confirm_fat_finger: true, client_order_id: t.run.freshId() };
  t.expect("REJ-FF-02", await t.agent.provoke(again), notFatFinger);
}

const notFatFinger = placedThat("an answer other than FAT_FINGER", ({ reason }) => {
  return reason !== "FAT_FINGER";
});

/** Checks of caps, leverage, margin modes and fat fingers. */
export const risk: readonly Check[] = [
  positionCap,
  leverageOnBinary,
  muchLeverageOnBinary,
  leverageAboveCap,
  leverageWhileOpen,
  leverageAtMarket,
  leverageDetails,
  leverageBelowOne,
  leverageBelowOneOnBinary,
  marginModeOnBinary,
  unknownMarginMode,
  marginModeWhileOpen,
  farAboveMark,
  confirmed,
  confirmedQty,
];
