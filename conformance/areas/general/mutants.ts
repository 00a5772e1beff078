/** Venues that break what all routes share. */

import {
  answerInstead,
  changeAnswer,
  changeAnyOrder,
  changeOrder,
  changeResult,
  envelope,
  fieldsOf,
  inFrontOf,
  isFields,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { ownersKept, refused } from "../../interposer/credentials.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { isKnown } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { limited, UNLIMITED } from "../../interposer/rate-limits.ts";
import { ofNamed } from "./mutants-unknown.ts";

const ORDER_FIELDS = [
  "market_id side type tif price qty client_order_id timestamp_ms recv_window_ms reduce_only",
  "slippage_cap_cents slippage_cap_bps leverage margin_mode confirm_fat_finger",
].flatMap((names) => names.split(" "));

const SIGN_UP_FIELDS = ["email", "password", "display_name", "agent_name"];
const KEY_FIELDS = ["name", "scopes"];
const MALFORMED = { status: 400, code: "VALIDATION_ERROR" };

function hasOtherThan(names: readonly string[], { body }: WireRequest): boolean {
  return Object.keys(fieldsOf(body)).some((name) => !names.includes(name));
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const FIRST_NUMBER = 100_017;

/** Orders are called by numbers, in every answer and in addresses. */
function numbered(): WireVariant {
  const numbers = new Map<string, string>();
  const ids = new Map<string, string>();
  const named = (body: unknown): unknown =>
    JSON.parse(JSON.stringify(body).replace(UUID, (id) => numbers.get(id) ?? id));
  return async (request, venue) => {
    const path = request.path.replace(/\d{6,}$/, (number) => ids.get(number) ?? number);
    const given = await venue({ ...request, path });
    const { order_id: id, status } = fieldsOf(given.body);
    if (matches(request, "POST /orders") && typeof id === "string" && status !== "REJECTED") {
      const number = numbers.get(id) ?? String(FIRST_NUMBER + numbers.size);
      numbers.set(id, number);
      ids.set(number, id);
    }
    const isOfOrders = request.path.startsWith("/orders") && typeof given.body === "object";
    return isOfOrders ? { ...given, body: named(given.body) } : given;
  };
}

/** The body, where each agent_id has lost its hyphens. */
function withPlainAgents(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) =>
    name === "agent_id" && typeof value === "string" ? value.replaceAll("-", "") : value,
  );
}

const hasRows = (body: unknown) =>
  Object.values(fieldsOf(body)).some((value) => Array.isArray(value) && value.some(isFields));

/** The body, where each row of its lists has lost its first member. */
function withShortRows(body: unknown): unknown {
  const short = (row: unknown) =>
    isFields(row) ? Object.fromEntries(Object.entries(row).slice(1)) : row;
  const members = Object.entries(fieldsOf(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(short) : value,
  ]);
  return Object.fromEntries(members);
}

const PREFIXES = [
  ["", "none", "GEN-PREFIX-01"],
  ["/v1", "v1", "GEN-PREFIX-02"],
  ["/api", "api", "GEN-PREFIX-03"],
  ["/api/v1", "api-v1", "GEN-PREFIX-04"],
] as const;

const unserved: readonly Mutant[] = PREFIXES.map(([prefix, name, rule]) => ({
  name: `prefix-${name}-not-served`,
  breaks: [rule],
  defect: `Nothing is served ${prefix === "" ? "without a prefix" : `under ${prefix}`}.`,
  profile: { prefix: prefix === "/v1" ? "/api" : "/v1" },
  wire: () => async (request, venue) =>
    request.prefix === prefix ? envelope(404, "ROUTE_NOT_FOUND") : venue(request),
}));

