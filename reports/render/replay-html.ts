/** A replay as one self-contained page: each session and scenario, and where it went another way. */
import type { ReplayFileResult, ReplayFinding, ReplayReport } from "../schema/replay.ts";
import { diffOf } from "./diff.ts";
import { controls, factLine, pageText, verdictLine } from "./page.ts";
import { markup, valueText } from "./text.ts";

/** What a reader looks for first comes first. */
const ORDER = ["fail", "inconclusive", "skipped", "pass"] as const;

/** More findings of one file than this are in report.json alone. */
const FINDINGS_MAX = 50;

/** Text of index.html. Shape: every file is an element `file-N`, in the order given. */
export function renderReplayHtml(report: ReplayReport): string {
  const { verdict, target, summary, files } = report;
  const places = new Map(files.map((file, at) => [file, at + 1]));
  const sorted = ORDER.flatMap((result) => files.filter((file) => file.result === result));
  const filters = ORDER.filter((result) => summary[result] > 0);
  return pageText({
    title: `${verdict.word} · ${target.name} · replay`,
    header: `${verdictLine(verdict)}\n${factLine(facts(report))}`,
    main: [
      controls(
        files.length,
        filters.map((result) => [result, summary[result]]),
      ),
      `<section class="rules"><h2>Sessions and scenarios <span>${files.length}</span></h2>`,
      ...sorted.map((file) => article(file, places.get(file) ?? 0)),
      "</section>",
    ].join("\n"),
  });
}

function facts({ target, tool, ...report }: ReplayReport): string[] {
  return [
    target.embedded ? `${target.name} (embedded reference)` : `${target.name} ${target.url}`,
    `seed ${report.seed}`,
    report.started_at,
    `${(report.duration_ms / 1000).toFixed(1)} s`,
    `${tool.name} ${tool.version}`,
  ];
}

function article(file: ReplayFileResult, at: number): string {
  const { result, title, detail, session } = file;
  const shows = file.shows.length > 0 ? ` · shows ${file.shows.join(", ")}` : "";
  const spec = `${file.kind}, ${file.played} played, ${file.verdict}${shows}`;
  const path = session === undefined ? "" : markup(session);
  return `<article class="${result}" id="file-${at}" data-result="${result}">
<h3><a href="#file-${at}">${result}</a></h3>
<div><p>${markup(title)} <small>${markup(file.file)}</small></p>
<p class="note">${markup(spec)}</p>
${detail === null ? "" : `<p>${markup(detail)}</p>`}
${file.warnings.map((warning) => `<p class="note">${markup(warning)}</p>`).join("")}
${counted("legal differences", file.allowed)}${counted("not compared", file.ignored)}
${findings(file)}
${path === "" ? "" : `<p>what happened: <a href="${path}" download>${path}</a></p>`}
</div></article>`;
}

function counted(title: string, reasons: ReplayFileResult["allowed"]): string {
  if (reasons.length === 0) return "";
  const text = reasons.map(({ why, count }) => `${why} (${count})`).join("; ");
  return `<p class="note">${title}: ${markup(text)}</p>`;
}

function findings({ findings: all }: ReplayFileResult): string {
  const shown = all.slice(0, FINDINGS_MAX).map(finding).join("");
  const rest = all.length - FINDINGS_MAX;
  return shown + (rest > 0 ? `<p class="note">${rest} more in report.json</p>` : "");
}

function finding({ n, what, verdict, why, cause, differences }: ReplayFinding): string {
  const from = cause === null ? "" : `, follows from ${cause}`;
  const rows = differences.map(({ at, recorded, live }) => {
    const { expected, actual } = diffOf(sideText(recorded), sideText(live));
    return (
      `<dt>${markup(at || "body")}</dt><dd><pre class="expected">${expected}</pre>` +
      `<pre class="actual">${actual}</pre></dd>`
    );
  });
  const head = `<summary><b>${n}</b> ${markup(what)} <small>${markup(verdict + from)}</small></summary>`;
  const open = verdict === "different" ? " open" : "";
  return `<details${open}>${head}<p>${markup(why)}</p><dl>${rows.join("")}</dl></details>`;
}

function sideText(value: unknown): string {
  return value === undefined ? "(absent)" : valueText(value);
}
