/** Rules on what every route shares: prefixes, JSON, ids, integers, unknown fields. */
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { must, open, type Rule } from "../../check/rule.ts";
import { READ_ROUTES, ROUTES } from "../../spec/route-table.ts";
import { LOGS_IN, OTHER_BODIES, SIGNS_UP } from "./ranges.ts";

/** Left out: a browser is sent on from there. */
const READS = READ_ROUTES.filter((route) => !route.includes("/auth/idp/"));
/** Where no unknown id stands in the way of an answer. */
const PLAIN_READS = READS.filter((route) => !/\{(series|public)_id\}/.test(route));
/** Where 404 says nothing else: an id of each is known, and no part of it may be absent or off (D-139). */
const FINDABLE = ROUTES.map(({ route }) => route).filter(
  (route) =>
    !/\{(series|public|agent)_id\}|\/auth\/idp\/|signup|event-history|replace-ladder/.test(route),
);
/** Routes that have to be there under each prefix, as far as an answer tells. */
const SERVED = [...PLAIN_READS, ...FINDABLE.filter((route) => !route.startsWith("GET "))];
const EACH_MARKET = { kind: KINDS, side: SIDES };

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("GEN-ROUTE-01", "Every listed route is there", {
    section: "Endpoints",
    over: { route: FINDABLE },
    decisions: ["D-174"],
    fix:
      "Serve each route that the spec lists, under its own method. What is still missing is one " +
      "list: the rules that need it are left open until it is there.",
  }),
  must("GEN-PREFIX-01", "A listed route is served without a prefix", {
    section: "Endpoints",
    over: { route: SERVED },
    decisions: ["D-174"],
    fix:
      "Mount the route table once for each of the four prefixes, the empty one included. A " +
      "gateway that forwards only versioned paths usually swallows this form.",
  }),
  must("GEN-PREFIX-02", "A listed route is served under /v1", {
    section: "Endpoints",
    over: { route: SERVED },
    decisions: ["D-174"],
    fix:
      "Mount the route table under /v1 too. If a gateway strips or adds prefixes, check " +
      "which form the service behind it really sees.",
  }),
  must("GEN-PREFIX-03", "A listed route is served under /api", {
    section: "Endpoints",
    follows: ["GEN-PREFIX-01", "GEN-PREFIX-02"],
    over: { route: SERVED },
    decisions: ["D-174"],
    fix:
      "Mount the route table under /api too, and make sure that a site's catch-all page does " +
      "not answer it first.",
  }),
  must("GEN-PREFIX-04", "A listed route is served under /api/v1", {
    section: "Endpoints",
    follows: ["GEN-PREFIX-02", "GEN-PREFIX-03"],
    over: { route: SERVED },
    decisions: ["D-174"],
    fix:
      "Mount the route table under /api/v1 too. Middleware that strips /api and then looks " +
      "for an unversioned route misses this form.",
  }),
  must(
    "GEN-PREFIX-05",
    "The four forms of one GET give the same status, JSON shape at the top and shape of rows",
    {
      section: "Endpoints, Versioning",
      follows: ["GEN-UUID-01", "GEN-PREFIX-01", "GEN-PREFIX-02", "GEN-PREFIX-03", "GEN-PREFIX-04"],
      over: { route: [...READS, "GET /auth/idp/login"] },
      fix:
        "Serve all four prefixes by the same handlers. Wrapping, renaming or versioning of " +
        "bodies by a gateway under one prefix has to go.",
    },
  ),
  must(
    "GEN-PREFIX-06",
    "An order placed under one prefix is readable and cancellable under the others",
    {
      section: "Endpoints",
      follows: ["GEN-UUID-01", "OAPI-GET-01", "OAPI-CXL-01", "OAPI-CXL-02"],
      over: EACH_MARKET,
      fix:
        "Keep one store of orders behind all prefixes. Two services that share a database but " +
        "cache orders of their own show this first.",
    },
  ),
  must("GEN-PREFIX-07", "A client_order_id replayed under another prefix creates no second order", {
    section: "Endpoints, Behaviour 2",
    follows: ["GEN-UUID-01", "IDEM-REPLAY-01", "IDEM-REPLAY-02"],
    over: EACH_MARKET,
    decisions: ["D-046"],
    fix:
      "Key the idempotency record by agent and client_order_id alone: the path must be no " +
      "part of it.",
  }),
  must("GEN-PREFIX-08", "Requests under different prefixes draw on one rate-limit bucket", {
    section: "Limits",
    follows: ["LIM-WRITE-02"],
    decisions: ["D-163"],
    fix:
      "Count by agent and class of request, never by path. A limiter in the gateway that " +
      "counts per route is the usual cause.",
  }),
  must("GEN-JSON-01", "A success answer of a listed route is JSON by media type and by parse", {
    section: "Endpoints",
    over: { route: PLAIN_READS, prefix: PREFIXES },
    fix:
      "Send application/json on every success of a listed route, small ones included. A " +
      "handler that writes text itself often keeps the framework's text/plain.",
  }),
  must("GEN-UUID-01", "Ids of orders, markets and agents are UUID strings", {
    section: "Resources",
    over: ORDERS,
    fix:
      "Give orders, markets and agents UUIDs on the outside. Keep a database's own sequence numbers " +
      "inside, with a column that maps them.",
  }),
  must("GEN-INT-01", "filled_qty and remaining_qty are JSON integers", {
    section: "Resources",
    over: ORDERS,
    fix:
      "Write quantities as JSON integers. Decimal columns and big integers are often " +
      "serialized as text: convert them where the answer is built.",
  }),
  must("GEN-UNK-01", "An unknown body field in POST /orders changes nothing", {
    section: "Order place request",
    follows: ["ORD-FIELD-13"],
    over: ORDERS,
    decisions: ["D-012"],
    fix:
      "Let the body's schema ignore members it does not know. In strict validators " +
      "additional properties must be allowed, or stripped before validation.",
  }),
  must("GEN-UNK-02", "An unknown body field in POST /auth/ws-ticket changes nothing", {
    section: "Versioning",
    over: { caller: ["key", "session"], prefix: PREFIXES },
    decisions: ["D-012"],
    fix:
      "Allow additional members in the ticket request too: it often has a schema of its own " +
      "that was left strict.",
  }),
  open("GEN-UNK-03", "What an unknown query parameter changes (nothing is expected)", {
    section: "Versioning",
    decisions: ["D-012"],
  }),
  must(
    "GEN-UNK-04",
    "An unknown body field of a key, a ladder, a sign-up or a login changes nothing",
    {
      section: "Versioning",
      over: { route: [...OTHER_BODIES, SIGNS_UP, LOGS_IN], prefix: PREFIXES },
      decisions: ["D-012"],
      fix: "Allow additional members in every schema of a body, not in that of orders alone.",
    },
  ),
];
