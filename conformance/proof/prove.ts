/** `npm run prove`: every defect is found, every legal variant passes, and two tables say so. */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import picomatch from "picomatch";
import { CHECKS } from "../catalogue/checks.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { RULES } from "../catalogue/rules.ts";
import { DIALECTS } from "../dialects/index.ts";
import { drawnCases, judgeCases } from "./blame/judge-cases.ts";
import { insideOf, shareText } from "./blame/shares.ts";
import { type BlameVerdict, blameOf, lineOf } from "./blame/verdict.ts";
import { cellMutants, nameOf } from "./cells/cell-mutants.ts";
import { cellMutantsPage } from "./cells/cell-mutants-page.ts";
import { cellsPage } from "./cells/cells-page.ts";
import { type CellRow, proveCells } from "./cells/prove-cells.ts";
import { combinations } from "./combined-dialects.ts";
import { drawn } from "./drawn.ts";
import { columns } from "./kept-reports.ts";
import { orUsage } from "./or-usage.ts";
import { type DialectRow, dialectsPage, type MutantRow, mutantsPage } from "./pages.ts";
import { openPools, type Pools } from "./pools.ts";
import {
  CLEAN,
  combinedOnly,
  proveAlone,
  proveIndependents,
  proveNoOp,
  proveTogether,
} from "./prove-legal.ts";
import { proveMutants } from "./prove-mutants.ts";
import { INDEPENDENT_VENUES } from "./run-dialect.ts";
import type { RunPool } from "./run-pool.ts";
import { secondTries, troubles } from "./tries.ts";
import { commit } from "./working-tree.ts";

/** Mutants of single cells that a run draws by lot. */
const SAMPLE = 300;
/** What a proof in minutes draws of each: groups are dialects that one venue speaks together. */
const DRAWN = { mutants: 80, cells: 30, groups: 2, venues: 1 };
/** The share of them that must be found there, and of the few of a part; each that is not is printed. */
const KILLED_LEAST = 0.9;
const KILLED_LEAST_DRAWN = 0.8;

/** Defects on which the whole suite runs, for the rules that fail beside their own. */
const BLAMED = { mutants: 4, cells: 2 };
/** The share of so few that must be told by no other rule, well below what is so: each is printed. */
const INSIDE_LEAST = 0.5;

const USAGE = `npm run prove [-- --only GLOB] [-- --check] [-- --all] [-- --seed TEXT]
  --only GLOB   mutants, rules and dialects of that name; writes no tables
  --check       compares docs/tables with the run instead of writing them
  --together    dialects several at a time, as --check does; else each alone
  --drawn       a part of each, drawn by lot: a proof in minutes; writes no tables
  --all         every mutant of a single cell; else a sample of ${SAMPLE}
  --seed TEXT   what is drawn by lot is drawn by it (default: the commit)`;

/** What is proved, and whether the tables are written or compared. */
interface Flags {
  only: string;
  check: boolean;
  together: boolean;
  drawn: boolean;
  all: boolean;
  seed: string;
}

async function prove(flags: Flags): Promise<void> {
  const pools = openPools();
  try {
    await proveIn(pools, flags);
  } finally {
    pools.close();
  }
}

/** Asks for the long runs first, so that none of them is left over at the end. */
async function proveIn(pools: Pools, flags: Flags): Promise<void> {
  const { only, check, together, drawn: inPart, seed } = flags;
  const match = picomatch(only, { nocase: true });
  const part = <T>(all: readonly T[], count: number, nameOf: (one: T) => string) =>
    inPart ? drawn(all, { count, seed, nameOf }) : all;
  const named = <T extends { name: string }>(all: readonly T[]) =>
    all.filter(({ name }) => match(name));
  const mutants = MUTANTS.filter(({ name, breaks }) => [name, ...breaks].some((one) => match(one)));
  const dialects = named(DIALECTS);
  const groups = combinations(dialects);
  const write = only === "*" && !check && !inPart;
  const [blamed, independents, noOp, spoken, mutantRows, cellRows] = await Promise.all([
    only === "*" && !inPart ? ofBlame(seed, pools) : [],
    proveIndependents(part(named(INDEPENDENT_VENUES), DRAWN.venues, nameOfOne), pools),
    match("no-op") ? proveNoOp(true, pools) : "not run",
    check || together || inPart
      ? proveTogether(part(groups, DRAWN.groups, nameOfGroup), pools)
      : proveAlone(dialects, pools),
    proveMutants(part(mutants, DRAWN.mutants, nameOfOne), pools),
    ofCells({ ...flags, match, write }, pools.working),
    write ? proveNoOp(false, pools) : null,
  ]);
  const dialectRows = [...spoken, ...independents];
  process.stderr.write("\n");
  if (only === "*") {
    listUncovered();
    const how = { write, inPart };
    await page("mutants", mutantsPage(mutantRows, noOp), how);
    await page("dialects", dialectsPage(dialectRows), how);
    // What a run without control gets to depends on the minute it has.
    if (write) await page("cells", cellsPage(columns()), how);
    if (!inPart) console.log(`blame: ${shareText(blamed)}`);
  }
  const dialectCount = DIALECTS.length + INDEPENDENT_VENUES.length;
  if (inPart) {
    console.log(`drawn by ${seed}, of ${MUTANTS.length} mutants and ${dialectCount} dialects:`);
  }
  summarise(mutantRows, dialectRows, cellRows);
}

