import assert from "node:assert/strict";
import { it } from "node:test";
import { ROUTES } from "../routes/index.ts";
import { Components } from "./components.ts";
import { errorResponses } from "./errors.ts";

/** Codes of 403, 404 and 503 that the description gives a route. */
function codesOf(method: string, path: string): string[] {
  const route = ROUTES.find((each) => each.method === method && each.path === path)!;
  const responses = errorResponses(route, new Components()) as Record<number, { $ref: string }>;
  const refs = [403, 404, 503].flatMap((status) => responses[status]?.$ref.split("/").at(-1) ?? []);
  return refs.flatMap((ref) => ref.split("."));
}

const EXPECTED: Record<string, string[]> = {
  "GET /health": ["FORBIDDEN", "INSUFFICIENT_SCOPE", "AGENT_NOT_FOUND"],
  "GET /orders/:order_id": [
    ...["FORBIDDEN", "INSUFFICIENT_SCOPE"],
    ...["AGENT_NOT_FOUND", "ORDER_NOT_FOUND"],
    "STORE_UNAVAILABLE",
  ],
  "PATCH /orders/:order_id": [
    ...["FORBIDDEN", "INSUFFICIENT_SCOPE", "CSRF_FAILED"],
    ...["AGENT_NOT_FOUND", "ORDER_NOT_FOUND"],
    ...["STORE_UNAVAILABLE", "FEATURE_DISABLED", "EXCHANGE_FROZEN"],
  ],
  "POST /me/agents": [
    ...["FORBIDDEN", "SESSION_REQUIRED", "CSRF_FAILED", "AGENT_NOT_FOUND"],
    "STORE_UNAVAILABLE",
  ],
  "GET /agents/:agent_id/keys": ["FORBIDDEN", "AGENT_NOT_FOUND", "STORE_UNAVAILABLE"],
};

for (const [title, codes] of Object.entries(EXPECTED)) {
  it(`${title} is refused with the codes of its kind and its own`, () => {
    const [method, path] = title.split(" ") as [string, string];
    assert.deepEqual(codesOf(method, path), codes);
  });
}
