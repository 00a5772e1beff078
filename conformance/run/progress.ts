/** One line that says how far a run is: rewritten on a terminal, repeated now and then elsewhere. */
import type { Progress } from "./run.ts";

const REPEAT_MS = 10_000;

/** A progress printer for a stream, and the call that wipes its line at the end. */
export function progressOn(stream: NodeJS.WriteStream): { tell: Progress; end(): void } {
  let last = performance.now();
  const live = stream.isTTY === true;
  return {
    tell({ done, total, failed, check }) {
      const line = `${done}/${total} checks${failed > 0 ? `, ${failed} ${failed === 1 ? "rule" : "rules"} failed` : ""}`;
      if (live) {
        const width = Math.max((stream.columns ?? 80) - 1, 20);
        stream.write(`\r\x1b[2K${`${line}  ${check.title}`.slice(0, width)}`);
      } else if (performance.now() - last > REPEAT_MS) {
        last = performance.now();
        stream.write(`${line}\n`);
      }
    },
    end() {
      if (live) stream.write("\r\x1b[2K");
    },
  };
}
