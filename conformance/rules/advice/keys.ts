/** How to fix a venue that fails a rule on making and revoking keys. */

/** By rule id, in the catalogue's order. */
export const KEYS_ADVICE: Readonly<Record<string, string>> = {
  "KEY-NEW-01":
    "Return the plaintext once, in the answer to creation, and store only its digest. An answer" +
    " built from the stored record has no key in it.",
  "KEY-NEW-02":
    "Use read and trade where scopes are absent. An empty list as default makes keys that may " +
    "do nothing.",
  "KEY-NEW-04":
    "Make the bound of 80 characters inclusive, and count characters rather than bytes.",
  "KEY-NEW-05":
    "Refuse names above 80 characters instead of cutting them: a database that truncates does " +
    "so unseen.",
  "KEY-NEW-06": "Make name required; do not invent one.",
  "KEY-NEW-07":
    "Grant from the list of scopes users may have, never from what was asked for. Refuse " +
    "operator scopes before the key is made.",
  "KEY-NEW-08": "Mount the key routes under /v1 and /api/v1, as all others.",
  "KEY-NEW-09":
    "Draw at least 32 URL-safe characters from a cryptographic source for each key. A short id," +
    " or a cached answer to the POST, is the usual cause.",
  "KEY-AUTH-01":
    "Authenticate before anything is looked up or done. A 404 to strangers tells which agents " +
    "exist; a handler ahead of the check revokes their keys.",
  "KEY-AUTH-02":
    "Ask for a session on the key routes. A leaked key must not be able to make more of itself.",
  "KEY-AUTH-03":
    "Check that the agent of the path belongs to the session's account, and answer 403.",
  "KEY-AUTH-04":
    "Look the agent up before making its key, and answer 404. A foreign key constraint in the " +
    "database is a second guard.",
  "KEY-REV-01":
    "Answer 200, 202 or 204, and treat a repeat as done or as 404 or 409, never as a malformed " +
    "request.",
  "KEY-REV-02":
    "Delete or mark the key before answering, and drop it from every authentication cache on " +
    "every node.",
  "KEY-REV-03": "Revoke by key id, not by agent or by session.",
  "KEY-REV-05":
    "Answer 404 when the key does not exist: a delete that affects no rows is not a success.",
  "KEY-REV-06":
    "Check the owner before acting. Answering 403 after the statement ran is the worst of both.",
  "KEY-OPER-01":
    "Guard the operator's path by a credential of its own. Being signed in must not be enough.",
};
