/** A simulation as one self-contained page: the laws, what was reached, and what broke. */
import { type SimulationReport, simulationVerdict } from "../schema/simulation.ts";
import { factLine, pageText, verdictLine } from "./page.ts";
import { countSection, tableSection } from "./table.ts";
import { markup, valueText } from "./text.ts";

const HOUR_MS = 3_600_000;

/** Text of index.html. */
export function renderSimulationHtml(report: SimulationReport): string {
  const { failure, laws, parameters } = report;
  const verdict = simulationVerdict(report);
  const settings = Object.entries(parameters).map(([name, value]) => [name, valueText(value)]);
  const held = laws.map(({ law, statement, result }) => [law, statement, result]);
  return pageText({
    title: `${verdict.word} · simulation`,
    header: `${verdictLine(verdict)}\n${factLine(facts(report))}`,
    main: [
      failure === null ? "" : broken(failure),
      tableSection("Laws", ["law", "says", "result"], held),
      countSection("Reject codes and refusals reached", report.codes),
      countSection("Order rules reached", report.order_rules),
      countSection("Faults that struck", report.faults),
      tableSection(`Parameters of seed ${report.seed}`, ["parameter", "value"], settings),
    ].join("\n"),
  });
}

function facts(report: SimulationReport): string[] {
  return [
    `seeds ${report.seed} to ${report.seed_last}, ${report.seeds} run`,
    `${report.commands} commands, ${report.events} events`,
    `${(report.virtual_ms / HOUR_MS).toFixed(1)} virtual hours`,
    `${(report.duration_ms / 1000).toFixed(1)} s`,
    report.started_at,
    `${report.tool.name} ${report.tool.version}`,
  ];
}

function broken(failure: NonNullable<SimulationReport["failure"]>): string {
  const row = (term: string, html: string) => `<dt>${term}</dt><dd>${html}</dd>`;
  const { law, message, step, shrunk_to: shrunk, session } = failure;
  const size =
    shrunk === null
      ? "the tape alone does not show it"
      : `entry ${step} of the tape; ${shrunk === 1 ? "1 entry shows" : `${shrunk} entries show`} it`;
  const again = `<div class="copy"><pre>${markup(failure.command)}</pre>
<button type="button" data-copy aria-label="Copy the command">copy</button></div>`;
  const file = session === null ? "none" : markup(session);
  const link = session === null ? file : `<a href="${file}" download>${file}</a>`;
  return `<section class="fail"><h2>What broke</h2><article id="failure">
<h3>${markup(law)}</h3><div><pre>${markup(message)}</pre>
<dl>${row("where", markup(size))}${row("again", again)}${row("session", link)}</dl></div>
</article></section>`;
}
