/** Tells commands of the control protocol from the venue's own routes. */
import type { ReadExchange } from "./credentials.ts";

/** Where the operator's endpoint is, below the target; known beforehand or once it says so. */
export interface ControlCalls {
  path: string | null;
  /** Whether the clock is the operator's to move. */
  movesClock: boolean;
}

const PROTOCOL = "touchstone-control/1";
/** Commands whose like no route of a venue has, with what their answers say. */
const UNMISTAKABLE: readonly [command: RegExp, told: string][] = [
  [/^POST (\/.+)\/clock$/, "now_ms"],
  [/^PUT (\/.+)\/freeze$/, "frozen"],
  [/^PUT (\/.+)\/upstream$/, "reachable"],
  [/^PUT (\/.+)\/gates\/[^/]+$/, "closed"],
  [/^POST (\/.+)\/reset$/, "seed"],
  [/^GET (\/.+)\/digest$/, "sha256"],
];

/**
 * The path of a command below the endpoint, such as `/freeze`; null for anything else.
 * Shape: learns from an announcement that passes, or from a command that can be nothing else.
 */
export function callOf(exchange: ReadExchange, control: ControlCalls): string | null {
  const { passed, path, received } = exchange;
  const answer = Object(received) as { protocol?: unknown; capabilities?: unknown };
  const isAnnouncement = passed.method === "GET" && answer.protocol === PROTOCOL;
  if (isAnnouncement) {
    control.path = path.replace(/\/+$/, "");
    const { capabilities } = answer;
    control.movesClock = Array.isArray(capabilities) && capabilities.includes("clock");
  }
  control.path ??= baseOf(exchange);
  const base = control.path;
  control.movesClock ||= path === `${base}/clock` && Object.hasOwn(Object(received), "now_ms");
  if (base === null || (path !== base && !path.startsWith(`${base}/`))) return null;
  return path.slice(base.length);
}

/** Where the endpoint is, by a command that was carried out; null for what may be a route. */
function baseOf({ passed, path, received }: ReadExchange): string | null {
  for (const [command, told] of UNMISTAKABLE) {
    const [, base] = command.exec(`${passed.method} ${path}`) ?? [];
    if (base !== undefined && Object.hasOwn(Object(received), told)) return base;
  }
  return null;
}
