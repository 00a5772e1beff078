/** Venues that break what all routes share. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeAnyOrder,
  changeResult,
  envelope,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { limited, UNLIMITED } from "../../interposer/rate-limits.ts";

const ORDER_FIELDS = [
  "market_id side type tif price qty client_order_id timestamp_ms recv_window_ms reduce_only",
  "slippage_cap_cents slippage_cap_bps leverage margin_mode confirm_fat_finger",
].flatMap((names) => names.split(" "));

const KEY_FIELDS = ["name", "scopes"];

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

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
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
  {
    name: "prefix-api-wraps-bodies",
    breaks: ["GEN-PREFIX-05"],
    defect: "Under /api every body is wrapped in data.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      return request.prefix === "/api" ? { ...given, body: { data: given.body } } : given;
    },
  },
  {
    name: "prefix-api-has-orders-of-its-own",
    breaks: ["GEN-PREFIX-06"],
    defect: "Orders placed under another prefix are unknown under /api.",
    wire: () =>
      answerInstead("GET /orders/*", ({ prefix, path }) =>
        prefix === "/api" && path !== "/orders/open" ? envelope(404, "ORDER_NOT_FOUND") : null,
      ),
  },
  {
    name: "prefix-is-part-of-the-id",
    breaks: ["GEN-PREFIX-07"],
    defect: "The same client_order_id under another prefix places a second order.",
    wire: () =>
      changeAnyOrder(({ client_order_id: id }, { request }) => ({
        client_order_id: `${id}${request.prefix.replaceAll("/", ".")}`,
      })),
  },
  {
    name: "json-called-text",
    breaks: ["GEN-JSON-01"],
    defect: "GET /account is JSON with the media type text/plain.",
    wire: () =>
      changeAnswer("GET /account", (given) => ({
        ...given,
        headers: { ...given.headers, "content-type": "text/plain" },
      })),
  },
  {
    name: "numbered-order-ids",
    breaks: ["GEN-UUID-01"],
    defect: "Orders have numbers for ids.",
    wire: () => changeResult(({ status }) => status !== "REJECTED" && { order_id: "100017" }),
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
      answerInstead("POST /orders", ({ body }) => {
        const strange = Object.keys(fieldsOf(body)).some((name) => !ORDER_FIELDS.includes(name));
        return strange ? envelope(400, "VALIDATION_ERROR") : null;
      }),
  },
  {
    name: "unknown-ticket-fields-refused",
    breaks: ["GEN-UNK-02"],
    defect: "A ticket request with an unknown field is refused.",
    // The tickets are the variant's own, so that it works in front of a venue without a stream.
    wire: () =>
      answerInstead("POST /auth/ws-ticket", ({ body }) => {
        const strange = Object.keys(fieldsOf(body)).some((name) => name !== "agent_id");
        const minted = { ticket: "rw_live_ticket", expires_at: "2026-01-05T00:01:00Z" };
        return strange ? envelope(400, "VALIDATION_ERROR") : answer(201, minted);
      }),
  },
  {
    name: "unknown-key-fields-refused",
    breaks: ["GEN-UNK-04"],
    defect: "A request for a key with an unknown field is refused.",
    wire: () =>
      answerInstead("POST /me/agents/*/keys", ({ body }) => {
        const strange = Object.keys(fieldsOf(body)).some((name) => !KEY_FIELDS.includes(name));
        return strange ? envelope(400, "VALIDATION_ERROR") : null;
      }),
  },
  {
    name: "limits-per-prefix",
    breaks: ["GEN-PREFIX-08"],
    defect: "Each prefix has a rate budget of its own.",
    venue: UNLIMITED,
    wire: () => limited({ bucket: ({ agent, prefix }) => agent + prefix }),
  },
];
