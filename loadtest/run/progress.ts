/** One line that says how far a run is: rewritten on a terminal, repeated now and then elsewhere. */

const REPEAT_SECONDS = 10;

/** A progress printer, and the call that wipes its line. Units: seconds. */
export function progressOn(
  stream: NodeJS.WriteStream,
  total: number,
): { second(at: number): void; end(): void } {
  const live = stream.isTTY === true;
  let told = 0;
  return {
    second(at) {
      const line = `loading: ${Math.floor(at)} of about ${Math.ceil(total)} s`;
      if (live) stream.write(`\r\x1b[2K${line}`);
      else if (at - told >= REPEAT_SECONDS) {
        told = at;
        stream.write(`${line}\n`);
      }
    },
    end() {
      if (live) stream.write("\r\x1b[2K");
    },
  };
}
