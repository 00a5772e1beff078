/** What the mutations came to, as `docs/tables/mutation.md`. */
import { whyEquivalent, whyUnnoticeable } from "./equivalents.ts";
import type { Mutation, MutationOutcome, MutationVerdict } from "./mutation.ts";

const HEAD = `# Mutation

Stryker changes one place of \`reference/core\` or \`reference/http\` at a time, and the only judge is
\`conform\` with its properties, and the stories of \`scenarios/library\`: no unit test. *Killed* is a
change that a check or story notices, *timeout* one that makes the venue stand still. What no check or
story executes is *uncovered* and counts as survived. *Equivalent* is what nobody can notice, which
is not judged, and what survived in a place that the spec leaves open, for the reasons at the end.
*Score* is the share killed or timed out of those judged: all, or a part drawn by lot where
fewer are. *Tried* tells which of the checks and stories that execute the place were run on a
survivor, nearest first: all, or all but so many where a run stopped early. Made by \`npm run mutate\`.

`;

/** What nothing noticed. */
const SURVIVED: ReadonlySet<string> = new Set<MutationOutcome>(["survived", "uncovered"]);

interface FileTally {
  name: string;
  mutations: readonly Mutation[];
}

/** The page: a row for each file, all survivors, and why some changes do not count. */
export function mutationPage(
  mutations: readonly Mutation[],
  verdicts: ReadonlyMap<string, MutationVerdict>,
): string {
  const rowOf = ({ name, mutations }: FileTally) => tallied(name, mutations, verdicts);
  const files = [...new Set(mutations.map(({ file }) => file))];
  const tallies = files.map((name) => ({
    name,
    mutations: mutations.filter(({ file }) => file === name),
  }));
  const survivors = mutations.filter(
    (one) => SURVIVED.has(verdicts.get(one.key)?.outcome ?? "") && reasonOf(one, verdicts) === null,
  );
  return [
    HEAD,
    row([
      "file",
      "mutants",
      "equivalent",
      "judged",
      "killed",
      "timeout",
      "survived",
      "uncovered",
      "score",
    ]),
    divider(9),
    rowOf({ name: "**all**", mutations }),
    ...tallies.map(rowOf),
    "\n## Survivors\n\n",
    row(["place", "from", "to", "tried"]),
    divider(4),
    ...survivors.map((one) => survivorRow(one, verdicts.get(one.key))),
    "\n## Equivalents\n\n",
    row(["mutants", "why nobody can notice"]),
    divider(2),
    ...reasons(mutations, verdicts),
  ].join("");
}

function tallied(
  name: string,
  mutations: readonly Mutation[],
  verdicts: ReadonlyMap<string, MutationVerdict>,
): string {
  const counted = mutations.filter((one) => reasonOf(one, verdicts) === null);
  const outcomes = counted.flatMap(({ key }) => verdicts.get(key)?.outcome ?? []);
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  const found = count("killed") + count("timeout");
  const score = outcomes.length === 0 ? "" : `${((100 * found) / outcomes.length).toFixed(1)}%`;
  const [killed, timeout] = [count("killed"), count("timeout")];
  const [survived, uncovered] = [count("survived"), count("uncovered")];
  const equivalent = mutations.length - counted.length;
  const numbers = [
    mutations.length,
    equivalent,
    outcomes.length,
    killed,
    timeout,
    survived,
    uncovered,
  ];
  return row([name, ...numbers.map(String), score]);
}

function survivorRow(
  { file, line, original, replacement }: Mutation,
  verdict: MutationVerdict | undefined,
): string {
  const { outcome, left = 0 } = verdict ?? {};
  const some = left > 0 ? `all but ${left}` : "all";
  const tried = outcome === "uncovered" ? "none executes it" : some;
  return row([`${file}:${line}`, code(original), code(replacement), tried]);
}

/** What was noticed can be noticed, whatever was thought of it; what is legal may yet be noticed. */
function reasonOf(
  mutation: Mutation,
  verdicts: ReadonlyMap<string, MutationVerdict>,
): string | null {
  const verdict = verdicts.get(mutation.key);
  if (verdict !== undefined && !SURVIVED.has(verdict.outcome)) return null;
  // Where not all was tried, the rest might yet notice something.
  return verdict?.left === 0 ? whyEquivalent(mutation) : whyUnnoticeable(mutation);
}

function reasons(
  mutations: readonly Mutation[],
  verdicts: ReadonlyMap<string, MutationVerdict>,
): string[] {
  const why = mutations.flatMap((one) => reasonOf(one, verdicts) ?? []);
  return [...new Set(why)].map((reason) =>
    row([`${why.filter((one) => one === reason).length}`, reason]),
  );
}

const SHOWN = 70;

function code(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `\`${short.replaceAll("`", "'")}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

function divider(columns: number): string {
  return `|${" --- |".repeat(columns)}\n`;
}
