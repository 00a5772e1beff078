/** Gives client ids of a recording another beginning, so that no venue takes them for replays. */
import { createHash } from "node:crypto";

const CLASSES = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

/**
 * The id by which a recorded one goes in this run.
 * Shape: as long, letters as letters, digits as digits, all else as it is; different ids stay so.
 */
export function clientIdFor(runId: string, recorded: string): string {
  const shifts = createHash("sha256").update(`client ids ${runId}`).digest();
  return [...recorded]
    .map((char, index) => {
      const letters = CLASSES.find((one) => one.includes(char));
      if (letters === undefined) return char;
      const shift = shifts[index % shifts.length]!;
      return letters[(letters.indexOf(char) + shift) % letters.length];
    })
    .join("");
}
