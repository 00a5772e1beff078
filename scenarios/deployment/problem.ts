/** What a look at a target finds wrong before anything is judged. */

/** One thing wrong, in one line; `field` is the profile's, null when it is not in the profile. */
export interface PreflightProblem {
  field: string | null;
  message: string;
  /** True when nothing could be judged anyway. */
  fatal: boolean;
}
