/** How to fix a venue that fails a rule on matching and time in force. */

/** By rule id, in the catalogue's order. */
export const MATCHING_ADVICE: Readonly<Record<string, string>> = {
  "MATCH-CROSS-01":
    "Match before resting: a BUY at or above the best ask, a SELL at or below the best bid. " +
    "Where one side alone fails, its comparison is turned the wrong way.",
  "MATCH-CROSS-02":
    "Trade at the resting order's price and check it against the taker's limit. Fees, spreads " +
    "or marks must not move the execution price.",
  "MATCH-PART-01":
    "Rest what a GTC order could not fill. Sharing the code of IOC, which drops the rest, is " +
    "the usual cause.",
  "MATCH-PART-02":
    "Update the maker's record in the same step as the taker's. A projection that listens to " +
    "taker events alone leaves it stale.",
  "MATCH-SWEEP-01":
    "Go on level by level until the quantity is filled or the limit no longer crosses, rather " +
    "than stopping after the touch.",
  "MATCH-KIND-01":
    "Use one matching loop for all kinds. On perps look at how tick and scale are applied " +
    "before prices are compared.",
  "TIF-GTC-01":
    "Keep a GTC order that does not cross on the book until it is filled or cancelled. Expiry " +
    "timers and self-trade rules must leave it alone.",
  "TIF-IOC-01":
    "Cancel what an IOC order leaves over before the answer is sent, also when nothing was " +
    "filled.",
  "TIF-IOC-02":
    "Answer CANCELLED, or REJECTED, when nothing traded. FILLED is not the word for finished.",
  "TIF-IOC-03": "Cut the rest after the first pass: remaining_qty 0, and no entry in the book.",
  "TIF-IOC-04":
    "Answer CANCELLED with filled_qty above zero, or PARTIAL. NEW means that nothing was " +
    "filled.",
  "TIF-IOC-05":
    "Set FILLED when filled_qty reaches qty, before the rule that cancels IOC orders runs.",
  "TIF-FOK-01":
    "Sum the quantity within the limit over all levels, not just the touch, and trade when it " +
    "is enough.",
  "TIF-FOK-02":
    "Look before trading: sum what crosses, and decline with FOK_NOT_FILLABLE when it is less " +
    "than qty. Test both sides, since the sum is often written twice.",
  "TIF-FOK-03":
    "Decide on a dry run that changes nothing. Trading first and rolling back leaves fills, or " +
    "a changed queue, behind.",
  "TIF-PO-01":
    "Let a POST_ONLY order rest when its price does not reach the opposite best. An empty " +
    "opposite side never crosses.",
  "TIF-PO-02":
    "Compare with the opposite best before matching, and decline with POST_ONLY_WOULD_CROSS. " +
    "Test both sides, since the comparison is written for each.",
  "TIF-PO-03":
    "Use >= for a BUY and <= for a SELL: a price equal to the opposite best would trade.",
  "TIF-PO-04":
    "Decline and stop. Do not slide the price a tick away, and place nothing in the book before" +
    " the decision.",
  "TIF-MKT-01":
    "Match a MARKET order as if its price were the worst possible one. A missing price read as " +
    "0 or null never crosses for a BUY.",
  "TIF-MKT-02":
    "Check for an empty opposite side first and decline with MARKET_NO_LIQUIDITY, or " +
    "NO_REFERENCE_PRICE where there is no mark.",
  "TIF-MKT-03":
    "Keep the fills, cancel the rest. Neither decline the whole order for want of depth nor let" +
    " its rest become a LIMIT order.",
  "TIF-MKT-04":
    "Bound each fill by the opposite touch on arrival plus the cap, minus it for a SELL. A cap " +
    "read but not handed to matching has no effect.",
  "TIF-MKT-05":
    "Bound each fill by the touch times one plus or minus bps/10000. Check BUY and SELL apart, " +
    "and round against the agent.",
};
