/** How to fix a venue that fails a rule on what an order is answered. */

/** By rule id, in the catalogue's order. */
export const ORDER_RESULT_ADVICE: Readonly<Record<string, string>> = {
  "RES-SHAPE-01":
    "Write all six members in every result. Serializers that drop empty lists, zeros or nulls " +
    "are the usual cause: switch that off here.",
  "RES-SHAPE-02":
    "Give the order its id on acceptance, before the answer is built. An answer made from the " +
    "request, or before the insert returns, has none.",
  "RES-SHAPE-03":
    "Copy market_id from the request, or from the market it was resolved to. An internal or " +
    "parent id must not leak into the answer.",
  "RES-SHAPE-04":
    "Map internal states to the five words in one place, and fail loudly on a state the map " +
    "does not know.",
  "RES-SHAPE-05":
    "Count fills from 0 upwards, and never derive filled_qty from a remaining quantity that " +
    "uses other conventions.",
  "RES-SHAPE-06":
    "Take both quantities from one snapshot after matching. Reading remaining_qty before and " +
    "filled_qty after a fill counts a contract twice.",
  "RES-SHAPE-07":
    "Return the fills of this order that arrival produced. An answer built before the matching " +
    "thread reports its fills comes out empty.",
  "RES-SHAPE-08":
    "Send null until something was filled: 0 is a price. Guard the division by a quantity of " +
    "zero.",
  "RES-SHAPE-09":
    "Compute the average from this order's fills, in the market's own price unit. Null, or the " +
    "maker's side of the trade, or cents for dollars are the usual slips.",
  "RES-SHAPE-10":
    "Weight each fill's price by its quantity: sum of price times quantity, divided by the sum " +
    "of quantities.",
  "RES-SHAPE-11":
    "Set reject_reason wherever status becomes REJECTED; one constructor for declines makes it " +
    "impossible to forget.",
  "RES-SHAPE-13":
    "Make reject_message plain text. Structured reasons belong elsewhere: clients print this " +
    "member.",
  "RES-SHAPE-14":
    "Leave effective_leverage null on a binary, which has no leverage. A default of 1 from the " +
    "account says otherwise.",
  "RES-SHAPE-15":
    "Put the leverage that was applied into every accepted perp result, also when the order " +
    "named none.",
  "RES-HTTP-01":
    "Answer 201 whenever the order entered the ledger, even when it was filled or cancelled at " +
    "once. Only declines are 200.",
  "RES-HTTP-02":
    "Answer a business refusal with 200 and an OrderPlaceResult with status REJECTED. Keep 4xx " +
    "for requests the engine never saw.",
  "RES-STATE-01":
    "Answer NEW only when nothing was filled, with remaining_qty equal to qty. A result built " +
    "from an uninitialised record has 0 there.",
  "RES-STATE-02":
    "Keep remaining_qty as qty minus filled_qty while the order rests; zero it only when the " +
    "rest is cut.",
  "RES-STATE-03":
    "Set status after the last fill is counted, so that FILLED always means filled_qty equal to" +
    " qty and nothing remaining.",
  "RES-STATE-04":
    "Answer every decline with the zero UUID and zero quantities. Orders that get their id " +
    "before admission leak it into the decline.",
  "RES-STATE-05":
    "Cut the rest of IOC, FOK and MARKET orders before the answer is built: remaining_qty is " +
    "what still works, and nothing does.",
  "RES-STATE-06":
    "Do not put declined orders among the open ones. List by the states that rest, NEW and " +
    "PARTIAL, not by everything that is not cancelled.",
};
