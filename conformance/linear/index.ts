/** `touchstone/linear`: checks concurrent histories against a sequential model, and draws them. */
export { type CheckBounds, checkLinear } from "./check.ts";
export type { Operation } from "./history.ts";
export type { Model } from "./model.ts";
export { timeline } from "./timeline.ts";
export type { TimelineOptions } from "./timeline-marks.ts";
export type { Contradiction, Linearization, Unknown, Verdict } from "./verdict.ts";
