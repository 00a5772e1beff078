/** The session format: what happened between actors and a venue, one JSON object a line. */

/** First line. Credentials appear nowhere: actors' keys are placeholders `{{name.key}}`. */
export interface SessionHeader {
  touchstone: "session/1";
  target: { name: string; prefix: string };
  recorded_by: "check" | "proxy" | "simulation" | "hand";
  seed: number | null;
  clock: "system" | "virtual";
  started_at: string;
  actors: Record<string, { caller: "key" | "session"; owner: string }>;
  markets: Record<string, SessionMarket>;
}

/** How a market is recognised elsewhere. Units: market price units. */
export interface SessionMarket {
  kind: string;
  status: string;
  band: readonly [number, number];
  tick: number;
}

/** A body is `body` only if writing it again gives the same bytes, else `body_text`. */
export type SessionBody = { body?: unknown; body_text?: string };

/** One exchange; `at` and `took` are milliseconds since the header's start. */
export interface SessionExchange {
  n: number;
  at: number;
  took: number;
  actor: string | null;
  request: SessionBody & {
    method: string;
    path: string;
    query?: Record<string, string>;
    headers: Record<string, string>;
  };
  response?: SessionBody & { status: number; headers: Record<string, string> };
  failure?: string;
}

/** A command of the control protocol. */
export interface SessionControl {
  n: number;
  at: number;
  control: { method: string; path: string; body: unknown };
}

/** Last line; a file without one was cut off and is still usable. */
export interface SessionEnd {
  end: number;
  sha256: string;
}
