/** One request as the handlers see it, and the table entry that leads to a handler. */
import type { Agent } from "./account.ts";
import type { Answer } from "./answer.ts";
import type { Draw } from "./draw.ts";
import type { Settings } from "./options.ts";
import type { People } from "./people.ts";
import { isUuid } from "./place-request.ts";
import { Refused } from "./refusal.ts";
import type { Venue } from "./venue.ts";

/** Everything a running independent venue consists of. */
export interface VenueParts {
  settings: Settings;
  draw: Draw;
  people: People;
  venue: Venue;
}

/** An authenticated, unlimited request; `seenAtMs` is the moment its reads show. */
export interface Call {
  house: VenueParts;
  agent: Agent;
  id: string;
  query: URLSearchParams;
  text: string;
  receivedAtMs: number;
  seenAtMs: number;
}

/** What a caller must present: nothing, any key, or a key that may trade. */
export type Needs = "nothing" | "key" | "trade";

/** One route; `{id}` in the path becomes `Call.id`. */
export interface Route {
  method: "GET" | "POST" | "DELETE" | "PATCH";
  path: string;
  needs: Needs;
  handle: (call: Call) => Answer;
}

const LIMIT_MAX = 1_000;

/** The JSON body; throws `Refused` when it is not JSON. */
export function jsonBody(call: Call): unknown {
  try {
    return JSON.parse(call.text);
  } catch {
    throw new Refused({ form: "invalid", loc: ["body"], message: "JSON is needed" });
  }
}

/** The UUID in the path; throws `Refused` when it is none. */
export function pathId(call: Call): string {
  if (isUuid(call.id)) return call.id.toLowerCase();
  throw new Refused({ form: "invalid", loc: ["path", "id"], message: "a UUID is needed" });
}

/** A count from the query, brought into 0 to 1000; throws `Refused` when it is no integer. */
export function countQuery(call: Call, name: string, fallback: number): number {
  const text = call.query.get(name) ?? String(fallback);
  if (/^-?\d+$/.test(text)) return Math.min(LIMIT_MAX, Math.max(0, Number(text)));
  throw new Refused({ form: "invalid", loc: ["query", name], message: "an integer is needed" });
}

/** The market id of the query in lower case, or null; throws `Refused` when it is no UUID. */
export function marketQuery(call: Call): string | null {
  const text = call.query.get("market_id");
  if (text === null || text === "") return null;
  if (isUuid(text)) return text.toLowerCase();
  throw new Refused({ form: "invalid", loc: ["query", "market_id"], message: "a UUID is needed" });
}

/** A list as this venue wraps it: bare, under a name of its own, or two levels deep. */
export function listBody(call: Call, items: unknown[], name?: string): unknown {
  if (call.house.settings.wrappers === "array") return items;
  return name ? { [name]: items } : { data: { items } };
}

/** A single record as this venue wraps it. */
export function recordBody(call: Call, name: string, record: object): object {
  return call.house.settings.wrappers === "array" ? record : { [name]: record };
}
