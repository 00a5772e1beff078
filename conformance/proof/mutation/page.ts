/** What the mutations came to, as `docs/tables/mutation.md`. */
import { markdownRow as row } from "../../../reports/render/markdown-table.ts";
import type { Mutation, MutationOutcome, MutationVerdict } from "./mutation.ts";
import { whyUnnoticeable } from "./unnoticeable.ts";

const HEAD = `# Mutation

Stryker changes one place of the reference's core and shell at a time, and the only judge is \`conform\`
with its properties and the scenarios of \`scenarios/library\`: no unit test. Made by \`npm run mutate\`.

- *Left out* is what nobody can notice, such as the wording of a message: it is never judged, and
  counts nowhere. The reasons are at the end.
- *Killed* is a change that a check notices, *timeout* one that makes the venue stand still. *Survived*
  is one that no check notices, and *uncovered* one in a place that no check executes.
- An *open* place is one that the spec leaves open: the comment above it names the decision. A change
  there may make another venue that is as good, and then must survive. All other places are *stated*.
- *Score* is the share killed or timed out of all that was judged, open places or not. *Stated* is the
  same of the stated places alone: there neither kills nor survivors of open places count.

`;

/** The page: how much was judged, a row for each file, survivors, open places, what is left out. */
export function mutationPage(
  mutations: readonly Mutation[],
  verdicts: ReadonlyMap<string, MutationVerdict>,
): string {
  const all = mutations.map((mutation) => judgedMutation(mutation, verdicts));
  const files = [...new Set(mutations.map(({ file }) => file))];
  return [
    HEAD,
    extent(all),
    table(COLUMNS, [
      tallyRow("**all**", all),
      ...files.map((file) => tallyRow(file, ofFile(all, file))),
    ]),
    "\n## Survivors in stated places\n\n",
    table(["place", "from", "to", "tried"], all.filter(isStatedSurvivor).map(survivorRow)),
    "\n## Open places\n\n",
    table(["decision", "judged", "noticed", "not noticed"], openRows(all)),
    "\n## Left out\n\n",
    table(["mutants", "why nobody can notice"], leftOutRows(all)),
  ].join("");
}

/** A mutation and all that is known of it. */
interface JudgedMutation {
  mutation: Mutation;
  /** Why it is left out; null when it is not. */
  leftOut: string | null;
  /** Null when it was not judged, whatever the reason. */
  verdict: MutationVerdict | null;
  isOpen: boolean;
}

function judgedMutation(
  mutation: Mutation,
  verdicts: ReadonlyMap<string, MutationVerdict>,
): JudgedMutation {
  const leftOut = whyUnnoticeable(mutation);
  const verdict = leftOut === null ? (verdicts.get(mutation.key) ?? null) : null;
  return { mutation, leftOut, verdict, isOpen: mutation.decisions.length > 0 };
}

function ofFile(all: readonly JudgedMutation[], file: string): JudgedMutation[] {
  return all.filter(({ mutation }) => mutation.file === file);
}

/** How large the judged part is. */
function extent(all: readonly JudgedMutation[]): string {
  const noticeable = all.filter(({ leftOut }) => leftOut === null).length;
  const judged = all.flatMap(({ verdict }) => verdict ?? []);
  const drawn = judged.filter(({ byLot }) => byLot).length;
  const chosen = judged.length - drawn;
  const share = noticeable === 0 ? "0.0%" : percent(judged.length, noticeable);
  const how = [`${drawn} drawn by lot`, ...(chosen > 0 ? [`${chosen} in files asked for`] : [])];
  return (
    `Judged are ${judged.length} of the ${noticeable} changes that are not left out (${share}): ` +
    `${how.join(", ")}.\n\n`
  );
}

const OUTCOMES: readonly MutationOutcome[] = ["killed", "timeout", "survived", "uncovered"];

const COLUMNS = [
  ...["file", "mutants", "left out", "not judged", "judged"],
  ...OUTCOMES,
  ...OUTCOMES.map((outcome) => `open: ${outcome}`),
  ...["score", "stated"],
];

function tallyRow(name: string, all: readonly JudgedMutation[]): string[] {
  const leftOut = all.filter((one) => one.leftOut !== null).length;
  const judged = all.filter(isJudged);
  const [stated, open] = [judged.filter(({ isOpen }) => !isOpen), judged.filter(isInOpenPlace)];
  const counts = [
    ...[all.length, leftOut, all.length - leftOut - judged.length, judged.length],
    ...OUTCOMES.map((outcome) => counted(stated, outcome)),
    ...OUTCOMES.map((outcome) => counted(open, outcome)),
  ];
  return [name, ...counts.map(String), score(judged), score(stated)];
}

function counted(judged: readonly JudgedMutation[], outcome: MutationOutcome): number {
  return judged.filter(({ verdict }) => verdict?.outcome === outcome).length;
}

/** Empty where nothing was judged. */
function score(judged: readonly JudgedMutation[]): string {
  return judged.length === 0 ? "" : percent(judged.filter(isNoticed).length, judged.length);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

const isJudged = ({ verdict }: JudgedMutation): boolean => verdict !== null;
const isInOpenPlace = ({ isOpen }: JudgedMutation): boolean => isOpen;
const isNoticed = ({ verdict }: JudgedMutation): boolean =>
  verdict?.outcome === "killed" || verdict?.outcome === "timeout";
const isStatedSurvivor = (one: JudgedMutation): boolean =>
  isJudged(one) && !one.isOpen && !isNoticed(one);

function survivorRow({ mutation, verdict }: JudgedMutation): string[] {
  const { file, line, original, replacement } = mutation;
  const { outcome, left = 0 } = verdict ?? {};
  const some = left > 0 ? `all but ${left}` : "all";
  const tried = outcome === "uncovered" ? "none executes it" : some;
  return [`${file}:${line}`, code(original), code(replacement), tried];
}

/** A change in a place that two decisions leave open is counted under both. */
function openRows(all: readonly JudgedMutation[]): string[][] {
  const judged = all.filter(isJudged);
  const decisions = [...new Set(judged.flatMap(({ mutation }) => mutation.decisions))].sort();
  return decisions.map((decision) => {
    const there = judged.filter(({ mutation }) => mutation.decisions.includes(decision));
    const noticed = there.filter(isNoticed).length;
    return [decision, `${there.length}`, `${noticed}`, `${there.length - noticed}`];
  });
}

function leftOutRows(all: readonly JudgedMutation[]): string[][] {
  const reasons = all.flatMap(({ leftOut }) => leftOut ?? []);
  return [...new Set(reasons)].map((reason) => [
    `${reasons.filter((one) => one === reason).length}`,
    reason,
  ]);
}

const SHOWN = 70;

function code(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `\`${short.replaceAll("`", "'")}\``;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const divider = `|${" --- |".repeat(head.length)}\n`;
  return [row(head), divider, ...rows.map(row)].join("");
}
