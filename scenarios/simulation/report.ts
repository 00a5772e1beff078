/** A batch of seeds as the files of a report directory. */
import { junitText } from "../../reports/render/junit-text.ts";
import { renderSimulationHtml } from "../../reports/render/simulation-html.ts";
import { type SimulationReport, simulationVerdict } from "../../reports/schema/simulation.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import type { RunFiles } from "../../reports/write.ts";
import { drawParameters } from "./parameters.ts";
import type { SeedTotals } from "./run-seeds.ts";
import { LAWS } from "./violation.ts";

/** All files of the directory; `sessions` are those that the report names. */
export function filesOf(report: SimulationReport, sessions: RunFiles["sessions"]): RunFiles {
  return {
    json: `${JSON.stringify(report, null, 2)}\n`,
    junit: junitOf(report),
    html: renderSimulationHtml(report),
    markdown: markdownOf(report),
    sessions,
  };
}

/** A batch as it is reported. */
export function reportOf(tally: SeedTotals): SimulationReport {
  const { first, last, overrides, failure, coverage, struck } = tally;
  return {
    schema: "touchstone-report/1",
    kind: "simulation",
    tool: TOOL,
    target: { name: "reference", url: "", embedded: true, control: [] },
    seed: first,
    seed_last: last,
    started_at: tally.startedAt,
    duration_ms: Math.round(tally.tookMs),
    parameters: { ...drawParameters(first, overrides) },
    seeds: tally.seeds,
    commands: tally.commands,
    events: tally.events,
    virtual_ms: tally.virtualMs,
    codes: Object.fromEntries(coverage.codes),
    order_rules: Object.fromEntries(coverage.rules),
    faults: Object.fromEntries(struck),
    laws: Object.entries(LAWS).map(([law, statement]) => ({
      ...{ law, statement },
      result: failure?.law === law ? "fail" : "pass",
    })),
    failure: failure && {
      ...{ seed: failure.seed, law: failure.law, message: failure.message, step: failure.step },
      command: failure.command,
      shrunk_to: failure.shrunkTo,
      session: failure.session.file,
    },
  };
}

function junitOf({ laws, failure, started_at, duration_ms }: SimulationReport): string {
  const head = { name: "touchstone simulation", startedAt: started_at, durationMs: duration_ms };
  const cases = laws.map(({ law, statement, result }) => ({
    suite: "laws",
    name: `${law}: ${statement}`,
    ...(result === "pass"
      ? { outcome: "pass" as const }
      : { outcome: "failure" as const, message: failure!.message, text: failure!.command }),
  }));
  return junitText(head, cases);
}

function markdownOf(report: SimulationReport): string {
  const { failure } = report;
  const head = `## Simulation: ${simulationVerdict(report).sentence}\n`;
  return failure === null ? head : `${head}\n${failure.message}\n\n    ${failure.command}\n`;
}
