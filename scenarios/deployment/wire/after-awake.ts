/** A timeout that a process does not run into by being starved itself. */

/** Longest time that one tick counts for, however late it comes. Units: ms. */
const TICK_MS = 500;

/**
 * Calls `late` after so many milliseconds in which this process was there to hear an answer: time
 * for which it did not run at all is nobody's delay. Returns how to call it off.
 */
export function afterAwake(ms: number, late: () => void): () => void {
  let leftMs = ms;
  let timer = next();
  return () => clearTimeout(timer);

  function next(): NodeJS.Timeout {
    const tickMs = Math.min(TICK_MS, leftMs);
    return setTimeout(() => {
      leftMs -= tickMs;
      if (leftMs > 0) timer = next();
      else late();
    }, tickMs);
  }
}
