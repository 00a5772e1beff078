/** What every OrderPlaceResult of a run looks like, and its prices. Spec: OrderPlaceResult. */

import { codeOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { ORDER_STATUSES } from "../../../scenarios/deployment/vocabulary.ts";
import { isUuid, ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, is, odd, part, that } from "../../check/expectation.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { echoesMarket, placedThat, reasonGiven, wholeResult } from "../../expect/placed.ts";
import { resultWatch } from "../result-watch.ts";
import { fillsInPart, plausibleQuantities, readableQuantities, unfillableFok } from "./arrange.ts";
import { prices } from "./checks-prices.ts";
import { statuses } from "./checks-state.ts";

const isStatus = (status: string | null) => ORDER_STATUSES.some((one) => one === status);

const has = (member: string) => (placed: PlaceResponse) => (placed.result[member] ?? null) !== null;
const orderedQty = (placed: PlaceResponse) => Number(placed.sent["qty"]);

const required = resultWatch({
  rule: "RES-SHAPE-01",
  title: "every order result has its six required members",
  // Of an error envelope another rule says that it is no result.
  about: ({ result }) => codeOf(result) === null,
  demand: wholeResult,
});

const ownId = resultWatch({
  rule: "RES-SHAPE-02",
  title: "every accepted order has a UUID of its own",
  // Of another word than the five it is not known whether it means a decline.
  about: ({ fate, status, orderId }) => fate === "accepted" && isStatus(status) && isUuid(orderId),
  demand: ofNoOther(),
  remembering: ofNoOther,
  async provoke({ agent, market, side }) {
    for (const tif of ["IOC", "IOC", "GTC"]) await agent.place(market.resting(side, { tif }));
    return agent.place(market.resting());
  },
});

/** The same request sent twice at once has one order: it is known by what it names itself. */
function ofNoOther(): Expectation<PlaceResponse> {
  const names = new Map<string, unknown>();
  return placedThat("an order_id that is neither the zero UUID nor another order's", (placed) => {
    const { orderId, sent } = placed;
    const name = sent["client_order_id"];
    if (orderId === null || orderId === ZERO_UUID) return false;
    if (!names.has(orderId)) names.set(orderId, name);
    return names.get(orderId) === name;
  });
}

const marketEchoed = resultWatch({
  rule: "RES-SHAPE-03",
  title: "every order result echoes the market it was sent for",
  about: has("market_id"),
  demand: placedThat("the market_id of the request", echoesMarket),
});

const knownStatus = resultWatch({
  rule: "RES-SHAPE-04",
  title: "every order result has one of the five statuses",
  about: has("status"),
  demand: placedThat(`status ${ORDER_STATUSES.join(", ")}`, (p) => isStatus(p.status)),
});

const filledInRange = resultWatch({
  rule: "RES-SHAPE-05",
  title: "every order result has filled_qty from 0 to qty",
  about: readableQuantities,
  demand: placedThat(
    "filled from 0 to qty",
    (placed) => placed.filledQty! >= 0 && placed.filledQty! <= orderedQty(placed),
  ),
});

const remainingInRange = resultWatch({
  rule: "RES-SHAPE-06",
  title: "every order result has filled_qty and remaining_qty within qty",
  about: plausibleQuantities,
  demand: placedThat(
    "remaining of at least 0, and filled + remaining of at most qty",
    (placed) =>
      placed.remainingQty! >= 0 && placed.filledQty! + placed.remainingQty! <= orderedQty(placed),
  ),
});

const fillsMatch = resultWatch({
  rule: "RES-SHAPE-07",
  title: "every order result lists fills exactly when something was filled",
  needs: ["two-owners", "binary", "quiet"],
  about: (placed) => has("fills")(placed) && plausibleQuantities(placed),
  demand: placedThat(
    "fills as an array that is empty exactly when filled is 0",
    ({ fills, filledQty }) => fills !== null && (fills.length === 0) === (filledQty === 0),
  ),
  provoke: fillsInPart,
});

const noAverage = resultWatch({
  rule: "RES-SHAPE-08",
  title: "every order result without fills has no average price",
  about: (placed) => placed.filledQty === 0,
  demand: placedThat(
    "avg_fill_price_cents null or absent",
    (placed) => !has("avg_fill_price_cents")(placed),
  ),
});

const whyDeclined = resultWatch({
  rule: "RES-SHAPE-11",
  title: "every declined order says why",
  about: (placed) => placed.fate === "declined",
  demand: reasonGiven,
  provoke: (t) => unfillableFok(t, "BUY"),
});

const noReason = resultWatch({
  rule: "RES-SHAPE-12",
  title: "an accepted order has no reject_reason",
  about: (placed) => placed.fate === "accepted",
  demand: placedThat("reject_reason null or absent", (placed) => !has("reject_reason")(placed)),
});

const messageType = resultWatch({
  rule: "RES-SHAPE-13",
  title: "every order result has a text, null or nothing as reject_message",
  demand: placedThat(
    "reject_message as a string, null or absent",
    (placed) =>
      !has("reject_message")(placed) || typeof placed.result["reject_message"] === "string",
  ),
});

const leverage = ({ result }: PlaceResponse) => result["effective_leverage"] ?? null;

const noLeverage: Check = {
  title: "an order on a market without leverage has no effective leverage, whatever its tif",
  proves: ["RES-SHAPE-14"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market, side } = t;
    const plain = await agent.rests(market.resting());
    await demandUnlevered(t, plain);
    t.expect("RES-SHAPE-14", plain, none);
    for (const tif of ["POST_ONLY", "IOC"]) {
      const placed = await agent.place(market.resting(side, { tif }));
      if (placed.fate === "accepted") t.expect("RES-SHAPE-14", placed, none);
    }
  },
};

