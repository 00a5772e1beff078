/** A comparison as a person reads it: ratios with intervals, never two columns of milliseconds. */
import type { LoadComparison, Mixed } from "./comparison.ts";

/** Text of it, with a line break at its end. */
export function comparisonText({ lines, mixed }: LoadComparison, pairs: number): string {
  const changed = lines.filter(({ verdict }) => verdict !== "no difference").length;
  const head =
    mixed.length > 0 ? "NOT COMPARABLE in part" : changed > 0 ? "DIFFERENT" : "NO DIFFERENCE";
  const rows = lines.map(({ endpoint, outcome, percentile, ratio, noise, verdict }) => [
    endpoint,
    outcome,
    percentile,
    `${times(ratio.median)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`,
    times(noise),
    verdict,
  ]);
  const titles = ["endpoint", "outcome", "", "B over A (95%)", "noise", "verdict"];
  const parts = [
    `${head}  ${changed} of ${lines.length} percentiles differ by more than noise, ${pairs} pairs`,
    ...mixed.map(mixText),
    table([titles, ...rows]),
  ];
  return `${parts.join("\n")}\n`;
}

function mixText({ endpoint, distance, a, b }: Mixed): string {
  const share = (distance * 100).toFixed(1);
  return (
    `${endpoint}: outcomes differ by ${share}%, so latencies are not compared: ` +
    `A ${counts(a)}; B ${counts(b)}`
  );
}

function counts(mix: Record<string, number>): string {
  const counted = Object.entries(mix).filter(([, n]) => n > 0);
  return counted.map(([outcome, n]) => `${n} ${outcome}`).join(", ");
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`;
}

function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
