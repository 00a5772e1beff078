/** Prices outside band and grid, quantities outside sense, and how declines are worded. */

import { TOO_MUCH } from "../../../scenarios/decisions/forms.ts";
import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check, Watch } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation } from "../../check/expectation.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { answerThat } from "../../expect/answers.ts";
import { codeOfWhatWasAsked, tellsWhatWasAsked } from "../../expect/asked-codes.ts";
import { accepted, declined, outcomeOf, placedThat, validation } from "../../expect/placed.ts";
import { REJECT_CODES } from "../../spec/reject-codes.ts";
import { inTurn, type Rejection, rejection } from "../rejection.ts";
import { CONFIRMED } from "../reserve.ts";
import { orderResult } from "../result-watch.ts";
import { demandSameBand } from "./band.ts";
import { cash } from "./checks-cash.ts";
import { changedPrices } from "./checks-changed.ts";
import { closedMarkets } from "./checks-closed.ts";
import { cooldown } from "./checks-cooldown.ts";
import { reduceOnly } from "./checks-reduce.ts";
import { risk } from "./checks-risk.ts";
import { sweeps } from "./checks-sweeps.ts";
import { unknownMarkets } from "./checks-unknown.ts";
import { DECLINED, HOLDING } from "./ranges.ts";

const outOfRange = anyOf(declined("PRICE_OUT_OF_RANGE"), validation);
const forAnotherReason = declined(
  "INSUFFICIENT_MARGIN",
  "POST_ONLY_WOULD_CROSS",
  ...TOO_MUCH.map(String),
);
/** What is confirmed is asked about no more. */
const absurdPrice = anyOf(
  outOfRange,
  placedThat(
    "REJECTED with FAT_FINGER where it was not confirmed",
    ({ reason, fate, sent }) =>
      fate === "declined" && reason === "FAT_FINGER" && sent["confirm_fat_finger"] !== true,
  ),
);
const invalidQty = anyOf(declined("INVALID_QTY"), validation);
/** Which reason comes first of several that are true is open (D-060). */
const nothingToReduce = placedThat(
  "REJECTED with REDUCE_ONLY_VIOLATION where it was to reduce, or for want of liquidity or a price",
  ({ reason, fate, sent }) =>
    fate === "declined" && NOTHING_THERE.has(reason ?? "") && sent["reduce_only"] === true,
);
const NOTHING_THERE = new Set([
  ...["REDUCE_ONLY_VIOLATION", "MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"],
]);

/** Beyond any position limit, yet exact in a double and in 64 bits. Units: contracts. */
const HOPELESS_QTY = 9_000_000_000_000_000;
/** Where storage and drivers overflow. */
const PAST_64_BITS = 2 ** 64;

const above = ({ highest, info }: TradableMarket) => highest + info.tick;
const below = ({ lowest, info }: TradableMarket) => lowest - info.tick;

const aboveBand = rejection({
  rule: "REJ-PRICE-01",
  once: true,
  title: "a price one tick above the band is refused",
  needs: ["agent", "market"],
  breaks: confirmedOrNot(above),
  as: outOfRange,
});

const belowBand = rejection({
  rule: "REJ-PRICE-02",
  once: true,
  title: "a price one tick below the band is refused",
  needs: ["agent", "market"],
  breaks: confirmedOrNot(below),
  as: outOfRange,
});

/** Neither what it may do nor who holds what makes a price one of the band. */
const beyondBand = (
  rule: string,
  position: "long" | "short",
  priceIn: (market: TradableMarket) => number,
) =>
  rejection({
    rule,
    once: true,
    title: `a price one tick beyond the band is refused of a reduce_only order of who is ${position}`,
    needs: ["two-owners", "market", "quiet"],
    over: { kind: ["BTC_BINARY"], position: [position] },
    valid: ({ market, cell }) => market.resting(shrinkingSide(cell)),
    breaks: (order, { market }) => ({ ...order, price: priceIn(market), reduce_only: true }),
  });

