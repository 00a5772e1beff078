/** A target whose answers are spoiled at random: conform ends in time, in order, and prints no command. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Interposer,
  interpose,
  type WireAnswer,
  type WireVariant,
} from "../../conformance/interposer/interposer.ts";
import { startReference } from "../../reference/index.ts";
import { Draws } from "../../reference/proof/consensus/draws.ts";
import { type AttackBudget, type AttackResult, Findings } from "./attack.ts";
import { hostileString, hostileText, mutated, oneOf } from "./hostile.ts";

/** Share of answers that are spoiled: of a run of some hundreds enough, and the run still gets far. */
const SPOILED = 0.1;
/** One run judges few rules, and a hostile target may cost it some time-outs. Units: ms. */
const RUN_MS_MAX = 180_000;
/** Past what a client keeps of an answer. Units: characters. */
const LONG_BODY = 9_000_000;
/** Of the spoiled: an answer of too many bytes, and one that never comes. */
const LONG = 0.01;
const NEVER = 0.005;

const RULES = ["MKT-*", "ACC-*", "LEAD-*", "ORD-*", "RES-*", "OAPI-*", "SPOT-*", "ERR-*", "STRM-*"];
const STATUSES = [100, 204, 299, 301, 304, 400, 401, 404, 409, 418, 422, 429, 500, 502, 503, 599];
const HEADERS = ["content-type", "x-request-id", "date", "retry-after", "location", "ratelimit"];

/** How one run of conform ended. */
export interface EndedRun {
  code: number | null;
  output: string;
  isLate: boolean;
}

/** Attacks conform; `run` is another one where a fault is planted. */
export async function attack(
  { draws, seed }: AttackBudget,
  run: (profile: string, only: string) => Promise<EndedRun> = runConform,
): Promise<AttackResult> {
  const findings = new Findings();
  const chance = new Draws(seed);
  let tried = 0;
  const spoil: WireVariant = async (request, venue) => {
    const answer = await venue(request);
    if (!chance.chance(SPOILED)) return answer;
    tried += 1;
    return spoiled(chance, answer);
  };
  while (tried < draws && findings.all.length === 0) {
    const only = oneOf(chance, RULES);
    const before = tried;
    const ended = await withTarget(spoil, (profile) => run(profile, only));
    judge(ended, `seed ${seed}, ${only}`, findings);
    if (tried === before) tried += 1;
  }
  return { tried, found: findings.all };
}

/** What a terminal would obey, or show turned around. */
const CONTROLS = /(?![\n\r\t])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const STACK = /^ +at .*:\d+:\d+\)?$|unexpected error/m;

function judge({ code, output, isLate }: EndedRun, which: string, findings: Findings): void {
  const around = (at: number) => JSON.stringify(output.slice(Math.max(at - 150, 0), at + 150));
  if (isLate) findings.add("never ends", `${which}: not over after ${RUN_MS_MAX / 1_000} s`);
  else if (code === null || code > 2) findings.add("exit code", `${which}: ended with ${code}`);
  const [control, stack] = [output.search(CONTROLS), output.search(STACK)];
  if (control >= 0) findings.add("control character", `${which}: ${around(control)}`);
  if (stack >= 0) findings.add("stack", `${which}: ${around(stack)}`);
}

async function spoiled(chance: Draws, answer: WireAnswer): Promise<WireAnswer> {
  if (chance.chance(NEVER)) return new Promise(() => {});
  if (chance.chance(LONG)) return { ...answer, body: "x".repeat(LONG_BODY) };
  const kind = chance.below(10);
  if (kind === 0) return { ...answer, status: oneOf(chance, STATUSES.slice(1)) };
  if (kind === 1) return { ...answer, headers: { ...answer.headers, ...oddHeader(chance) } };
  return { ...answer, body: hostileText(chance, mutated(chance, answer.body)).toString() };
}

/** Bytes that a header may hold. */
const oddHeader = (chance: Draws) => ({
  [oneOf(chance, HEADERS)]: hostileString(chance)
    .slice(0, 4_000)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?"),
});

/** Hands the profile of a spoiled venue to what is run on it. */
async function withTarget(spoil: WireVariant, use: (profile: string) => Promise<EndedRun>) {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-attack-"));
  const quotas = { writesPerMinute: 1e9, readsPerMinute: 1e9 };
  const venue = await startReference({ seed: 7, rateLimits: quotas });
  let front: Interposer | null = null;
  try {
    front = await interpose(venue.url, spoil);
    const profile = join(folder, "profile.yaml");
    writeFileSync(profile, JSON.stringify({ ...venue.profile(), base_url: front.url }));
    return await use(profile);
  } finally {
    await front?.close();
    await venue.close();
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command as a user does. */
function runConform(profile: string, only: string): Promise<EndedRun> {
  const flags = ["--profile", profile, "--only", only, "--effort", "quick", "--verbose"];
  const child = spawn(process.execPath, ["touchstone.mjs", "conform", ...flags]);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (one) => chunks.push(one));
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, RUN_MS_MAX);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output: Buffer.concat(chunks).toString(), isLate });
    });
  });
}
