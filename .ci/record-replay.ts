/**
 * A simulated hour and a `conform` of all areas but the two that send most, each recorded through the
 * proxy from a served venue and replayed twice to the byte, every part in a process of its own.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordedRun, touchstone } from "../scenarios/replay/recorded-run.fixture.ts";
import { drawParameters } from "../scenarios/simulation/parameters.ts";
import { run } from "../scenarios/simulation/run.ts";
import { tapeToSession } from "../scenarios/simulation/tape-to-session.ts";

const SEED = 7;
const MINUTES_LEAST = 60;
/** Six agents that act every eight seconds on average pass an hour with so many commands. */
const MODEST = { agents: 6, steps: 3_000, faults: [] };
const THINK_MS = [1_000, 15_000] as const;

const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
let failed = 0;

async function main(): Promise<void> {
  const hour = join(folder, "hour.session.jsonl");
  writeFileSync(hour, await simulatedHour());
  await recorded("a simulated hour", (profile) => [
    "replay",
    hour,
    "--profile",
    profile,
    "--allow-control",
  ]);
  await recorded("conform", (profile) => [
    ...["conform", "--profile", profile, "--effort", "quick"],
    ...["--skip", "LIM-*", "--skip", "PROP-*"],
  ]);
}

/** What simulated agents did in an hour of virtual time, as a session. */
async function simulatedHour(): Promise<string> {
  const { tape, virtualMs, failure } = await run({
    ...drawParameters(SEED, MODEST),
    ...{ thinkMs: THINK_MS, operatorSeconds: 60, extremeShare: 0.02 },
  });
  if (failure !== null) throw new Error(`the simulated hour broke ${failure.law}`);
  if (virtualMs < MINUTES_LEAST * 60_000) throw new Error(`only ${virtualMs} ms were simulated`);
  return tapeToSession(tape, SEED);
}

/** Does it through the proxy, then replays what was recorded. */
async function recorded(what: string, args: (profile: string) => string[]): Promise<void> {
  const place = join(folder, what.replaceAll(" ", "-"));
  mkdirSync(place);
  const session = await recordedRun(place, async (profile) => {
    tell(`${what}, through the proxy`, await touchstone(...args(profile)));
  });
  const unheard = readFileSync(session, "utf8").split('"failure":').length - 1;
  const replays = ["once", "twice"].map(() => touchstone("replay", session, "--strict"));
  for (const [index, { code, out }] of (await Promise.all(replays)).entries()) {
    const isSame = code === 0 && isWhollySame(out, unheard);
    tell(`${what}, replayed ${index === 0 ? "once" : "twice"}`, { code: isSame ? 0 : 1, out });
  }
}

/** Of an answer that nobody heard, as a property cut its own connection, nothing can be the same. */
function isWhollySame(out: string, unheard: number): boolean {
  const [, lines, same, ambiguous] =
    / (\d+) lines: (\d+) same(?:, (\d+) ambiguous)?\n/.exec(out)?.map(Number) ?? [];
  const others = ambiguous || 0;
  return others <= unheard && Number(same) + others === lines;
}

function tell(what: string, { code, out }: { code: number; out: string }): void {
  const [, lines = ""] = /(\d+ lines: .*|rules shown .*)$/m.exec(out) ?? [];
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${what}: ${lines}`);
  if (code === 0) return;
  failed += 1;
  console.log(out);
}

await main().finally(() => rmSync(folder, { recursive: true }));
process.exit(failed === 0 ? 0 : 1);
