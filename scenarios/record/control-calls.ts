/** Tells commands of the control protocol from the venue's own routes. */
import type { ReadExchange } from "./credentials.ts";

/** Where the operator's endpoint is, below the target; known beforehand or once it says so. */
export interface ControlCalls {
  path: string | null;
  /** Whether the clock is the operator's to move. */
  movesClock: boolean;
}

const PROTOCOL = "touchstone-control/1";

/**
 * The path of a command below the endpoint, such as `/freeze`; null for anything else.
 * Shape: learns from an announcement that passes.
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
  const base = control.path;
  if (base === null || (path !== base && !path.startsWith(`${base}/`))) return null;
  return path.slice(base.length);
}