const aboveBandOfHolder = beyondBand("REJ-PRICE-01", "long", above);
const belowBandOfHolder = beyondBand("REJ-PRICE-02", "short", below);

/** That price, and with it what lets an order past the bounds of sanity, but not past the band. */
function confirmedOrNot(priceIn: (market: TradableMarket) => number): Rejection["breaks"] {
  const variants = [{}, { confirm_fat_finger: true }];
  return inTurn(
    variants.map((fields) => (order, { market }) => ({
      ...order,
      price: priceIn(market),
      ...fields,
    })),
  );
}

const absurdlyLow = rejection({
  rule: "REJ-PRICE-03",
  once: true,
  title: "a perp price one tick below the band is refused",
  needs: ["agent", "perp"],
  breaks: confirmedOrNot(below),
  as: absurdPrice,
});

// Its initial margin grows with the price, so a poor agent may meet that gate first (D-060).
const absurdlyHigh = rejection({
  rule: "REJ-PRICE-03",
  once: true,
  title: "a perp price one tick above the band is refused",
  needs: ["agent", "perp"],
  breaks: confirmedOrNot(above),
  as: anyOf(absurdPrice, declined("INSUFFICIENT_MARGIN")),
});

const offGrid: Check = {
  title: "a price between two ticks of a perp's grid",
  proves: ["REJ-PRICE-04"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    const price = market.far("BUY") + fractionOfTick(market);
    const answer = await agent.provoke(market.limit("BUY", price));
    const taken = answer.fate === "accepted" ? "a price off the grid was accepted" : undefined;
    t.observe("REJ-PRICE-04", outcomeOf(answer), taken);
  },
};

/** Half a tick. Errors: Missing on a grid of 1, which no integer price is off. */
function fractionOfTick({ info }: TradableMarket): number {
  if (info.tick === 1)
    throw new Missing("needs a perp with a tick above 1: tick on a markets entry");
  return Math.floor(info.tick / 2);
}

const atTheEdge: Check = {
  title: "a price at either end of the band is taken",
  proves: ["REJ-PRICE-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market, side } = t;
    // Of a perp they are far from its mark.
    const isPerp = market.info.kind === "BTC_PERP";
    const beyondSense = isPerp ? CONFIRMED : {};
    // Both, as a kind is looked at on one side where there is little time.
    for (const one of [side, opposite(side)]) {
      const price = one === "BUY" ? market.lowest : market.highest;
      const order = market.limit(one, price, { qty: 2, tif: "POST_ONLY", ...beyondSense });
      const answer = await agent.place(order);
      if (isPerp && answer.fate !== "accepted") {
        await demandSameBand(t);
        if (answer.reason !== "PRICE_OUT_OF_RANGE") return t.moot("REJ-PRICE-05", COLLARED);
      }
      t.expect("REJ-PRICE-05", answer, anyOf(accepted, forAnotherReason));
    }
  },
};

/** A least notional, or a bound of its own round the mark, is met before the end of the band. */
const COLLARED = "the end of the band is refused for another reason than the band";

const zeroQty = rejection({
  rule: "REJ-QTY-01",
  once: true,
  title: "qty 0 is refused",
  needs: ["agent", "market"],
  over: DECLINED,
  breaks: inTurn(
    [{}, { tif: "IOC" }].map((fields) => (order) => ({ ...order, ...fields, qty: 0 })),
  ),
  as: invalidQty,
});

const zeroQtyOfHolder = rejection({
  rule: "REJ-QTY-01",
  title: "qty 0 is refused of who holds, in an order that would close",
  needs: ["two-owners", "market", "quiet"],
  over: HOLDING,
  valid: ({ market, cell }) => market.resting(shrinkingSide(cell)),
  breaks: [
    (order) => ({ ...order, tif: "IOC", qty: 0 }),
    (order) => ({ ...order, tif: "IOC", qty: 0, reduce_only: true }),
  ],
  as: anyOf(invalidQty, nothingToReduce),
});

