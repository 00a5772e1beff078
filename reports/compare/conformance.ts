/** Conformance runs side by side: which rules differ, and which changed between runs of one target. */
import { isDeepStrictEqual } from "node:util";
import type { Report, RuleResult } from "../schema/report.ts";

/** How a rule's columns relate. Shape: the first that applies. */
export type Relation = "flipped" | "differs" | "seen otherwise" | "same";

/** A rule over all runs. Shape: `cells` are as the runs; undefined: not in that run. */
export interface RuleRow {
  id: string;
  statement: string;
  relation: Relation;
  cells: readonly (RuleResult | undefined)[];
}

/** Every relation, in the order of interest. */
export const RELATIONS: readonly Relation[] = ["flipped", "differs", "seen otherwise", "same"];

/** One row a rule of any run: differences first, then in the catalogue's order. */
export function compareRuns(reports: readonly Report[]): RuleRow[] {
  const columns = reports.map(({ rules }) => new Map(rules.map((rule) => [rule.id, rule])));
  const targets = reports.map(deployment);
  const ids = new Set(reports.flatMap(({ rules }) => rules.map(({ id }) => id)));
  const rows = [...ids].map((id): RuleRow => {
    const cells = columns.map((column) => column.get(id));
    const statement = cells.find((cell) => cell !== undefined)?.statement ?? "";
    return { id, statement, relation: relationOf(cells, targets), cells };
  });
  return RELATIONS.flatMap((relation) => rows.filter((row) => row.relation === relation));
}

function relationOf(cells: RuleRow["cells"], targets: readonly string[]): Relation {
  const results = cells.map((cell) => cell?.result);
  const isFlip = results.some((result, later) =>
    results.some((first, at) => at < later && targets[at] === targets[later] && first !== result),
  );
  if (isFlip) return "flipped";
  if (new Set(results).size > 1) return "differs";
  const [first, ...others] = cells.map((cell) => cell?.observed ?? null);
  return others.every((seen) => isDeepStrictEqual(seen, first)) ? "same" : "seen otherwise";
}

/** Runs of equal text are of one deployment. */
function deployment({ target }: Report): string {
  return target.embedded ? `embedded ${target.name}` : target.url;
}

/** A name for each column; where two have the same name, with when it ran. */
export function columnNames(
  reports: readonly { target: { name: string }; started_at: string }[],
): string[] {
  const names = reports.map(({ target }) => target.name);
  return reports.map(({ target: { name }, started_at }, at) => {
    const isAlone = names.every((other, place) => place === at || other !== name);
    return isAlone ? name : `${name} ${started_at.slice(0, 19)}`;
  });
}