const noLeverageOfTrades: Check = {
  title: "an order that trades on a market without leverage has no effective leverage either",
  proves: ["RES-SHAPE-14"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price, { qty: 2 }));
    for (const order of [market.limit(side, price), market.sweep(side)]) {
      const taken = await agent.place(order);
      if (taken.fate !== "accepted") continue;
      await demandUnlevered(t, taken);
      t.expect("RES-SHAPE-14", taken, none);
    }
  },
};

const none = part("effective_leverage", leverage, is(null));

/** A parlay may take leverage, and is a levered market where it does (D-077). Errors: Missing there. */
async function demandUnlevered(t: CheckContext, placed: PlaceResponse): Promise<void> {
  const { agent, market } = t;
  if (market.info.kind !== "BTC_PARLAY" || leverage(placed) === null) return;
  const asked = await agent.provoke(market.resting(t.side, { leverage: 1 }));
  if (asked.fate === "accepted" && leverage(asked) !== null) {
    throw new Missing("did not arise: a parlay that takes no leverage");
  }
}

const perpLeverage: Check = {
  title: "an accepted perp order tells its effective leverage",
  proves: ["RES-SHAPE-15"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    const plain = await agent.rests(market.resting());
    t.expect("RES-SHAPE-15", told(plain), atLeastOne);
    const asked = await agent.rests(market.resting(t.side, { leverage: 1 }));
    t.expect("RES-SHAPE-15", told(asked), anyOf(is(1), odd(atLeastOne, ABOVE_REQUESTED)));
  },
};

const reducingLeverage: Check = {
  title: "a reduce-only order on a perp tells its effective leverage too",
  proves: ["RES-SHAPE-15"],
  needs: ["perp", "quiet"],
  over: { position: ["long", "short"] },
  async body(t) {
    const { agent, market, cell } = t;
    const side = shrinkingSide(cell);
    const placed = await agent.place(market.resting(side, { reduce_only: true, qty: 1 }));
    if (placed.fate !== "accepted") throw new StandsOn("REJ-RO-03", `refused (${placed.reason})`);
    t.expect("RES-SHAPE-15", told(placed), atLeastOne);
  },
};

/** It need not be told of, but what is told has to be one. Errors: Missing where it is left out. */
function told(placed: PlaceResponse): unknown {
  if ("effective_leverage" in placed.result) return leverage(placed);
  throw new Missing("did not arise: effective_leverage, which a result need not have");
}

const ABOVE_REQUESTED = "the effective leverage is above the requested one (1)";
const atLeastOne = that<unknown>(
  "effective_leverage as an integer of at least 1",
  (value) => Number.isInteger(value) && Number(value) >= 1,
);

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  required,
  ownId,
  marketEchoed,
  knownStatus,
  filledInRange,
  remainingInRange,
  fillsMatch,
  noAverage,
  whyDeclined,
  noReason,
  messageType,
  ...prices,
  noLeverage,
  noLeverageOfTrades,
  perpLeverage,
  reducingLeverage,
  ...statuses,
];
