/** Sees to it that a stretch of commands ends: a venue that loops would hold its simulation up. */
import { Script } from "node:vm";
import { violate } from "./violation.ts";

/** Commands, or things that come due, of a long stretch: to watch it takes a thread. */
export const STRETCH = 10_000;

/** Far more than they take where ten others want the same core. Units: ms. */
const START_MS = 5_000;
const EACH_MS = 0.3;

/** What is done, how many commands that are at most, and which was begun last. */
export interface WatchedStretch {
  act: () => void;
  size: number;
  last: () => string;
}

/** A script can be ended from outside, a function can't: so a script calls it. */
const CALL = new Script("touchstoneStretch()");
const callable = globalThis as { touchstoneStretch?: () => void };

/** Does what ends in time. Errors: throws a Violation where it does not end. */
export function ending({ act, size, last }: WatchedStretch): void {
  callable.touchstoneStretch = act;
  try {
    CALL.runInThisContext({ timeout: Math.ceil(START_MS + EACH_MS * size) });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    violate("standstill", `${last()} does not come to an end`);
  } finally {
    delete callable.touchstoneStretch;
  }
}

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
