/** Two plays of the same commands that must come to the same, whatever that is. */
import type { Arbitrary } from "fast-check";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import { type Act, type ActVariation, doAll, type Heard, type Left, leftIn } from "./act.ts";
import { Broken, type Deviation } from "./broken.ts";
import { explore } from "./explore.ts";
import { type Pace, PropertyRun } from "./property-run.ts";
import { rehearse } from "./rehearse.ts";
import type { PropertyStep } from "./step.ts";

/** How the second play differs, and what of it should be like the first. */
interface MetamorphicPair extends ActVariation {
  /** Names the difference in a report: "under other prefixes". */
  says: string;
  /** What is left of the second play, as the first would have it. */
  asFirst?(left: Left): Left;
}

/** What a play came to. */
interface PairOutcome {
  heard: readonly Heard[];
  left: Left;
}

/**
 * Plays a script, then the same commands varied. Errors: Broken where the outcomes differ,
 * Inconclusive where they differ without a variation too.
 */
async function playPair(
  t: CheckContext,
  script: readonly PropertyStep[],
  { pace, pair }: { pace: Pace; pair: MetamorphicPair },
): Promise<void> {
  const { acts, left } = rehearse(script);
  const play = async (how: MetamorphicPair, wanted: Left) =>
    played(await PropertyRun.open(t, pace), acts, { pair: how, wanted });
  const first = await play({ says: "" }, left);
  const second = await play(pair, first.left);
  const difference = between(first, second, pair.says);
  if (difference === null) return;
  const decisive = t.sent.latest;
  const again = await play({ says: "" }, first.left);
  if (between(first, again, "again") === null) throw new Broken("state", difference, decisive);
  throw new Inconclusive("the same commands have another outcome each time");
}

/** Plays acts; where reads lag, reads until what is left is as `wanted`, which judges nothing. */
async function played(
  run: PropertyRun,
  acts: readonly Act[],
  { pair, wanted }: { pair: MetamorphicPair; wanted: Left },
): Promise<PairOutcome> {
  const { asFirst = (left: Left) => left } = pair;
  const heard = await doAll(run, acts, pair);
  const settled = that<Left>("as wanted", (left) => !unlike(left, wanted));
  const read = async () => asFirst(leftIn(await run.read(), run));
  return { heard, left: await run.reading(read, settled) };
}

function between(first: PairOutcome, second: PairOutcome, says: string): Deviation | null {
  const odd = second.heard.findIndex((one, index) => unlike(one, first.heard[index]));
  if (odd >= 0) {
    const [wanted, seen] = [first.heard[odd], second.heard[odd]];
    return { expected: `order ${odd + 1} ${says} to come to ${text(wanted)}`, actual: text(seen) };
  }
  if (!unlike(second.left, first.left)) return null;
  const expected = `the commands ${says} to leave ${text(first.left)}`;
  return { expected, actual: text(second.left) };
}

function text(value: unknown): string {
  return JSON.stringify(value);
}

function unlike(one: unknown, other: unknown): boolean {
  return text(one) !== text(other);
}

/** A law that needs no model: how the second play differs, and the scripts that are played. */
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
    needs: ["two-owners", "market", "quiet"],
    body: (t) =>
      explore<PropertyStep>(t, {
        rules: { answers: rule, state: rule },
        scripts,
        plays: { own: 2, shared: 1 },
        play: (played, script, pace) => playPair(played, script, { pace, pair }),
      }),
  };
}
