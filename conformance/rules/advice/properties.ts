/** How to fix a venue that fails a rule on properties of sequences and races. */

/** By rule id, in the catalogue's order. */
export const PROPERTIES_ADVICE: Readonly<Record<string, string>> = {
  "PROP-STATEFUL-01":
    "Play the shrunk sequence again by the command shown, and look at its last step. Such " +
    "defects depend on what an agent did before: counters, flags left set, reused objects.",
  "PROP-STATEFUL-02":
    "Compare the stores that the last step should have changed: record, lists, positions and " +
    "book must follow from the same events. Fixed-size buffers and lost signs are the usual " +
    "causes.",
  "PROP-IDEM-01":
    "Keep every id, not only the latest few, and store the result as it was answered. Caches " +
    "with a maximum size forget under load.",
  "PROP-IDEM-02":
    "Key by agent in every state of an order. Look for a second store, for finished orders say," +
    " that is keyed otherwise.",
  "PROP-META-01":
    "Send all prefixes through the same handlers. A legacy router that keeps state of its own " +
    "for one of them acts on nothing.",
  "PROP-META-02":
    "Remove aliases and fallbacks nobody documents, such as quantity for qty: a client's " +
    "comment becomes an order.",
  "PROP-META-03":
    "Make the outcome depend on quantities alone. Look for merging, deduplication or rounding " +
    "per order.",
  "PROP-META-04":
    "Write each comparison once, with the side as an argument. The side that fails in the " +
    "shrunk sequence has a branch of its own.",
  "PROP-META-05":
    "Let cancel-all call the same cancel for NEW and PARTIAL orders. A list that holds NEW ones" +
    " alone skips what was filled in part.",
  "PROP-CONC-01":
    "Claim the id before matching and in one atomic step. Under load the second request arrives" +
    " while the first is still trading.",
  "PROP-CONC-02":
    "Let one writer per market decide, and build each answer from its own outcome. Shared " +
    "result objects and reads outside of the lock mix them up.",
  "PROP-CONC-03":
    "Put cancels into the same queue as orders. A cancel that finds the order locked must wait," +
    " rather than be answered and dropped.",
  "PROP-CONC-04":
    "Make cancelling and placing of a ladder one command for the engine, or report per rung " +
    "what really happened.",
  "PROP-CONC-05":
    "Mint and consume tickets atomically, and draw randomness per request: seeding it by the " +
    "time gives twins in the same millisecond.",
  "PROP-LOST-01":
    "Record the id in the same transaction as the order, before the answer goes out. Writing it" +
    " afterwards leaves a gap for the retry.",
};
