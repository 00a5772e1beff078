/** The rest of the harness as tools: explain a rule, replay a session, simulate seeds, compare runs. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Type from "typebox";
import { compareRuns } from "../../reports/compare/conformance.ts";
import { sentenceOf } from "../../reports/compare/conformance-text.ts";
import { RunError, readRuns } from "../../reports/compare/read.ts";
import type { Report } from "../../reports/schema/report.ts";
import { embedded, lasting, type OpenDeployment } from "../../scenarios/replay/deployment.ts";
import { playFile } from "../../scenarios/replay/play-file.ts";
import type { SeedTotals } from "../../scenarios/simulation/run-seeds.ts";
import { runAll } from "../../scenarios/simulation/run-seeds.ts";
import { isRule } from "../catalogue/rules.ts";
import { ruleText } from "../explain/rule-text.ts";
import { select } from "../run/selection.ts";
import type { BridgeContext } from "./bridge-context.ts";
import { alone } from "./kept-runs.ts";
import { type BridgeTool, bridgeTool, type ToolAnswer, ToolError } from "./tool.ts";

const closed = { additionalProperties: false } as const;
const PATH_MAX = 1_000;
/** Columns of a rule's text. */
const WIDTH = 100;
/** Rules, findings and rows that are told at once. */
const RULES_MAX = 3;
const FINDINGS_MAX = 20;
const ROWS_MAX = 40;
/** Seeds and commands of one call. */
const SEEDS_MAX = 200;
const STEPS_MAX = 20_000;

/** Explaining, replaying, simulating and comparing. */
export function harnessTools(context: BridgeContext): BridgeTool[] {
  return [explainTool(context), replayTool(context), simulateTool(context), compareTool(context)];
}

function explainTool({ texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "explain",
    title: "Explain a rule",
    description:
      "What a rule asks, what is accepted, how a venue that fails it is mended, and which check " +
      "proves it. A glob such as IDEM-* explains an area.",
    needs: "none",
    effect: "reads",
    input: Type.Object(
      { rule: Type.String({ minLength: 1, maxLength: 100, description: "id, or a glob" }) },
      closed,
    ),
    async run({ rule }) {
      const { rules } = select([rule], []);
      const told = rules.map(({ id, statement, level, section, fix = null }) => ({
        ...{ id, statement, level, section, fix },
      }));
      const text = rules.map((one) => ruleText(one, WIDTH)).join("\n");
      if (rules.length <= RULES_MAX) return { data: { rules: told }, text };
      const [name, mimeType] = [`explained ${rule}`, "text/plain"];
      const uri = `touchstone://explained/${encodeURIComponent(rule)}`;
      const link = texts.keep({ uri, name, mimeType, text });
      const brief = told.map(({ id, statement }) => ({ id, statement }));
      return { data: { rules: brief, whole: uri }, links: [link] };
    },
  });
}

const Where = Type.Optional(
  Type.Enum(["venue", "embedded"], {
    description: "the bridge's venue, or a fresh embedded reference (default)",
  }),
);

function replayTool(context: BridgeContext): BridgeTool {
  const from = context.isLocal ? ", or a file of this machine" : "";
  return bridgeTool({
    name: "replay",
    title: "Replay a session",
    description:
      "Sends a session's requests again and compares the answers: a failure's session, by the " +
      `address that conform_causes tells${from}. At the venue this places and cancels what the ` +
      "session did.",
    needs: "harness",
    effect: "destroys",
    isRepeatable: false,
    input: Type.Object(
      { session: Type.String({ minLength: 1, maxLength: PATH_MAX }), on: Where },
      closed,
    ),
    run: ({ session, on = "embedded" }, { signal, progress }) =>
      alone("a replay", async () => {
        const open = await endingOpen(await placeOf(on, context), signal);
        const play = (file: string) =>
          playFile(file, {
            ...{ open, seed: 1, strict: false, speed: "max", ignore: [], isRule },
            progress: (_, lines, share) =>
              progress(Math.round(share * 100), 100, `${lines} lines played`),
          });
        const { result } = await withFile(session, context, play);
        const { verdict, detail, played, counts, findings, allowed, warnings } = result;
        return {
          data: {
            ...{ result: result.result, verdict, detail, played, counts, allowed, warnings },
            findings: findings.slice(0, FINDINGS_MAX),
            findings_in_all: findings.length,
          },
        };
      }),
  });
}

/** Errors: ToolError where the caller's key may not place what a session has placed. */
async function placeOf(
  on: "venue" | "embedded",
  { caller, runsOn }: BridgeContext,
): Promise<OpenDeployment> {
  const profile = on === "venue" ? await runsOn() : null;
  if (profile === null) return embedded;
  if ((await caller.scopes()).trade) return lasting(profile, { allowsControl: false });
  throw new ToolError("a replay at the venue needs a key that may trade; on: embedded needs none");
}

