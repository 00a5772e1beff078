/** Tells on a terminal how far a long replay is. */

const FIRST_MS = 2_000;
const EVERY_MS = 500;
/** In a log every line stays. */
const EVERY_MS_LOGGED = 10_000;

/** A line that is written over; silent for the first seconds, and where nobody watches. */
export function progressOn(stream: NodeJS.WriteStream) {
  const start = performance.now();
  const everyMs = stream.isTTY ? EVERY_MS : EVERY_MS_LOGGED;
  let shownAt = start + FIRST_MS - everyMs;
  let shown = false;
  return {
    tell(file: string, played: number): void {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      shown = true;
      const line = `${file}: ${played} lines, ${((now - start) / 1_000).toFixed(0)} s`;
      stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (shown && stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}
