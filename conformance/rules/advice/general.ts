/** How to fix a venue that fails a rule on what holds of all routes. */

/** By rule id, in the catalogue's order. */
export const GENERAL_ADVICE: Readonly<Record<string, string>> = {
  "GEN-PREFIX-01":
    "Mount the route table once for each of the four prefixes, the empty one included. A " +
    "gateway that forwards only versioned paths usually swallows this form.",
  "GEN-PREFIX-02":
    "Mount the route table under /v1 too. If a gateway strips or adds prefixes, check which " +
    "form the service behind it really sees.",
  "GEN-PREFIX-03":
    "Mount the route table under /api too, and make sure that a site's catch-all page does not " +
    "answer it first.",
  "GEN-PREFIX-04":
    "Mount the route table under /api/v1 too. Middleware that strips /api and then looks for an" +
    " unversioned route misses this form.",
  "GEN-PREFIX-05":
    "Serve all four prefixes by the same handlers. Wrapping, renaming or versioning of bodies " +
    "by a gateway under one prefix has to go.",
  "GEN-PREFIX-06":
    "Keep one store of orders behind all prefixes. Two services that share a database but cache" +
    " orders of their own show this first.",
  "GEN-PREFIX-07":
    "Key the idempotency record by agent and client_order_id alone: the path must be no part of" +
    " it.",
  "GEN-PREFIX-08":
    "Count by agent and class of request, never by path. A limiter in the gateway that counts " +
    "per route is the usual cause.",
  "GEN-JSON-01":
    "Send application/json on every success of a listed route, small ones included. A handler " +
    "that writes text itself often keeps the framework's text/plain.",
  "GEN-UUID-01":
    "Give orders and markets UUIDs on the outside. Keep a database's own sequence numbers " +
    "inside, with a column that maps them.",
  "GEN-INT-01":
    "Write quantities as JSON integers. Decimal columns and big integers are often serialized " +
    "as text: convert them where the answer is built.",
  "GEN-UNK-01":
    "Let the body's schema ignore members it does not know. In strict validators additional " +
    "properties must be allowed, or stripped before validation.",
  "GEN-UNK-02":
    "Allow additional members in the ticket request too: it often has a schema of its own that " +
    "was left strict.",
};
