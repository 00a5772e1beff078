/** The sentences that a rule stands on, for readers. */
import { SENTENCES } from "./index.ts";

/** Each with its heading, in the spec's order; none for a rule on what the spec is silent about. */
export function sentencesOf(rule: string): string[] {
  return SENTENCES.filter(({ rules }) => rules.includes(rule)).map(
    ({ part, says }) => `${says} (${part})`,
  );
}
