/** Lets the checks of a rule loose on a venue that breaks it in one cell, and says what came of it. */

import type { Report } from "../../../reports/schema/report.ts";
import { ruleById } from "../../catalogue/rules.ts";
import { cellText, dimensionsOf } from "../../check/cell.ts";
import { conditionsText } from "../../check/conditions.ts";
import { judgeMutant, verdictOn } from "../run-mutant.ts";
import type { CellMutant } from "./cell-mutants.ts";
import { confined } from "./confined.ts";

/** What a run came to. `why` is empty for a kill; only `survived` is a hole in a check. */
export interface CellResult {
  outcome: "killed" | "survived" | "not confined" | "changes nothing";
  why: string;
}

/** Runs them on the venue with control. */
export async function runCellMutant({ mutant, cell }: CellMutant): Promise<CellResult> {
  const there = confined(mutant, cell);
  if (there === null) {
    return { outcome: "not confined", why: "its defect is not on the wire of requests" };
  }
  const { rules } = await judgeMutant(there.mutant, true);
  if (!there.reached()) {
    return { outcome: "changes nothing", why: "no request of the checks in that cell is changed" };
  }
  const verdict = verdictOn(there.mutant, rules);
  if (verdict.outcome !== "killed") return { outcome: "survived", why: verdict.why };
  const strays = mutant.breaks.filter(
    (id) =>
      !namesCell(
        rules.find((one) => one.id === id),
        cell,
      ),
  );
  if (strays.length === 0) return { outcome: "killed", why: "" };
  return { outcome: "survived", why: `${strays.join(", ")} failed elsewhere` };
}

type ReportedRule = Report["rules"][number] | undefined;

/**
 * Whether some cell that failed names this one and none another value of the dimension: a check may
 * range over other ones alone, and fail in this one as a condition. A side may be the other one: who
 * breaks a rule of a taker is often the maker opposite.
 */
function namesCell(rule: ReportedRule, cell: CellMutant["cell"]): boolean {
  const { failed = [] } = rule?.cells ?? {};
  if (rule?.detail?.endsWith(`, ${conditionsText(cell)} alone`)) return true;
  const [dimension = "kind"] = dimensionsOf(cell);
  if (dimension === "side") return new Set(failed.flatMap(sidesIn)).size <= 1;
  const isOnlyValue = rule !== undefined && ruleById(rule.id).over?.[dimension]?.length === 1;
  const named = failed.flatMap(partsOf).filter((part) => part.startsWith(`${dimension}=`));
  return isOnlyValue || (named.length > 0 && named.every((part) => part === cellText(cell)));
}

/** The text of a cell, a dimension each: some values have spaces. */
const partsOf = (text: string): string[] => text.split(/ (?=\w+=)/);

function sidesIn(text: string): string[] {
  return text.match(/side=\w+/g) ?? [];
}
