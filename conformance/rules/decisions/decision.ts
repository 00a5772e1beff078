/** What a decision is: a place that the spec leaves open, and what the suite makes of it. */

/**
 * One entry of the decision register.
 * Shape: `id` is permanent; `question` completes "..., where the spec leaves room"; `accepts` says
 * in sentences what never fails and why; `reference` is what our venue does, as a phrase.
 */
export interface Decision {
  readonly id: string;
  readonly question: string;
  readonly accepts: string;
  readonly reference: string;
}
