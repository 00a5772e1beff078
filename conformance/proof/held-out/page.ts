/** The held-out defects and what became of them, as `docs/tables/held-out.md`. */
import { markdownText } from "../../../reports/render/markdown-table.ts";
import type { HeldOutDefect } from "./defect.ts";
import { ELSEWHERE_DEFECTS, STATE_DEFECTS } from "./defects.ts";
import { type Naming, namings } from "./named.ts";
import { type DefectVerdict, type GivenVerdict, isSeen } from "./verdict.ts";

/** Stands for the venue that has every defect of `ELSEWHERE_DEFECTS`. */
export const WHOLE = "all-of-them";

type Verdicts = ReadonlyMap<string, GivenVerdict>;

const HEAD = `# Held-out defects

Each defect is one change of the reference, in its own state rather than in what it writes on the wire,
and contradicts one sentence. They were written from the spec and the reference by somebody who had read
no check and no mutant, and committed; then the harness as it was judged each of them once. That first
verdict is kept in \`conformance/proof/held-out/first-verdicts.jsonl\` and never changed; \`now\` is the
latest one, of whichever run judged the defect last. First verdicts up to those of the twenty-sixth round
(83967fef) are of runs at a quick effort, every value once; later ones are of the effort that a profile
has by default, and so are latest ones from then on. Made by \`npm run held-out -- --write\`.

- *Seen*: a rule fails that holds on the unchanged venue. *Missed*: every rule holds that could be judged.
- *Stated*: the spec says it of every venue. *Claim*: the reference says it of itself.
- *Confined*: wrong in the cell named, right elsewhere.
- *By one rule*: of those seen now, how many make one rule fail and no other.
`;

/** The page's text; \`now\` is null where there is no later run. */
export function heldOutPage(first: Verdicts, now: Verdicts): string {
  const whole = [first, now].map(wholeOf);
  return [
    HEAD,
    `First verdicts by the checks of ${givenBy(first)}.`,
    `Latest ones by those of ${givenBy(now)}.`,
    "",
    ...totals(first, now),
    "## Of the venue's own state",
    "",
    ...tableOf(STATE_DEFECTS, first, now),
    "## Right on binaries and wrong elsewhere",
    "",
    "Each alone, and all in one venue. A defect is *named* when a rule fails of the whole venue that fails",
    "of this defect alone too, and of no other one alone. It is *behind others* when every such rule is",
    "another's as well.",
    "",
    ...whole.flatMap((names, at) => (names ? [countOf(names, at === 0 ? "At first" : "Now")] : [])),
    "",
    ...tableOf(ELSEWHERE_DEFECTS, first, now),
  ].join("\n");
}

/** The commits that gave verdicts, and how many each. */
function givenBy(run: Verdicts): string {
  const by = [...run.values()].map(({ commit, date }) => `${commit}, ${date}`);
  const count = (one: string) => by.filter((other) => other === one).length;
  return [...new Set(by)].map((one) => `${one} (${count(one)})`).join("; ");
}

type Row = [string, (defect: HeldOutDefect) => boolean];

/** The commits that gave first verdicts, where there is more than one. */
function roundsOf(first: Verdicts): string[] {
  const commits = [...new Set([...first.values()].map(({ commit }) => commit))];
  return commits.length > 1 ? commits : [];
}

function totals(first: Verdicts, now: Verdicts): string[] {
  const all = [...STATE_DEFECTS, ...ELSEWHERE_DEFECTS];
  const rows: Row[] = [
    ["stated", ({ basis }) => basis === "stated"],
    ["claims", ({ basis }) => basis === "claim"],
    ["of these, confined to a cell", ({ confined }) => confined !== undefined],
    ["of the venue's own state", (one) => STATE_DEFECTS.includes(one)],
    ["elsewhere, each alone", (one) => ELSEWHERE_DEFECTS.includes(one)],
    ...roundsOf(first).map((round): Row => {
      return [`first judged by ${round}`, ({ id }) => first.get(id)?.commit === round];
    }),
    ["**all**", () => true],
  ];
  return [
    "| defects | judged | seen at first | seen now | by one rule |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(([name, isOne]) => {
      const ids = all.filter(isOne).map(({ id }) => id);
      const judged = ids.filter((id) => first.get(id)?.came === "judged");
      const seen = [first, now].map((run) =>
        judged.flatMap((id) => run.get(id) ?? []).filter(isSeen),
      );
      const byOne = (seen[1] ?? []).filter(({ failed }) => failed.length === 1);
      const shares = seen.map(({ length }) => shareOf(length, judged.length));
      return `| ${[name, judged.length, ...shares, shareOf(byOne.length, seen[1]?.length)].join(" | ")} |`;
    }),
    "",
  ];
}

function shareOf(count: number, all = 0): string {
  return all === 0 ? `${count}` : `${count} (${((100 * count) / all).toFixed(0)}%)`;
}

function tableOf(defects: readonly HeldOutDefect[], first: Verdicts, now: Verdicts): string[] {
  const names = wholeOf(first);
  const isWhole = defects === ELSEWHERE_DEFECTS;
  const head = ["defect", "what is wrong", "the sentence", "only where", "at first"];
  const columns = [...head, ...(isWhole ? ["among the others"] : []), "now"];
  const rows = defects.map((defect) => [
    defect.id,
    ...[defect.wrong, defect.against, defect.confined ?? ""].map(markdownText),
    told(first.get(defect.id)),
    ...(isWhole ? [names?.get(defect.id) ?? ""] : []),
    told(now.get(defect.id)),
  ]);
  return [columns, columns.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .concat("");
}

/** Rules that fit into a cell; the rest are counted. */
const RULES_SHOWN = 4;

function told(verdict: DefectVerdict | undefined): string {
  if (verdict === undefined) return "";
  const { came, failed } = verdict;
  if (came !== "judged") return `not judged: ${came}`;
  if (!isSeen(verdict)) return "**missed**";
  const rest = failed.length - RULES_SHOWN;
  return failed.slice(0, RULES_SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function wholeOf(run: ReadonlyMap<string, DefectVerdict>): Map<string, Naming> | null {
  const whole = run.get(WHOLE);
  if (whole === undefined) return null;
  return namings(
    whole,
    ELSEWHERE_DEFECTS.flatMap(({ id }) => run.get(id) ?? []),
  );
}

function countOf(names: ReadonlyMap<string, Naming>, when: string): string {
  const count = (naming: Naming) => [...names.values()].filter((one) => one === naming).length;
  return (
    `${when}, of ${names.size} in one venue: ${count("named")} named, ` +
    `${count("behind others")} behind others, ${count("not seen")} not seen.`
  );
}
