/** Sentences of the numbered rules of POST /orders. */
import { about } from "./sentence.ts";

const { says } = about("Endpoints, behaviour of POST /orders", "POST /orders");

export const ORDER_BEHAVIOUR = [
  says("1. LIMIT requires price", "ORD-FIELD-10"),
  says(
    "1. A price outside the band is rejected with PRICE_OUT_OF_RANGE",
    "REJ-PRICE-01 REJ-PRICE-02 REJ-PRICE-03",
  ),
  says(
    "2. The same agent's replay of a client_order_id returns the original result",
    "IDEM-REPLAY-01 IDEM-REPLAY-03 IDEM-REPLAY-04 IDEM-REPLAY-05 IDEM-REPLAY-09 IDEM-REJ-01",
  ),
  says(
    "2. A replay places no second order",
    "IDEM-REPLAY-02 IDEM-REPLAY-07 IDEM-REPLAY-08 IDEM-CONC-01 IDEM-CONC-02 GEN-PREFIX-07 " +
      "PROP-IDEM-01 PROP-IDEM-02 PROP-CONC-01 PROP-LOST-01",
  ),
  says("2. The id is the agent's own", "IDEM-REPLAY-05 IDEM-REPLAY-06"),
  says(
    "3. An order received outside its window is rejected",
    "FRESH-IN-01 FRESH-OLD-01 FRESH-FUT-01 FRESH-FUT-02 FRESH-NONE-01 IDEM-FRESH-01",
  ),
  says("3. One freshness field without the other is invalid", "FRESH-PAIR-01 FRESH-PAIR-02"),
  says(
    "4. A malformed body returns the envelope with VALIDATION_ERROR",
    "ERR-VAL-03 ORD-FIELD-22 ORD-FIELD-23 ORD-FIELD-24",
  ),
  says("4. A malformed body never reaches the engine", "ORD-FIELD-25 ORD-FIELD-26"),
  says(
    "5. A decline is an OrderPlaceResult, REJECTED, with a reject_reason",
    "RES-HTTP-02 RES-SHAPE-11 REJ-SHAPE-01",
  ),
  says("6. slippage_cap_bps on a binary is rejected", "REJ-SLIP-01"),
];