const notDeleted: Mutant = {
  name: "deletes-under-api-not-served",
  breaks: ["GEN-PREFIX-03"],
  defect: "No DELETE is served under /api.",
  wire: () => async (request, venue) =>
    request.prefix === "/api" && request.method === "DELETE"
      ? envelope(404, "ROUTE_NOT_FOUND")
      : venue(request),
};

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "orders-of-the-agent-that-is-named",
    breaks: ["GEN-UNK-01"],
    defect: "An order whose body names another agent is that one's, and 403 to who has placed it.",
    wire: () => {
      const given = new Set<unknown>();
      return inFrontOf(
        changeAnswer("POST /orders", (placed, { body }) => {
          if (fieldsOf(body)["agent_id"] !== undefined)
            given.add(fieldsOf(placed.body)["order_id"]);
          return placed;
        }),
        changeAnswer("GET /orders/*", (read, { path }) =>
          given.has(path.slice("/orders/".length)) ? envelope(403, "FORBIDDEN") : read,
        ),
      );
    },
  },
  {
    name: "routes-not-there",
    breaks: ["GEN-ROUTE-01"],
    defect: "There is no GET /markets/active and no GET /auth/config, under any prefix.",
    wire: () => async (request, venue) =>
      ["/markets/active", "/auth/config"].includes(request.path)
        ? envelope(404, "NOT_FOUND")
        : venue(request),
  },
  ...unserved,
  notDeleted,
  {
    name: "prefix-api-adds-a-member",
    breaks: ["GEN-PREFIX-05"],
    defect: "Under /api what a GET succeeds with has a member more, api.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isChanged =
        request.prefix === "/api" &&
        request.method === "GET" &&
        given.status === 200 &&
        isFields(given.body);
      return isChanged ? { ...given, body: { ...fieldsOf(given.body), api: "beta" } } : given;
    },
  },
  {
    name: "prefix-api-has-short-rows",
    breaks: ["GEN-PREFIX-05"],
    defect: "Under /api the rows of a list lack a member, the first.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isMeant = request.prefix === "/api" && request.method === "GET" && given.status === 200;
      if (!isMeant || !hasRows(given.body)) return given;
      return { ...given, body: withShortRows(given.body) };
    },
  },
  {
    name: "prefix-api-has-orders-of-its-own",
    breaks: ["GEN-PREFIX-06"],
    defect: "Orders placed under another prefix are unknown under /api.",
    wire: () =>
      ownersKept((ownerOf) =>
        changeAnswer("GET /orders/*", (given, { prefix, path }) => {
          const placed = ownerOf(path.slice("/orders/".length));
          const isUnknown = prefix === "/api" && placed !== undefined && placed.prefix !== "/api";
          return isUnknown && given.status === 200 ? envelope(404, "ORDER_NOT_FOUND") : given;
        }),
      ),
  },
  {
    name: "prefix-is-part-of-the-id",
    breaks: ["GEN-PREFIX-07"],
    defect: "The client_order_id of an order under another prefix places a second one under /api.",
    wire: () => {
      const elsewhere = new Set<unknown>();
      const remember = ({ prefix, body }: WireRequest) => {
        if (prefix !== "/api") elsewhere.add(fieldsOf(body)["client_order_id"]);
      };
      const anewUnderApi = changeAnyOrder(
        ({ client_order_id: id }, { request }) =>
          request.prefix === "/api" &&
          id !== undefined &&
          elsewhere.has(id) && { client_order_id: `${id}.api` },
      );
      return learning(remember, anewUnderApi);
    },
  },
  {
    name: "json-called-text",
    breaks: ["GEN-JSON-01"],
    defect: "GET /account is JSON with the media type text/plain.",
    wire: () =>
      changeAnswer("GET /account", (given) => {
        const headers = { ...given.headers, "content-type": "text/plain" };
        return given.status === 200 ? { ...given, headers } : given;
      }),
  },
  {
    name: "numbered-order-ids",
    breaks: ["GEN-UUID-01"],
    defect: "Orders have numbers for ids.",
    wire: numbered,
  },
  {
    name: "amended-orders-name-no-market",
    breaks: ["GEN-UUID-01"],
    defect: "The answer to an amendment has a market's number in the place of its id.",
    wire: () =>
      changeAnswer("PATCH /orders/*", (given) =>
        given.status === 200
          ? { ...given, body: { ...fieldsOf(given.body), market_id: 7 } }
          : given,
      ),
  },
  {
    name: "agents-without-hyphens",
    breaks: ["GEN-UUID-01"],
    defect: "In an account and a wallet agent_id is the id of an agent without hyphens.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isMeant = ["/account", "/me/wallet"].includes(request.path) && given.status === 200;
      return isMeant ? { ...given, body: withPlainAgents(given.body) } : given;
    },
  },
  {
    name: "quantities-as-text",
    breaks: ["GEN-INT-01"],
    defect: "filled_qty and remaining_qty are strings.",
    wire: () =>
      changeResult(({ filled_qty, remaining_qty }) => ({
        filled_qty: String(filled_qty),
        remaining_qty: String(remaining_qty),
      })),
  },
  {
    name: "unknown-order-fields-refused",
    breaks: ["GEN-UNK-01"],
    defect: "An order with an unknown field is refused.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) =>
        hasOtherThan(ORDER_FIELDS, request) && (await isKnown({ request, venue }))
          ? envelope(400, "VALIDATION_ERROR")
          : null,
      ),
  },
  {
    name: "reduce-only-in-camel-case-obeyed",
    breaks: ["GEN-UNK-01"],
    defect: "An order with the unknown field reduceOnly is taken as one with reduce_only.",
    wire: () =>
      changeOrder(
        ({ reduceOnly }) => typeof reduceOnly === "boolean" && { reduce_only: reduceOnly },
      ),
  },
  {
    name: "unknown-ticket-fields-refused",
    breaks: ["GEN-UNK-02"],
    defect: "A ticket request with an unknown field is refused.",
    wire: refused("POST /auth/ws-ticket", MALFORMED, (request) =>
      hasOtherThan(["agent_id"], request),
    ),
  },
  {
    name: "unknown-key-fields-refused",
    breaks: ["GEN-UNK-04"],
    defect: "A request for a key with an unknown field is refused.",
    wire: refused("POST /me/agents/*/keys", MALFORMED, (request) =>
      hasOtherThan(KEY_FIELDS, request),
    ),
  },
  {
    name: "unknown-login-fields-refused",
    breaks: ["GEN-UNK-04"],
    defect: "A login with an unknown field is refused.",
    wire: refused("POST /auth/login", MALFORMED, (request) =>
      hasOtherThan(["email", "password"], request),
    ),
  },
  {
    name: "unknown-sign-up-fields-refused",
    breaks: ["GEN-UNK-04"],
    defect: "A sign-up with an unknown field is refused.",
    wire: () =>
      answerInstead("POST /auth/signup", (request) =>
        hasOtherThan(SIGN_UP_FIELDS, request) ? envelope(400, "VALIDATION_ERROR") : null,
      ),
  },
  {
    name: "limits-per-prefix",
    breaks: ["GEN-PREFIX-08"],
    defect: "Each prefix has a rate budget of its own.",
    venue: UNLIMITED,
    wire: () => limited({ bucket: ({ agent, prefix }) => agent + prefix }),
  },
  ...ofNamed,
];
