/** Seeds as people give them: a number, a range, or the hash of a commit. */
import { UsageError } from "../deployment/usage-error.ts";

/** Hex digits of a commit hash that make a seed: 52 bits, the most that a number holds exactly. */
const HASH_DIGITS = 13;

/** A seed. Shape: 0 to 2^53 - 1. Errors: UsageError. */
export function parseSeed(text: string): number {
  if (/^[0-9a-f]{40}$/i.test(text)) return Number.parseInt(text.slice(0, HASH_DIGITS), 16);
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seed takes a whole number or the 40 digits of a commit, not ${text}`);
}

/** Both ends included. Errors: UsageError. */
export function parseSeeds(text: string): { first: number; last: number } {
  const [, first = "", last = ""] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? [];
  if (first !== "" && Number(first) <= Number(last)) {
    return { first: Number(first), last: Number(last) };
  }
  throw new UsageError(`--seeds takes a range such as 1..200, not ${text}`);
}
