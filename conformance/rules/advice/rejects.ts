/** How to fix a venue that fails a rule on reject codes and risk. */

/** By rule id, in the catalogue's order. */
export const REJECTS_ADVICE: Readonly<Record<string, string>> = {
  "REJ-PRICE-01":
    "Decline above the band's upper end; never clamp. The agent must not trade at a price it " +
    "did not name.",
  "REJ-PRICE-02":
    "Decline below the band's lower end; never clamp. Check that 0 and negative prices meet the" +
    " same gate.",
  "REJ-PRICE-03":
    "Apply the band, or a fat-finger threshold, to perps as well. The service must not confirm " +
    "or move a price on the agent's behalf.",
  "REJ-QTY-01":
    "Decline 0 with INVALID_QTY, or as malformed. A falsy 0 often falls through to a default of" +
    " 1.",
  "REJ-QTY-02":
    "Decline negative quantities. Taking the absolute value trades the wrong way round.",
  "REJ-QTY-03":
    "Bound qty before arithmetic, and use integers wide enough. Values beyond 32 bits or 2^53 " +
    "wrap or lose digits unseen.",
  "REJ-CLOSED-01":
    "Check the market's status inside admission, at the moment of the order: a cached list of " +
    "open markets goes stale at expiry.",
  "REJ-CLOSED-02":
    "Ask whether the status is OPEN, rather than listing states that are closed: RESOLVED is " +
    "easily forgotten.",
  "REJ-CLOSED-03":
    "Ask whether the status is OPEN, rather than listing states that are closed: VOID is easily" +
    " forgotten.",
  "REJ-CLOSED-04":
    "Decline before the book is touched. An insert ahead of the status check rests in a market " +
    "nobody can leave.",
  "REJ-UNK-01":
    "Decline with UNKNOWN_MARKET when the look-up finds nothing. A missing market read as one " +
    "that is not open gives MARKET_CLOSED.",
  "REJ-UNK-02":
    "Copy market_id from the request into the decline: there is no market record to take it " +
    "from.",
  "REJ-MARGIN-01":
    "Compare the order's initial margin with free cash, resting orders included, and decline " +
    "the whole order. Cutting it to what fits is another order.",
  "REJ-COOL-02":
    "Key the cooldown by agent, market and side, all three. A counter on the agent alone locks " +
    "out quoting everywhere.",
  "REJ-RO-01":
    "Decline reduce_only with REDUCE_ONLY_VIOLATION when the position is flat. A missing " +
    "position record must count as zero, not skip the gate.",
  "REJ-RO-02":
    "Compare the signs: a BUY reduces a short, a SELL a long. The same direction is " +
    "REDUCE_ONLY_VIOLATION.",
  "REJ-RO-03":
    "Accept what shrinks the position. A sign turned round in the comparison declines exactly " +
    "the good ones.",
  "REJ-RO-04":
    "Trim the order to the position, or decline it, and check again at each fill. The position " +
    "may have shrunk since the order was accepted.",
  "REJ-RO-05":
    "Decline with REDUCE_ONLY_VIOLATION, or accept and trim. INVALID_QTY says that the number " +
    "itself was bad.",
  "REJ-RO-06":
    "When a position shrinks, cancel or cut its resting reduce_only orders in the same step, " +
    "before anybody can trade with them.",
  "REJ-REF-01":
    "Decline a MARKET order with NO_REFERENCE_PRICE while no mark or index exists. A last known" +
    " price kept without an age stands in for it unseen.",
  "REJ-LEV-01":
    "Decline leverage on a launch binary with INVALID_LEVERAGE. Silently dropping it tells the " +
    "agent that it got what it asked for.",
  "REJ-LEV-02":
    "Decline what is above the account's cap; never cut it to the cap, since the agent sized " +
    "its order by the leverage it named.",
  "REJ-LEV-03":
    "Where the refusal is a 422, put requested_leverage and effective_leverage into details as " +
    "integers. A generic error page drops details.",
  "REJ-LEV-04":
    "Refuse leverage below 1, in the schema or as INVALID_LEVERAGE. Falsy zeros often become " +
    "the default of 1.",
  "REJ-MM-01":
    "Decline margin_mode on a launch binary with INVALID_MARGIN_MODE rather than ignoring it.",
  "REJ-MM-02":
    "Refuse values other than CROSS and ISOLATED in the schema. An unknown one must not fall " +
    "back on CROSS.",
  "REJ-FF-02":
    "Skip the fat-finger gate when confirm_fat_finger is true. The other gates stay. Check that" +
    " the flag reaches the gate.",
  "REJ-SLIP-01":
    "Refuse slippage_cap_bps on a binary. Ignoring it leaves a MARKET order without the " +
    "protection its sender counts on.",
  "REJ-SHAPE-01":
    "Build every 200 through the one type of result. An envelope with status 200 comes from an " +
    "error handler that changes the status only.",
};