const nameOfOne = ({ name }: { name: string }) => name;
const nameOfGroup = (group: readonly { name: string }[]) => group.map(nameOfOne).join();

/** Mutants of single cells: a sample, or all of them with their page. */
async function ofCells(
  { all, seed, match, ...how }: Flags & { match(name: string): boolean; write: boolean },
  pool: RunPool,
): Promise<CellRow[]> {
  const count = how.drawn ? DRAWN.cells : SAMPLE;
  const rows = await proveCells({ ...(all ? {} : { count }), seed, match }, pool);
  const file = new URL("../../docs/tables/cell-mutants.md", import.meta.url);
  if (how.write) await writeFile(file, cellMutantsPage(rows, cellMutants().length));
  const survivors = rows.filter(({ outcome }) => outcome === "survived");
  for (const row of survivors) console.log(`  lives in its cell: ${nameOf(row)}: ${row.why}`);
  const killed = rows.filter(({ outcome }) => outcome === "killed").length;
  const least = how.drawn ? KILLED_LEAST_DRAWN : KILLED_LEAST;
  if (killed < least * (killed + survivors.length)) {
    troubles.push(`mutants of one cell: only ${killed} of ${killed + survivors.length} are found`);
  }
  return rows;
}

/** Who is blamed for a few defects; `npm run blame` measures more of them, and writes the page. */
async function ofBlame(seed: string, pools: Pools): Promise<BlameVerdict[]> {
  const unchanged = pools.whole.ask("whole", null);
  const cases = drawnCases({ ...BLAMED, seed });
  const verdicts = await judgeCases(cases, pools.whole, { unchanged });
  const stray = verdicts.filter((one) => blameOf(one) === "others beside");
  for (const one of stray) console.log(`  told by others too: ${lineOf(one)}`);
  if (insideOf(verdicts) < INSIDE_LEAST) {
    troubles.push(`blame: ${stray.length} of ${verdicts.length} are told by other rules too`);
  }
  return verdicts;
}

/** Rules that can fail and have a check, but no defect that shows the check can fail. */
function listUncovered(): void {
  const proven = new Set(CHECKS.flatMap(({ proves }) => proves));
  const broken = new Set(MUTANTS.flatMap(({ breaks }) => breaks));
  for (const { id, level } of RULES) {
    if (level !== "open" && proven.has(id) && !broken.has(id)) troubles.push(`${id} has no mutant`);
  }
}

/** Writes a page, or compares it with what is committed; a part of one is a part of its lines. */
async function page(
  name: string,
  text: string,
  { write, inPart }: { write: boolean; inPart: boolean },
): Promise<void> {
  const file = new URL(`../../docs/tables/${name}.md`, import.meta.url);
  if (write) return writeFile(file, text);
  const committed = await readFile(file, "utf8").catch(() => "");
  const lines = new Set(committed.split("\n"));
  const isThere = inPart ? text.split("\n").every((line) => lines.has(line)) : committed === text;
  if (!isThere) troubles.push(`docs/tables/${name}.md is not what this run gives`);
}

function summarise(
  mutants: readonly MutantRow[],
  dialects: readonly DialectRow[],
  cells: readonly CellRow[],
): void {
  const killed = mutants.filter(({ withControl }) => withControl === "killed").length;
  const alone = mutants.filter(({ withoutControl }) => withoutControl === "killed").length;
  const clean = dialects.filter(({ result }) => result === CLEAN).length;
  console.log(`mutants killed ${killed} of ${mutants.length}, ${alone} of them without control`);
  const judged = cells.filter(({ outcome }) => ["killed", "survived"].includes(outcome));
  const found = judged.filter(({ outcome }) => outcome === "killed");
  console.log(`mutants of one cell killed there ${found.length} of ${judged.length}`);
  console.log(`dialects clean ${clean} of ${dialects.length}`);
  for (const trouble of troubles) console.log(`  ${trouble}`);
  for (const trouble of secondTries) console.log(`  at the second try only: ${trouble}`);
  for (const names of combinedOnly) console.log(`  in combination only: ${names}`);
  if (mutants.length + dialects.length === 0) console.log(`nothing matches\n${USAGE}`);
  process.exitCode = troubles.length > 0 || mutants.length + dialects.length === 0 ? 1 : 0;
}

/** Errors: throws on an unknown flag. */
function proveFlags(args: readonly string[]): Flags | "help" {
  const options = {
    only: { type: "string", default: "*" },
    check: { type: "boolean", default: false },
    together: { type: "boolean", default: false },
    drawn: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  } as const;
  const { help, seed, ...flags } = parseArgs({ args: [...args], options }).values;
  return help ? "help" : { ...flags, seed: seed ?? commit() };
}

await prove(orUsage(proveFlags, USAGE));
