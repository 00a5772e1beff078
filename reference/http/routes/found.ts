/** Turns what was not found into the refusal that says so. */
import type { ErrorCode } from "../../wire/codes.ts";
import { Refused } from "../../wire/refused.ts";

/** Passes a value on. Errors: the given code for null or undefined. D-160. */
export function found<T>(value: T | null | undefined, code: ErrorCode): T {
  if (value !== null && value !== undefined) return value;
  const [what] = code.split("_");
  throw new Refused(code, `no such ${what!.toLowerCase()}`);
}