/** Opens deployments that end with the call. */
function endingOpen(open: OpenDeployment, signal: AbortSignal): OpenDeployment {
  return async (...asked) => {
    const deployment = await open(...asked);
    deployment.clock.endWith(signal, "cancelled");
    return deployment;
  };
}

/** Lends a kept session as a file; a file of this machine is read as it is. */
async function withFile<Result>(
  session: string,
  { texts, isLocal }: BridgeContext,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (!session.startsWith("touchstone://")) {
    if (isLocal) return use(session);
    throw new ToolError(`${session}: give the address of a session, touchstone://…`);
  }
  const kept = texts.at(session);
  if (kept === null) throw new ToolError(`${session}: is not kept, or no longer`);
  const dir = await mkdtemp(join(tmpdir(), "touchstone-bridge-"));
  try {
    const file = join(dir, "kept.session.jsonl");
    await writeFile(file, kept.text);
    return await use(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}

function simulateTool({ texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "simulate",
    title: "Simulate a seed",
    description:
      "Simulates many agents and faults on the reference from a seed, and looks for a law that is " +
      "broken. Touches no venue; the same seed gives the same run.",
    needs: "harness",
    effect: "reads",
    input: Type.Object(
      {
        seed: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - SEEDS_MAX }),
        seeds: Type.Optional(
          Type.Integer({ minimum: 1, maximum: SEEDS_MAX, description: "how many; default 1" }),
        ),
        agents: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
        steps: Type.Optional(Type.Integer({ minimum: 1, maximum: STEPS_MAX })),
      },
      closed,
    ),
    run: ({ seed, seeds = 1, agents, steps }, { signal, progress }) =>
      alone("a simulation", async () => {
        const overrides = { ...(agents && { agents }), ...(steps && { steps }) };
        const what = { first: seed, last: seed + seeds - 1, overrides };
        const totals = await runAll(what, ({ seeds: done, commands }) => {
          progress(done, seeds, `${commands} commands`);
          return !signal.aborted;
        });
        return simulated(totals, texts);
      }),
  });
}

function simulated(totals: SeedTotals, texts: BridgeContext["texts"]): ToolAnswer {
  const { seeds, commands, events, virtualMs, failure } = totals;
  const ran = { seeds, commands, events, virtual_ms: virtualMs };
  if (failure === null) return { data: { held: true, ...ran } };
  const { seed, law, message, step, command, shrunkTo, session } = failure;
  const uri = `touchstone://simulations/${session.file}`;
  const [name, mimeType] = [session.file.replace(/^.*\//, ""), "application/jsonl"];
  const link = texts.keep({ uri, name, mimeType, text: session.text });
  const broken = { seed, law, message, step, again: command, shown_by: shrunkTo, session: uri };
  return { data: { held: false, ...ran, broken }, links: [link] };
}

function compareTool({ runs, isLocal }: BridgeContext): BridgeTool {
  const from = isLocal ? "ids of runs, or directories that --report wrote" : "ids of runs";
  return bridgeTool({
    name: "compare",
    title: "Compare runs",
    description: "Conformance runs side by side: which rules differ, and which flipped.",
    needs: "none",
    effect: "reads",
    input: Type.Object(
      {
        runs: Type.Array(Type.String({ minLength: 1, maxLength: PATH_MAX }), {
          ...{ minItems: 2, maxItems: 10, description: from },
        }),
      },
      closed,
    ),
    async run({ runs: named }) {
      const isId = (name: string) => /^run-[0-9]{1,9}$/.test(name);
      const reports = await Promise.all(
        named.map((name) => (isLocal && !isId(name) ? readReport(name) : runs.run(name).report)),
      );
      const rows = compareRuns(reports);
      const differing = rows.filter(({ relation }) => relation !== "same");
      return {
        data: {
          sentence: sentenceOf(rows, reports.length),
          differing: differing.length,
          rules: differing.slice(0, ROWS_MAX).map(({ id, relation, cells }) => ({
            ...{ rule: id, relation, results: cells.map((cell) => cell?.result ?? null) },
          })),
        },
      };
    },
  });
}

async function readReport(path: string): Promise<Report> {
  try {
    const read = await readRuns([path]);
    if (read.kind === "conformance") return read.reports[0]!;
  } catch (error) {
    throw error instanceof RunError ? new ToolError(error.message) : error;
  }
  throw new ToolError(`${path}: is no conformance run`);
}
