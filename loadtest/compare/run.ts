/** Loads two targets in turns, A B B A …, and compares what they did. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { say, sayPainted, tell } from "../../reports/render/say.ts";
import { connect, type Deployment } from "../../scenarios/deployment/connect.ts";
import { tellLeftBehind } from "../../scenarios/deployment/undo/left-behind.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { findK6, type K6 } from "../run/find-k6.ts";
import { demandUsable, type LoadFlags, settingsFor } from "../run/load.ts";
import { loadOnce } from "../run/load-once.ts";
import { compare, interleaving, type Turn } from "./comparison.ts";
import { comparisonText } from "./text.ts";

const PAIRS = 5;
const SECONDS = 20;
const RATE = 20;

/** Prints the comparison. Returns the exit code: 2 when the two cannot be compared. */
export async function compareTargets(names: readonly string[], flags: LoadFlags): Promise<number> {
  const [a, b] = names;
  if (a === undefined || b === undefined || names.length > 2) {
    throw new UsageError("--compare takes two addresses or profiles: --compare old.yaml new.yaml");
  }
  await demandUsable(flags);
  const k6 = await findK6();
  const targets = { A: await connectNamed(a), B: await connectNamed(b) };
  try {
    return await compared(targets, { flags, k6 });
  } finally {
    await Promise.all([targets.A.close(), targets.B.close()]);
  }
}

async function compared(
  targets: Record<Turn["side"], Deployment>,
  { flags, k6 }: { flags: LoadFlags; k6: K6 },
): Promise<number> {
  const turns: Turn[] = [];
  for (const [index, side] of interleaving(PAIRS).entries()) {
    tell(`run ${index + 1} of ${2 * PAIRS}: ${side} ${targets[side].profile.baseUrl}`);
    const wished = wishedFor(flags, targets[side]);
    const report = await loadOnce(targets[side], { k6, wished }, { notes, second: () => {} });
    turns.push({ side, report });
    const problem = incomparable(turns);
    if (problem !== null) {
      say(`NOT COMPARABLE  ${problem}`);
      return 2;
    }
  }
  const comparison = compare(turns, flags.seed);
  sayPainted(comparisonText(comparison, PAIRS));
  if (flags.report !== undefined) await write(flags.report, { comparison, turns });
  return comparison.mixed.length > 0 ? 2 : 0;
}

/** An address, or the file of a profile: whichever it looks like. */
async function connectNamed(name: string): Promise<Deployment> {
  const flags = { [/^https?:/.test(name) ? "target" : "profile"]: name };
  const deployment = await connect({ ...flags, seed: 0 });
  tellLeftBehind(deployment.profile, flags);
  return deployment;
}

/** The same offered schedule for both; a smoke is too short to compare by. */
function wishedFor(flags: LoadFlags, target: Deployment) {
  const plan = flags.plan === "smoke" ? "average" : flags.plan;
  const { rate = RATE, duration = SECONDS } = flags;
  return settingsFor({ ...flags, plan, rate, duration }, target, null);
}

/** Why a run cannot be held against the others; null when it can. */
function incomparable(turns: readonly Turn[]): string | null {
  const { side, report } = turns.at(-1)!;
  const { verdict, plan } = report;
  if (verdict.word === "INVALID") return `a run of ${side} is not valid: ${verdict.sentence}`;
  const other = turns.find((turn) => turn.report.plan.rate_peak !== plan.rate_peak);
  if (other === undefined) return null;
  const rates = `${other.side} ${other.report.plan.rate_peak}/s, ${side} ${plan.rate_peak}/s`;
  return `the rates differ (${rates}), as one was lowered: give a --rate that both can carry`;
}

function notes(lines: readonly string[]): void {
  for (const line of lines) tell(`  ${line}`);
}

async function write(dir: string, found: object): Promise<void> {
  const file = join(dir, "comparison.json");
  await writeFile(file, `${JSON.stringify(found, null, 2)}\n`);
  say(`comparison: ${file}`);
}
