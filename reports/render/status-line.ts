/** One line that says how far something is: rewritten on a terminal, repeated now and then in a log. */
import { onOneLine } from "./text.ts";

const QUIET_MS = 2_000;
const EVERY_MS = { terminal: 500, log: 10_000 };
const BAR = 8;
const WIPE = "\r\x1b[2K";

/**
 * Asks `says` for the line again and again until the returned function is called, which wipes it;
 * a short run shows none. Units: `says` is given the whole seconds since the start.
 */
export function statusLine(
  stream: NodeJS.WriteStream,
  says: (seconds: number) => string,
): () => void {
  const live = stream.isTTY === true;
  const start = performance.now();
  let shown = false;
  const show = () => {
    const passedMs = performance.now() - start;
    if (passedMs < QUIET_MS) return;
    const line = onOneLine(says(Math.floor(passedMs / 1_000)));
    const width = Math.max((stream.columns ?? 80) - 1, 20);
    stream.write(live ? `${WIPE}${line.slice(0, width)}` : `${line}\n`);
    shown = true;
  };
  const timer = setInterval(show, live ? EVERY_MS.terminal : EVERY_MS.log);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (shown && live) stream.write(WIPE);
    shown = false;
  };
}

/** "[###-----]  41%". Units: `share` from 0 to 1; only all of it is 100%. */
export function barText(share: number): string {
  const done = Math.floor(share * BAR);
  const percent = `${Math.floor(share * 100)}%`;
  return `[${"#".repeat(done)}${"-".repeat(BAR - done)}] ${percent.padStart(4)}`;
}
