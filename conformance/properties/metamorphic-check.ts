/** The check of a law that needs no model: two plays of the same commands come to the same. */
import type { Arbitrary } from "fast-check";
import type { Check } from "../check/check.ts";
import { explore } from "./explore.ts";
import { type MetamorphicPair, playPair } from "./metamorphic.ts";
import type { PropertyStep } from "./step.ts";

/** How the second play differs, and the scripts that are played. */
export interface MetamorphicLaw {
  title: string;
  scripts: Arbitrary<PropertyStep[]>;
  pair: MetamorphicPair;
}

/** The check of a rule that plays random scripts twice each, the second time varied. */
export function metamorphicCheck(rule: string, { title, scripts, pair }: MetamorphicLaw): Check {
  return {
    title,
    proves: [rule],
    needs: ["two-owners", "binary", "quiet"],
    body: (t) =>
      explore<PropertyStep>(t, {
        rules: { answers: rule, state: rule },
        scripts,
        plays: { own: 2, shared: 2 },
        play: (played, script, pace) => playPair(played, script, { pace, pair }),
      }),
  };
}
