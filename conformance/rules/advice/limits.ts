/** How to fix a venue that fails a rule on rate limits. */

/** By rule id, in the catalogue's order. */
export const LIMITS_ADVICE: Readonly<Record<string, string>> = {
  "LIM-WRITE-01":
    "Let 600 writes pass in 60 s for each agent. Limits counted per second, or a bucket whose " +
    "refill is too slow, cut in early.",
  "LIM-WRITE-02":
    "Count writes per agent and answer 429 above 600 in 60 s. If the gateway should do it, " +
    "check that it is switched on for this deployment.",
  "LIM-WRITE-03":
    "Count by agent, after the key was resolved. Counting by key lets an agent multiply its " +
    "limit.",
  "LIM-WRITE-04":
    "Count by agent. A global or per-address counter lets one bot stop everybody behind the " +
    "same address.",
  "LIM-WRITE-05":
    "Keep separate counters for reads and writes, so that a limited agent can still look after " +
    "its orders.",
  "LIM-WRITE-06": "Compute Retry-After from when the next write will really pass, rounded up.",
  "LIM-WRITE-07":
    "Decide before the handler runs. A limiter that looks at answers, or runs beside the " +
    "engine, refuses orders that were placed.",
  "LIM-READ-01":
    "Let 6000 reads pass in 60 s for each agent, without a lower limit of the gateway in front.",
  "LIM-READ-02":
    "Count reads per agent and answer 429 above 6000 in 60 s. A cache that answers ahead of the " +
    "limiter leaves reads without a limit.",
  "LIM-429-01":
    "Send the code RATE_LIMITED, at the top level or under detail. A gateway's limiter has a " +
    "body of its own: configure it.",
  "LIM-429-02": "Add Retry-After in whole seconds to every 429, also to those a gateway sends.",
  "LIM-PAGE-01":
    "Bound every paging parameter in the schema: refuse, or cut to the bound. Never hand a " +
    "negative or huge number to the database.",
};
