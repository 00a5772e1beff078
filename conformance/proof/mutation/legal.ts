/** Mutations that make another venue, but one that the spec allows as well. */
import { type OpenPlace, TWICE } from "./known.ts";

const OPERATOR = "is the operator's side, which the spec does not know";
const AMENDS = "the spec leaves amends and ladders open (D-030, D-031)";
const AMOUNTS =
  "amounts of margin, profit and worth are open, and never compared (D-074, D-075, H-11)";
const CUT_BACK = "which reduce-only orders are cut back is open, so long as none opens (D-073)";
const ORDER_FIELDS = "fields of order records are open (D-090)";
const SELF_TRADE = "whether an agent trades with itself is open (D-027)";
const SETTLING = "what is paid when a market ends is open (D-078)";
const CONFLICT = "a conflict may be answered in any form, and with the original result (D-044)";

/**
 * What the spec leaves open. It is judged all the same, as it may break what the spec does say:
 * only a survivor is put down to this.
 */
export const LEGAL: readonly OpenPlace[] = [
  { file: "reference/core/amend.ts", reason: AMENDS },
  {
    file: "reference/core/cancel.ts",
    within: ["replaceLadder", "ladderRefusal", "cancelIn"],
    reason: AMENDS,
  },
  { file: "reference/http/routes/orders.ts", within: ["amend", "replaceLadder"], reason: AMENDS },
  ...["cooldown.ts", "gates/cooldown.ts"].map((file) => ({
    file: `reference/core/${file}`,
    reason: "any threshold and length of a cooldown is legal, and having none (D-061)",
  })),
  {
    file: "reference/core/gates/fat-finger.ts",
    reason: "which orders are fat-fingered is the venue's choice (D-062)",
  },
  {
    file: "reference/core/gates/position-cap.ts",
    reason: "how many contracts an agent may hold is the venue's choice (D-063)",
  },
  {
    file: "reference/core/gates/leverage.ts",
    reason: "the cap, and the form of what is refused below 1, are open (D-008, D-064)",
  },
  {
    file: "reference/core/gates/gate.ts",
    within: ["invalid"],
    reason: "the HTTP shell has refused most of it; the form of the rest is open (D-064)",
  },
  {
    file: "reference/core/gates/margin-mode.ts",
    originals: [
      "position!.marginMode === asked",
      "position!.qty === 0 || position!.marginMode === asked",
    ],
    reason: "a margin mode beside an open position is open (D-079)",
  },
  { file: "reference/core/gates/margin.ts", reason: AMOUNTS },
  {
    file: "reference/core/margin.ts",
    within: [
      "contractValue",
      "requirement",
      "requirementWith",
      "excess",
      "excessWith",
      "updateReserve",
    ],
    reason: AMOUNTS,
  },
  {
    file: "reference/core/clearing.ts",
    within: ["clear", "close", "payProfit", "payCollateral"],
    reason: AMOUNTS,
  },
  { file: "reference/core/money.ts", reason: AMOUNTS },
  {
    file: "reference/core/views.ts",
    within: [
      ...["walletView", "cashView", "standingView", "worthCents", "unrealizedCents"],
      "positionView",
    ],
    reason: "fields of wallets, positions and standings are open (D-120, D-121)",
  },
  { file: "reference/core/settlement.ts", reason: SETTLING },
  {
    file: "reference/core/resting.ts",
    within: ["trimReduceOnly", "trimSide", "reduceResting"],
    reason: CUT_BACK,
  },
  {
    file: "reference/core/matching.ts",
    within: ["announceTrade"],
    reason: "fields of trades are open (D-105)",
  },
  {
    file: "reference/core/matching.ts",
    originals: ["maker.agent === taker.agent"],
    reason: SELF_TRADE,
  },
  {
    file: "reference/core/idempotency.ts",
    within: ["effectiveTif"],
    originals: ['tif === "FOK"', '"FOK"', 'type === "MARKET"', '"MARKET"'],
    reason: "a MARKET order may be IOC whatever its time in force says (D-024)",
  },
  { file: "reference/core/markets.ts", reason: OPERATOR },
  { file: "reference/core/people.ts", reason: OPERATOR },
  { file: "reference/core/gates/client-order-id.ts", reason: CONFLICT },
  { file: "reference/core/idempotency.ts", within: ["sameOrder"], reason: CONFLICT },
  {
    file: "reference/core/idempotency.ts",
    within: ["RETRYABLE", "binds"],
    reason: "whether a decline binds its id is open (D-042)",
  },
  {
    file: "reference/core/admission.ts",
    originals: ["touch === null"],
    replacement: "false",
    reason: "a MARKET order that finds nobody is declined whatever its protection is",
  },
  {
    file: "reference/core/admission.ts",
    originals: ["!market.isPerp"],
    replacement: "true",
    reason: "a MARKET order may be protected more tightly than its cap asks (D-065)",
  },
  { file: "reference/core/ledger.ts", within: ["transfer"], reason: AMOUNTS },
  {
    file: "reference/core/position.ts",
    within: ["WorkingSide"],
    reason: "what working orders reserve, and count towards a cap, is open (D-063, D-073, D-074)",
  },
  {
    file: "reference/core/place.ts",
    within: ["accept"],
    originals: ["request.leverage !== undefined", "request.marginMode !== undefined"],
    reason: "what leverage and margin mode come to is open (D-075)",
  },
  {
    file: "reference/core/place.ts",
    within: ["turnAway"],
    reason: "cooldowns, and whether a decline binds its id, are open (D-042, D-061)",
  },
  {
    file: "reference/core/place.ts",
    within: ["place"],
    originals: ["false"],
    reason: "whether a replay says that it is one is open (D-040)",
  },
  {
    file: "reference/core/place.ts",
    originals: ["++state.orderSeq"],
    reason: "the order of lists is open (D-096)",
  },
  {
    file: "reference/core/venue.ts",
    within: ["dispatch"],
    originals: ['"done"', '{ kind: "done" }'],
    reason: OPERATOR,
  },
  {
    file: "reference/core/venue.ts",
    originals: ['case "amend": return amend(state, command, at);'],
    reason: AMENDS,
  },
  { file: "reference/core/agent.ts", within: ["Agent"], reason: AMOUNTS },
  {
    file: "reference/core/book.ts",
    within: ["fillableQty"],
    originals: ["order.agent !== agent"],
    reason: SELF_TRADE,
  },
  {
    file: "reference/core/book.ts",
    within: ["giveable"],
    reason: CUT_BACK,
  },
  {
    file: "reference/core/book.ts",
    originals: ["this.seq++"],
    reason: "fields of books beside their levels are open (D-104)",
  },
  {
    file: "reference/core/gates/reduce-only.ts",
    originals: ["position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty"],
    reason: "what resting orders leave to reduce is open (D-072, D-073)",
  },
  {
    file: "reference/core/cancel.ts",
    within: ["cancelAll"],
    originals: ["{ atMs }"],
    reason: ORDER_FIELDS,
  },
  {
    file: "reference/core/order.ts",
    originals: ["request.clientOrderId ?? null"],
    reason: ORDER_FIELDS,
  },
  {
    file: "reference/core/venue.ts",
    originals: ["[...this.state.accounts.values()]"],
    reason: "who stands on the leaderboard is open (D-121)",
  },
  {
    file: "reference/core/order-index.ts",
    within: ["OrderIndex"],
    reason: "the rest is about speed, and what a cancel of a done order finds is open (D-028)",
  },
  {
    file: "reference/core/place.ts",
    originals: ["order.open", '"order-opened"'],
    reason: "which private events are told is open (D-155, STRM-PRIV-02)",
  },
  {
    file: "reference/core/views.ts",
    within: ["keyView"],
    reason: "fields of key records beside the plaintext are open (D-132)",
  },
  {
    file: "reference/core/gates/price-range.ts",
    originals: ["price! % tick === 0"],
    reason: "whether a price off the grid is refused is open (D-068)",
  },
  {
    file: "reference/core/gates/slippage-caps.ts",
    reason: "caps below zero, and in cents on a perp, are open (D-066)",
  },
  { file: "reference/core/gates/request-shape.ts", reason: TWICE },
  { file: "reference/core/gates/kill-switch.ts", within: ["killSwitch"], reason: TWICE },
  {
    originals: ["agent === undefined", "account === undefined", "market === undefined"],
    reason: TWICE,
  },
  { file: "reference/core/place.ts", within: ["place"], originals: ['"refused"'], reason: TWICE },
  {
    file: "reference/core/market.ts",
    within: ["Market", "termsOf", "backgroundOf", "marketView"],
    reason:
      "what an operator opens, and what its record tells beside the geometry, is open (D-069, D-103)",
  },
  {
    file: "reference/core/market.ts",
    within: ["firstMark", "markPrice"],
    reason: "where a mark price comes from is open (D-071)",
  },
  {
    file: "reference/core/matching.ts",
    originals: ["++state.tradeSeq", "state.emit !== null", '"order-changed"'],
    reason: "what is told of trades, and whether anything is, is open (D-105, MKT-TRD-02)",
  },
  {
    file: "reference/core/order.ts",
    within: ["orderView", "averageFillPrice"],
    reason: ORDER_FIELDS,
  },
  {
    file: "reference/core/views.ts",
    within: ["positionViews", "isListed", "openOrderViews"],
    reason: "which positions are listed, and the order of lists, are open (D-096, D-120)",
  },
  {
    file: "reference/core/venue.ts",
    originals: [
      ...["key.agentId === agentId", "keys.filter((key) => key.agentId === agentId)"],
      "[...this.state.keysById.values()]",
    ],
    reason: "the spec knows no list of keys",
  },
];
