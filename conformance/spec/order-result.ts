/** Sentences on the result of placing an order, and on the numbered rules that lead to it. */
import { about } from "./sentence.ts";

const result = about("Resources, OrderPlaceResult", "POST /orders");

export const ORDER_RESULT = [
  result.says("order_id: a UUID the server assigns", "RES-SHAPE-01 RES-SHAPE-02 GEN-UUID-01"),
  result.says(
    "order_id: the zero UUID when rejected before the ledger",
    "RES-STATE-04 RES-STATE-07",
  ),
  result.says("market_id: the one of the request", "RES-SHAPE-01 RES-SHAPE-03 REJ-UNK-02"),
  result.says("status: NEW, PARTIAL, FILLED, CANCELLED or REJECTED", "RES-SHAPE-01 RES-SHAPE-04"),
  result.says(
    "status: the state after immediate matching",
    "RES-STATE-01 RES-STATE-02 RES-STATE-03 RES-STATE-04",
  ),
  result.says(
    "reject_reason: the code of a REJECTED order",
    "RES-SHAPE-11 RES-SHAPE-12 REJ-VOCAB-01 REJ-VOCAB-02",
  ),
  result.says("reject_message: text or null", "RES-SHAPE-13"),
  result.says("filled_qty: contracts filled at once", "RES-SHAPE-01 RES-SHAPE-05 GEN-INT-01"),
  result.says(
    "remaining_qty: contracts that rest",
    "RES-SHAPE-01 RES-SHAPE-06 GEN-INT-01 RES-STATE-02 MATCH-PART-01",
  ),
  result.says("remaining_qty: 0 for IOC, FOK and MARKET", "RES-STATE-05 TIF-IOC-03 TIF-MKT-03"),
  result.says("remaining_qty: 0 for a rejected order", "RES-STATE-04"),
  result.says("avg_fill_price_cents: volume-weighted over the fills", "RES-SHAPE-09 RES-SHAPE-10"),
  result.says("avg_fill_price_cents: null without fills", "RES-SHAPE-08"),
  result.says("fills: one entry per execution", "RES-SHAPE-01 RES-SHAPE-07 RES-SHAPE-16"),
  result.says("effective_leverage: the one a perp order got", "RES-SHAPE-15 PERP-LEV-02"),
  result.says("effective_leverage: null where there is no leverage", "RES-SHAPE-14"),
];

const behaviour = about("Endpoints, behaviour of POST /orders", "POST /orders");

export const ORDER_BEHAVIOUR = [
  behaviour.says("1. LIMIT requires price", "ORD-FIELD-10"),
  behaviour.says(
    "1. A price outside the band is rejected with PRICE_OUT_OF_RANGE",
    "REJ-PRICE-01 REJ-PRICE-02 REJ-PRICE-03",
  ),
  behaviour.says(
    "2. The same agent's replay of a client_order_id returns the original result",
    "IDEM-REPLAY-01 IDEM-REPLAY-03 IDEM-REPLAY-04 IDEM-REPLAY-05 IDEM-REPLAY-09 IDEM-REPLAY-11 " +
      "IDEM-REJ-01",
  ),
  behaviour.says(
    "2. A replay places no second order",
    "IDEM-REPLAY-02 IDEM-REPLAY-07 IDEM-REPLAY-08 IDEM-REPLAY-10 IDEM-REPLAY-12 IDEM-REPLAY-13 " +
      "IDEM-CONC-01 " +
      "IDEM-CONC-02 GEN-PREFIX-07 PROP-IDEM-01 PROP-IDEM-02 PROP-CONC-01 PROP-LOST-01 " +
      "OPS-KILL-06",
  ),
  behaviour.says("2. The id is the agent's own", "IDEM-REPLAY-05 IDEM-REPLAY-06"),
  behaviour.says(
    "3. An order received outside its window is rejected",
    "FRESH-IN-01 FRESH-OLD-01 FRESH-FUT-01 FRESH-FUT-02 FRESH-NONE-01 FRESH-EDGE-01 " +
      "FRESH-EDGE-02 IDEM-FRESH-01",
  ),
  behaviour.says(
    "3. One freshness field without the other is invalid",
    "FRESH-PAIR-01 FRESH-PAIR-02",
  ),
  behaviour.says(
    "4. A malformed body returns the envelope with VALIDATION_ERROR",
    "ERR-VAL-03 ORD-FIELD-22 ORD-FIELD-23 ORD-FIELD-24",
  ),
  behaviour.says(
    "4. A malformed body never reaches the engine",
    "ORD-FIELD-25 ORD-FIELD-35 IDEM-REJ-02 PROP-FIELDS-02",
  ),
  behaviour.says(
    "5. A decline is an OrderPlaceResult, REJECTED, with a reject_reason",
    "RES-HTTP-02 RES-SHAPE-11 REJ-SHAPE-01",
  ),
  behaviour.says("6. slippage_cap_bps on a binary is rejected", "REJ-SLIP-01"),
];
