/** Plays random scripts until one breaks its property, makes that one small, and judges. */
import fc from "fast-check";
import { Inconclusive, isInterference, StandsOn } from "../../scenarios/deployment/stops.ts";
import { KINDS } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import { type Aspect, Broken } from "./broken.ts";
import type { Pace } from "./property-run.ts";
import { shrink } from "./shrink.ts";

/** A statement about every script. */
export interface Property<T> {
  /** Which rule fails when each of these breaks it; some properties look at neither flaws nor cash. */
  rules: Record<"answers" | "state", string> & { refusal?: string; cash?: string };
  scripts: fc.Arbitrary<T[]>;
  /** The script of the next play, made of the one that was drawn: that itself where absent. */
  complete?(script: T[]): T[];
  /** Scripts to play: where control gives each a market of its own, and where all share one. */
  plays: { own: number; shared: number };
  /** Plays a script from a fresh start. Errors: Broken where it breaks the property. */
  play(t: CheckContext, script: readonly T[], pace: Pace): Promise<unknown>;
}

/** Rules a property stands on: when one of them failed, that is the defect to mend first (H-17). */
export const BASE =
  /^(GEN|ORD|RES|MATCH|TIF|IDEM|FRESH|REJ|BIN|PERP|PARLAY|CLAIM|OAPI|MKT|ACC|STATE|AUTH|SESS|KEY|STRM|TKT|ERR|PROP-STATEFUL)-/;

/** What making a failure small may cost. */
const SHRINK_REQUESTS = { own: 3_000, shared: 60 };
const SHRINK_MS = { own: 8_000, shared: 30_000 };
const CONFIRMATIONS = 3;

const LOST_PLAYS_MAX = 2;
/** Most cooldowns and pauses of a target are over then. */
const AFTER_INTERFERENCE_MS = 3_000;

/** Judges the property's rules. Errors: as Judge.expect, and Inconclusive for interference. */
export async function explore<T extends object>(
  t: CheckContext,
  property: Property<T>,
): Promise<void> {
  const where = t.market.info.own ? "own" : "shared";
  const found = await search(t, property, property.plays[where]);
  if (found === null) {
    for (const rule of new Set(Object.values(property.rules))) t.expect(rule, null, holds);
    return;
  }
  const { broken, script, path } = found;
  const base = t.run.failedRules().find((rule) => BASE.test(rule));
  if (base !== undefined) throw new StandsOn(base, `it failed, and here ${broken.message}`);
  const { small, last } = t.run.asFound
    ? { small: script, last: broken }
    : await demonstrated(t, property, { script, aspect: broken.aspect, where });
  const cut = `${small.length} of ${script.length} commands kept, seed ${t.run.seed}, path ${path}`;
  const shown = { ...last, says: `${last.actual} (${cut})` };
  t.expect(
    property.rules[last.aspect] ?? property.rules.state,
    shown,
    that(last.expected, isBroken, ({ says }) => says),
  );
}

const holds = that("no script that breaks it", () => true);
const isBroken = () => false;

/**
 * The first script of this seed that breaks the property; null where none of them does. A few that
 * were interfered with are left for others. Errors: as the play, where there are more of them.
 */
async function search<T>(t: CheckContext, property: Property<T>, plays: number) {
  const { play, scripts, complete = (script) => script } = property;
  let lost = 0;
  let script: T[] = [];
  const holding = fc.asyncProperty(scripts, async (drawn) => {
    script = complete(drawn);
    try {
      await play(t, script, "patient");
    } catch (error) {
      if (!isInterference(error) || lost === LOST_PLAYS_MAX) throw error;
      lost += 1;
      await t.clock.pass(AFTER_INTERFERENCE_MS);
      fc.pre(false);
    }
  });
  const run = await fc.check(holding, { seed: seedOf(t), numRuns: plays, endOnFailure: true });
  if (!run.failed) return null;
  const { errorInstance: broken, counterexamplePath: path } = run;
  if (!(broken instanceof Broken)) throw broken;
  return { broken, script, path };
}

/** Other scripts in each cell; all follow from the seed of the run. */
function seedOf({ run, cell: { kind = KINDS[0] } }: CheckContext): number {
  return run.seed + KINDS.indexOf(kind);
}

/** The smallest script found, and how it broke the property when it was played once more. */
async function demonstrated<T extends object>(
  t: CheckContext,
  property: Property<T>,
  found: Counterexample<T>,
): Promise<{ small: readonly T[]; last: Broken }> {
  const small = await smallest(t, property, found);
  return { small, last: await confirmed(t, property, small) };
}

/** A script that broke a property, and where it was played. */
interface Counterexample<T> {
  script: T[];
  aspect: Aspect;
  where: "own" | "shared";
}

async function smallest<T extends object>(
  t: CheckContext,
  { play }: Property<T>,
  { script, aspect, where }: Counterexample<T>,
): Promise<readonly T[]> {
  const start = { sent: t.sent.count, at: performance.now() };
  const fails = async (candidate: readonly T[]) =>
    (await outcomeOf(() => play(t, candidate, "hasty")))?.aspect === aspect;
  const spent = () =>
    t.sent.count - start.sent > SHRINK_REQUESTS[where] ||
    performance.now() - start.at > SHRINK_MS[where];
  return shrink(script, fails, spent);
}

/** Plays the small script once more, surely; what is sent now is the evidence. */
async function confirmed<T>(
  t: CheckContext,
  { play }: Property<T>,
  script: readonly T[],
): Promise<Broken> {
  for (let tries = 0; tries < CONFIRMATIONS; tries += 1) {
    t.sent.startOver();
    const broken = await outcomeOf(() => play(t, script, "certain"));
    if (broken !== null) return broken;
  }
  throw new Inconclusive("a script broke the property once and not again");
}

/** How a play ended: null where it held, or where something interfered. */
async function outcomeOf(play: () => Promise<unknown>): Promise<Broken | null> {
  try {
    await play();
    return null;
  } catch (error) {
    if (error instanceof Broken) return error;
    if (error instanceof Inconclusive) return null;
    throw error;
  }
}
