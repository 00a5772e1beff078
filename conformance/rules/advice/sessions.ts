/** How to fix a venue that fails a rule on bearer keys and sessions. */

/** By rule id, in the catalogue's order. */
export const SESSIONS_ADVICE: Readonly<Record<string, string>> = {
  "AUTH-BEAR-01":
    "Put every agent route behind an authentication that takes keys as well as sessions. A " +
    "route added for the site takes sessions alone.",
  "AUTH-BEAR-02":
    "Answer 401 when credentials are missing, before the body is looked at; 403 is for callers " +
    "you know.",
  "AUTH-BEAR-03":
    "Look the key up and answer 401 when it is not there. An unknown key must not be treated " +
    "like none on routes with guests.",
  "AUTH-BEAR-04":
    "Ask for the word Bearer, one space and a key that is not empty. Splitting at spaces and " +
    "taking the last word accepts any scheme.",
  "AUTH-BEAR-05":
    "Send 401 through the same error renderer as everything else. Authentication middleware " +
    "often answers by itself in plain text.",
  "AUTH-BEAR-06":
    "Make keys as rk_live_ followed by base64url or hex: scanners for leaked secrets and " +
    "clients rely on the prefix.",
  "SESS-LOGIN-01":
    "Answer a failed login 401 with INVALID_CREDENTIALS, the same for a wrong password and an " +
    "unknown e-mail.",
  "SESS-SIGN-01":
    "Answer 201 when the account was made, or a documented refusal where sign-up is off. 202 " +
    "promises something that may never come.",
  "SESS-SIGN-02":
    "Answer 409 for a registered e-mail, compared without regard to case, backed by a unique " +
    "index.",
  "SESS-COOK-01": "Set HttpOnly on the session cookie, so that no script can read it.",
  "SESS-COOK-02":
    "Leave HttpOnly off the CSRF cookie: the page has to read it to echo it. A default for all " +
    "cookies usually causes this.",
  "SESS-CSRF-01":
    "Check X-Service-CSRF in one middleware before any handler, on every method that changes " +
    "state and whenever a session cookie is the credential.",
  "SESS-CSRF-02":
    "Compare the header with the session's token, in constant time. Testing that it is there is" +
    " not enough.",
  "SESS-CSRF-03":
    "Compare with exactly the value the cookie carries, decoded once. Signed or URL-encoded " +
    "cookies differ from what a page reads.",
  "SESS-CSRF-04": "Ask for the header on POST, PUT, PATCH and DELETE alone.",
  "SESS-CSRF-05":
    "Skip the check when a bearer key is the credential: browsers do not attach keys by " +
    "themselves.",
  "SESS-ME-01":
    "Answer 200 with who is signed in, and 401 without credentials, not an empty profile.",
  "SESS-SES-01":
    "Answer the question instead of failing: 200 with authenticated false, or 401, when there " +
    "is no session.",
  "SESS-CFG-01":
    "Serve the configuration of the sign-in page without credentials: it is read before anybody" +
    " can have them.",
  "SESS-IDP-01":
    "Answer 200 or a redirect to the provider without credentials; where none is configured say" +
    " so with 404, 501 or 503.",
  "SESS-OUT-01": "Answer 200 and end the session on the server, not only by deleting the cookie.",
};
