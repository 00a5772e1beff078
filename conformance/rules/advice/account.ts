/** How to fix a venue that fails a rule on account, positions, wallet and leaderboard. */

/** By rule id, in the catalogue's order. */
export const ACCOUNT_ADVICE: Readonly<Record<string, string>> = {
  "ACC-ACC-01":
    "Answer 200 with the account as JSON. A lazily made account must exist before its first " +
    "read.",
  "ACC-ACC-02":
    "Require credentials on the route itself, and answer 401. Optional authentication with an " +
    "empty guest account is the usual cause.",
  "ACC-POS-01": "Answer 200 and an empty list when flat, not 204 or 404.",
  "ACC-POS-02":
    "Require credentials on the route itself and answer 401, rather than an empty list.",
  "ACC-WAL-01":
    "Answer 200 with the wallet as JSON from the agent's first moment, before its first trade.",
  "ACC-WAL-02":
    "Require credentials on the route itself and answer 401, rather than an empty wallet.",
  "ACC-ISO-01":
    "Scope every query by the agent of the credentials, and put the agent into every cache key." +
    " A cache keyed by path serves the first caller's data to all.",
  "ACC-SHARE-01":
    "Let session and key resolve to the same agent before anything is read. Two paths to the " +
    "wallet, one of them cached, drift apart.",
  "LEAD-LIST-01": "Apply limit, and a default of 50, when the board is read.",
  "LEAD-LIST-02":
    "Use score and desc where sort or order are absent, and break ties by something stable, so " +
    "that both forms give one order.",
  "LEAD-LIST-05": "Validate limit: text is 422, not the default.",
  "LEAD-ACC-01":
    "Answer 404 when nobody has the public_id. A ranked search returns the nearest neighbour: " +
    "look up by equality.",
  "LEAD-ACC-02":
    "Look public_id up in the set that the board is made of. Another id, or a narrower cache, " +
    "misses who is listed.",
};
