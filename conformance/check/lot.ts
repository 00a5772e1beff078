/** What is arbitrary is drawn by the seed. */
import { createHash } from "node:crypto";

/** From 0 up to 1, the same for the same seed and name. */
export function lotOf(seed: number | string, name: string): number {
  return createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
