/** Secrets of a profile that are too short to be kept out of what is written down. */
import type { PreflightProblem } from "../preflight.ts";
import { SEARCHED_LENGTH_MIN } from "../secrets/redact.ts";
import { type Profile, secretFields } from "./profile.ts";

const MEANING =
  `a secret of less than ${SEARCHED_LENGTH_MIN} characters cannot be told from plain words: ` +
  "where the target repeats it, the report will show it";

/** A warning for each, by its field. Such a secret is hidden in headers, and nowhere else. */
export function shortSecrets(profile: Profile): PreflightProblem[] {
  const short = secretFields(profile).filter(({ value }) => value.length < SEARCHED_LENGTH_MIN);
  return short.map(({ field }) => ({ field, message: MEANING, fatal: false }));
}