const negativeQty = rejection({
  rule: "REJ-QTY-02",
  once: true,
  title: "qty -1 is refused",
  needs: ["agent", "market"],
  breaks: [
    (order) => ({ ...order, qty: -1 }),
    // Were it taken, it would find nothing to reduce.
    ({ price: _, ...order }) => ({ ...order, qty: -1, type: "MARKET", reduce_only: true }),
  ],
  as: anyOf(invalidQty, nothingToReduce),
});

const hopelessQty = rejection({
  rule: "REJ-QTY-03",
  once: true,
  title: "a qty beyond any limit is refused",
  needs: ["agent", "market"],
  resting: true,
  breaks: inTurn([HOPELESS_QTY, PAST_64_BITS].map((qty) => (order) => ({ ...order, qty }))),
});

const ACCEPTED = ["NEW", "PARTIAL", "FILLED", "CANCELLED"];

/** The reject codes of the spec's table that may come with status REJECTED. */
const TABLE = new Set(
  REJECT_CODES.filter(({ http }) => http.includes("REJECTED")).map(({ code }) => code),
);

const declinesAreResults: Watch = {
  title: "an answer of 200 or 201 to an order that was not taken is a REJECTED result",
  proves: ["REJ-SHAPE-01"],
  needs: ["agent", "market"],
  body: provokeDecline,
  selects: (exchange) => orderResult(exchange) !== null && !ACCEPTED.includes(statusIn(exchange)),
  expects: answerThat("an OrderPlaceResult with status REJECTED", (exchange) => {
    return statusIn(exchange) === "REJECTED" && "order_id" in objectOf(exchange.response?.body);
  }),
};

const reasonsBeyondTable: Watch = {
  title: "reject reasons outside the spec's table are recorded",
  proves: ["REJ-VOCAB-01"],
  needs: ["agent", "market"],
  body: provokeDecline,
  selects: (exchange) => tookSuccessfully(exchange) && statusIn(exchange) === "REJECTED",
  expects: recordedReason(),
};

const asWasAsked: Watch = {
  title:
    "an order is declined for its leverage, margin mode, type, tif or reduce_only where it asks so",
  proves: ["REJ-VOCAB-02"],
  needs: ["agent", "market"],
  body: provokeDecline,
  selects: tellsWhatWasAsked,
  expects: codeOfWhatWasAsked,
};

/** Always holds; a reason outside the table is the alternative seen (D-160). */
function recordedReason(): Expectation<Exchange> {
  return {
    says: "any reject_reason",
    judge: (exchange) => {
      const reason = String(objectOf(exchange.response?.body)["reject_reason"]);
      return TABLE.has(reason) ? { ok: true } : { ok: true, seen: reason };
    },
  };
}

async function provokeDecline({ agent, market, side }: CheckContext): Promise<void> {
  await agent.provoke(market.resting(side, { tif: "FOK" }));
}

function tookSuccessfully({ request, response }: Exchange): boolean {
  const success = response?.status === 200 || response?.status === 201;
  return success && request.method === "POST" && request.path.endsWith("/orders");
}

function statusIn(exchange: Exchange): string {
  return String(objectOf(exchange.response?.body)["status"]);
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  aboveBand,
  belowBand,
  aboveBandOfHolder,
  belowBandOfHolder,
  absurdlyLow,
  absurdlyHigh,
  offGrid,
  atTheEdge,
  zeroQty,
  zeroQtyOfHolder,
  negativeQty,
  hopelessQty,
  declinesAreResults,
  reasonsBeyondTable,
  asWasAsked,
  ...changedPrices,
  ...closedMarkets,
  ...unknownMarkets,
  ...cash,
  ...risk,
  ...cooldown,
  ...reduceOnly,
  ...sweeps,
];
