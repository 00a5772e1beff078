/** A recorded session as a load: its requests, and what of them is bound anew each time. */
import type { SessionMarket } from "../../scenarios/session/format.ts";
import type { LoadEndpoint } from "./flows.ts";
import type { RequestOutcome } from "./outcome.ts";

/** One request of the session. Shape: `actor` is a place among the session's agents, or nobody. */
export interface LoadStep {
  actor: number | null;
  endpoint: LoadEndpoint;
  method: string;
  path: string;
  body: unknown;
  /** What the recording came to is no error here. */
  outcome: RequestOutcome;
  /** Ids that its answer gave first, and where they stood in it. */
  ids: IdPath[];
  /** How far the order's time stamp was from its sending; null without one. Milliseconds. */
  stampOffsetMs: number | null;
}

/** A session to load with. Shape: `markets` by recorded id, live ids once they are known. */
export interface SessionLoad {
  agents: number;
  steps: LoadStep[];
  markets: Record<string, string>;
  described: Record<string, SessionMarket>;
  /** What cannot be sent again under load. */
  notes: string[];
  cost: { writes: number; reads: number };
}

/** What an endpoint's success has to hold. */
export function formOf(endpoint: LoadEndpoint): "order" | "ticket" | "json" {
  if (endpoint === "place" || endpoint === "replay") return "order";
  return endpoint === "ticket" ? "ticket" : "json";
}

/** An id and the way to it, member by member. */
export interface IdPath {
  at: string[];
  id: string;
}
