/** Named groups of routes an operator can close; a closed one answers 503. D-171. */

/** The groups that have a gate. */
export const FEATURES = ["ladder", "amend", "signup"] as const;
export type Feature = (typeof FEATURES)[number];

/** Whether a name from outside is a feature. */
export const isFeature = (name: string): name is Feature =>
  (FEATURES as readonly string[]).includes(name);
