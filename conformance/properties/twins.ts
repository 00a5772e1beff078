/** Two plays of the same commands that must come to the same, whatever that is. */
import { that } from "../expect/expectation.ts";
import type { Trial } from "../trial/trial.ts";
import { Inconclusive, StandsOn } from "../verdict.ts";
import { type Act, doAgain, type Heard, type Left, leftIn, summed, type Variation } from "./act.ts";
import { Broken } from "./broken.ts";
import { Floor, type Pace, toldOf } from "./floor.ts";
import { perform } from "./perform.ts";
import type { Step } from "./step.ts";

/** How the second play differs, and what of the first it should come to. */
export interface Twin extends Variation {
  /** Names the difference in a report: "under other prefixes". */
  says: string;
  /** What is left of the second play, as the first would have it. */
  asFirst?(left: Left): Left;
}

/** What a play came to. */
interface Outcome {
  acts: readonly Act[];
  heard: readonly Heard[];
  left: Left;
}

/**
 * Plays a script, then the same commands varied. Errors: Broken where the outcomes differ,
 * Inconclusive where they differ without a variation too.
 */
export async function playTwins(
  trial: Trial,
  script: readonly Step[],
  { pace, twin }: { pace: Pace; twin: Twin },
): Promise<void> {
  const first = await plainly(trial, script, pace);
  const difference = await varied(trial, first, { pace, twin });
  if (difference === null) return;
  const again = await varied(trial, first, { pace, twin: { says: "again" } });
  if (again !== null) throw new Inconclusive("the same commands have another outcome each time");
  throw difference;
}

async function plainly(trial: Trial, script: readonly Step[], pace: Pace): Promise<Outcome> {
  const floor = await Floor.open(trial, pace);
  try {
    for (const step of script) await perform(floor, step);
    await floor.reconcile();
  } catch (error) {
    if (error instanceof Broken) throw new StandsOn("PROP-STATEFUL-01", error.message);
    throw error;
  }
  const heard = floor.answers.map((placed) => summed([toldOf(placed)]));
  return { acts: floor.acts, heard, left: leftIn(await floor.read(), floor) };
}

async function varied(
  trial: Trial,
  first: Outcome,
  { pace, twin }: { pace: Pace; twin: Twin },
): Promise<Broken | null> {
  const { says, asFirst = (left) => left } = twin;
  const floor = await Floor.open(trial, pace);
  const heard = await doAgain(floor, first.acts, twin);
  const odd = heard.findIndex((one, index) => unlike(one, first.heard[index]));
  if (odd >= 0) {
    const expected = `order ${odd + 1} ${says} to come to ${JSON.stringify(first.heard[odd])}`;
    return new Broken("answers", { expected, actual: JSON.stringify(heard[odd]) }, trial.latest);
  }
  const same = that<Left>("the same", (left) => !unlike(left, first.left));
  const read = async () => asFirst(leftIn(await floor.read(), floor));
  const left = await floor.reading(read, same);
  if (!unlike(left, first.left)) return null;
  const expected = `the commands ${says} to leave ${JSON.stringify(first.left)}`;
  return new Broken("state", { expected, actual: JSON.stringify(left) }, trial.latest);
}

function unlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
