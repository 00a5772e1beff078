/** Sentences of the result of placing an order. */
import { about } from "./sentence.ts";

const { says } = about("Resources, OrderPlaceResult", "POST /orders");

export const ORDER_RESULT = [
  says("order_id: a UUID the server assigns", "RES-SHAPE-01 RES-SHAPE-02 GEN-UUID-01"),
  says("order_id: the zero UUID when rejected before the ledger", "RES-STATE-04 RES-STATE-07"),
  says("market_id: the one of the request", "RES-SHAPE-01 RES-SHAPE-03 REJ-UNK-02"),
  says("status: one of five", "RES-SHAPE-01 RES-SHAPE-04"),
  says(
    "status: the state after immediate matching",
    "RES-STATE-01 RES-STATE-02 RES-STATE-03 RES-STATE-04",
  ),
  says("reject_reason: the code of a REJECTED order", "RES-SHAPE-11 RES-SHAPE-12 REJ-VOCAB-01"),
  says("reject_message: text or null", "RES-SHAPE-13"),
  says("filled_qty: contracts filled at once", "RES-SHAPE-01 RES-SHAPE-05 GEN-INT-01"),
  says(
    "remaining_qty: contracts that rest",
    "RES-SHAPE-01 RES-SHAPE-06 GEN-INT-01 RES-STATE-02 MATCH-PART-01",
  ),
  says("remaining_qty: 0 for IOC, FOK and MARKET", "RES-STATE-05 TIF-IOC-03 TIF-MKT-03"),
  says("remaining_qty: 0 for a rejected order", "RES-STATE-04"),
  says("avg_fill_price_cents: volume-weighted over the fills", "RES-SHAPE-09 RES-SHAPE-10"),
  says("avg_fill_price_cents: null without fills", "RES-SHAPE-08"),
  says("fills: one entry per execution", "RES-SHAPE-01 RES-SHAPE-07"),
  says("effective_leverage: the one a perp order got", "RES-SHAPE-15 PERP-LEV-02"),
  says("effective_leverage: null where there is no leverage", "RES-SHAPE-14"),
];
