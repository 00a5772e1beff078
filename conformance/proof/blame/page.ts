/** Which rules are blamed for which defect, as `docs/tables/blame.md`. */
import { markdownTable } from "../../../reports/render/markdown-table.ts";
import { cellCases, wholeCases } from "./cases.ts";
import { shareText } from "./shares.ts";
import { type BlameVerdict, blameOf } from "./verdict.ts";

const HEAD = `# Blame

One defect should be told by the rules that own it, and by no other. The whole suite runs on each
mutant, with control and at a quick effort, and every rule that fails and holds on the unchanged venue
is blamed. *Own* are the rules that the mutant is of. *By nature* are those that it says to break too,
and why is said beside it: they count inside, in a share of their own. *Beside* is every other.
*Left open* are rules that came to no verdict. The aim is 97% inside.
Made by \`npm run blame -- --write\`: a sample drawn by the commit, or with \`--all\` every one.
`;

/** How many rows the worst are. */
const WORST = 10;

/** The page of these verdicts, given by the checks of a commit. */
export function blamePage(verdicts: readonly BlameVerdict[], commit: string): string {
  const mutants = verdicts.filter(({ isOfCell }) => !isOfCell);
  const cells = verdicts.filter(({ isOfCell }) => isOfCell);
  const stray = verdicts.filter((one) => blameOf(one) === "others beside").toSorted(byWeight);
  const nature = verdicts.filter((one) => blameOf(one) === "by nature");
  const unseen = verdicts.filter((one) => ["missed", "unmet"].includes(blameOf(one)));
  return [
    HEAD,
    `By the checks of ${commit}.\n`,
    `- Mutants, ${mutants.length} of ${wholeCases().length}: ${shareText(mutants)}.`,
    `- In one cell, ${cells.length} of ${cellCases().length}: ${shareText(cells)}.`,
    `- Together: ${shareText(verdicts)}.`,
    `\nThe worst: ${worstText(stray)}\n`,
    `## With other rules beside\n\n${tableOf(stray)}`,
    `## With rules that they break by their nature\n\n${tableOf(nature)}`,
    `## Told by no rule\n`,
    `Not counted: ${unseen.length}, of which ${unmetIn(unseen)} change no answer of the run.\n`,
    ...unseen.map(({ id, breaks }) => `- ${id}: ${breaks.join(", ")}`),
    ...(unseen.length > 0 ? [""] : []),
  ].join("\n");
}

function worstText(stray: readonly BlameVerdict[]): string {
  if (stray.length === 0) return "none.";
  const worst = stray.slice(0, WORST).map(({ id, beside }) => `${id} (${beside.length})`);
  return `${worst.join(", ")}.`;
}

/** Most rules beside first, then most left open. */
function byWeight(one: BlameVerdict, other: BlameVerdict): number {
  return other.beside.length - one.beside.length || other.leftOpen.length - one.leftOpen.length;
}

function tableOf(verdicts: readonly BlameVerdict[]): string {
  if (verdicts.length === 0) return "None.\n";
  const head = ["mutant", "its rules", "by nature", "beside", "left open"];
  const rows = verdicts.map(({ id, breaks, own, byNature, beside, leftOpen }) => [
    id,
    breaks.map((rule) => (own.includes(rule) ? rule : `${rule}, unseen`)).join(", "),
    byNature.join(", "),
    beside.join(", "),
    String(leftOpen.length),
  ]);
  return markdownTable(head, rows);
}

const unmetIn = (verdicts: readonly BlameVerdict[]): number =>
  verdicts.filter((one) => blameOf(one) === "unmet").length;
