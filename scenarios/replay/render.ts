/** A replay as a person reads it: a line a file, and the first difference in full. */
import pc from "picocolors";
import { type Colors, printable, valueText } from "../../reports/render/text.ts";
import type { ReplayFileResult, ReplayFinding, ReplayReport } from "../../reports/schema/replay.ts";

const ALLOWED_SHOWN = 5;
const ABSENT_SHOWN = 2;
const FURTHER_SHOWN = 3;
const VALUE_CHARS_MAX = 300;

/** The text printed at the end, with a line break at its end. */
export function renderReplay(report: ReplayReport, { color }: { color: boolean }): string {
  const colors = pc.createColors(color);
  const { word, sentence } = report.verdict;
  const paint = word === "PASS" ? colors.green : colors.red;
  const seconds = (report.duration_ms / 1_000).toFixed(1);
  const where = printable(`${report.target.name} ${report.target.url}, ${seconds} s`);
  const lines = [
    ...report.files.flatMap((file) => fileLines(file, colors)),
    "",
    `${colors.bold(paint(word))}  ${sentence}`,
    colors.dim(where),
  ];
  return `${lines.join("\n")}\n`;
}

function fileLines(file: ReplayFileResult, colors: Colors): string[] {
  const { result } = file;
  const paint = {
    pass: colors.green,
    fail: colors.red,
    skipped: colors.dim,
    inconclusive: colors.yellow,
  };
  const head = `${paint[result](result.padEnd(12))} ${printable(file.file)}  ${colors.dim(summary(file))}`;
  const reason = result === "pass" || file.detail === null ? [] : [`    ${printable(file.detail)}`];
  const first = file.findings.find((one) => one.verdict === "different");
  return [
    head,
    ...reason,
    ...(first === undefined ? [] : differenceLines(first, colors)),
    ...furtherLines(file, first),
    ...allowedLines(file, colors),
    ...file.warnings.map((warning) => `    ${colors.yellow(printable(warning))}`),
  ];
}

function summary({ kind, title, counts, played }: ReplayFileResult): string {
  if (kind === "story") return printable(title);
  const parts = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  return parts.length === 0 ? "" : `${played} lines: ${parts.join(", ")}`;
}

/** The two bodies as a diff, member by member; of several that are not there, the names. */
function differenceLines({ differences }: ReplayFinding, colors: Colors): string[] {
  const absent = differences.filter(({ live }) => live === undefined);
  const named = absent.length > ABSENT_SHOWN ? absent : [];
  const lines = differences
    .filter((one) => !named.includes(one))
    .flatMap(({ at, recorded, live }) => [
      `      ${nameOf(at)}`,
      colors.red(`      - ${shortened(recorded)}`),
      colors.green(`      + ${shortened(live)}`),
    ]);
  const names = named.map(({ at }) => nameOf(at)).join(", ");
  return named.length > 0 ? [...lines, colors.red(`      - not there: ${names}`)] : lines;
}

function nameOf(at: string): string {
  return at === "" ? "body" : printable(at);
}

/** What else is different of its own, and what only follows. */
function furtherLines({ counts, findings }: ReplayFileResult, first: ReplayFinding | undefined) {
  const others = findings.filter((one) => one.verdict === "different" && one !== first);
  const shown = others.slice(0, FURTHER_SHOWN).map(told);
  const rest = (counts["different"] ?? 0) - 1 - shown.length;
  const follows = findings.find(({ verdict }) => verdict === "follows");
  return [
    ...shown,
    ...(rest > 0 ? [`    and ${rest} more that are different`] : []),
    ...(follows === undefined
      ? []
      : [`    ${counts["follows"]} follow from what is told above; the first:`, told(follows)]),
  ];
}

function told({ n, what, why }: ReplayFinding): string {
  return `    line ${n}: ${printable(`${what}: ${why}`)}`;
}

function allowedLines({ allowed, ignored }: ReplayFileResult, colors: Colors): string[] {
  const lines = allowed
    .slice(0, ALLOWED_SHOWN)
    .map(({ why, count }) => `    allowed ${count} times: ${printable(why)}`);
  const rest = allowed.length - ALLOWED_SHOWN;
  if (rest > 0) lines.push(`    and ${rest} more reasons in report.json`);
  const passed = ignored.map(({ why, count }) => `    not compared ${count} times: ${why}`);
  return [...lines, ...passed].map((line) => colors.dim(line));
}

function shortened(value: unknown): string {
  const text = value === undefined ? "(absent)" : printable(valueText(value));
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX - 3)}...` : text;
}
