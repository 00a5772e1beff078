/** One request as the handlers see it, and the table entry that leads to a handler. */
import type { Caller } from "../callers/caller.ts";
import type { VenueParts } from "../parts.ts";
import type { Agent } from "../trading/account.ts";
import { isUuid } from "../trading/place-request.ts";
import type { Answer } from "./answer.ts";
import { envelope, Refused } from "./refusal.ts";

/** A request that may be served; `seenAtMs` is the moment its reads show. */
export interface Call {
  parts: VenueParts;
  caller: Caller;
  agent: Agent;
  params: Record<string, string>;
  query: URLSearchParams;
  text: string;
  receivedAtMs: number;
  seenAtMs: number;
}

/**
 * What a caller must present: nothing, what the venue asks for its data, any credential, one that
 * may trade, or a browser session.
 */
export type Needs = "nothing" | "data" | "credential" | "trade" | "session";

/** One route; `{id}` in the path is found in `Call.params`. A halting one is shut by a freeze. */
export interface Route {
  method: "GET" | "POST" | "DELETE" | "PATCH";
  path: string;
  needs: Needs;
  halts?: true;
  handle: (call: Call) => Answer;
}

/** The JSON body, an empty one being an empty object; throws `Refused` when it is no JSON object. */
export function objectBody(call: Call): Record<string, unknown> {
  const body = call.text.trim() === "" ? {} : jsonBody(call);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new Refused({ form: "invalid", loc: ["body"], message: "a JSON object is needed" });
}

/** The JSON body; throws `Refused` when it is not JSON. */
export function jsonBody(call: Call): unknown {
  try {
    return JSON.parse(call.text);
  } catch {
    throw new Refused({ form: "invalid", loc: ["body"], message: "JSON is needed" });
  }
}

/** The UUID in the path; throws `Refused` when it is none. */
export function pathId(call: Call, name = "id"): string {
  const id = call.params[name] ?? "";
  if (isUuid(id)) return id.toLowerCase();
  if (call.parts.settings.counts === "strict") {
    throw new Refused(envelope(404, "nothing_there", "no such id"));
  }
  throw new Refused({ form: "invalid", loc: ["path", name], message: "a UUID is needed" });
}

/** Throws `Refused` unless the caller may act for the agent: with a key for no other than its own. */
export function mustBeFor(call: Call, agent: Agent): void {
  const { session } = call.caller;
  const own = session === null ? agent === call.agent : agent.owner === session.account.owner;
  if (!own) throw new Refused(envelope(403, "not_yours", "this belongs to another agent"));
}
