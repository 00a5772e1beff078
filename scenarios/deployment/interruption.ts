/** Ctrl-C, a terminal that is closed, and being asked to stop by another process. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls back at the first of each; the next ends the process as ever. Returns: stops listening. */
export function onInterruption(handle: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}
