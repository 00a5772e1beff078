/** `npm run prove`: every defect is found, every legal variant passes, and two tables say so. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import picomatch from "picomatch";
import { CHECKS } from "../catalogue/checks.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { RULES } from "../catalogue/rules.ts";
import { DIALECTS } from "../dialects/index.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { sideBySide } from "../run/lanes.ts";
import { cellMutants } from "./cells/cell-mutants.ts";
import { cellMutantsPage } from "./cells/cell-mutants-page.ts";
import { cellsPage } from "./cells/cells-page.ts";
import { type CellRow, nameOf, proveCells } from "./cells/prove-cells.ts";
import { combinations, together } from "./combined-dialects.ts";
import { columns, kept, WITH_CONTROL, WITHOUT_CONTROL } from "./kept-reports.ts";
import { orUsage } from "./or-usage.ts";
import { type DialectRow, dialectsPage, type MutantRow, mutantsPage } from "./pages.ts";
import { INDEPENDENT_VENUES, runDialect, runIndependentVenue } from "./run-dialect.ts";
import { runMutant } from "./run-mutant.ts";

/** Venues at once; independent venues wait more than they work, so as many of them run beside. */
const SIDE_BY_SIDE = 3;
const CLEAN = "no failure";
/** Mutants of single cells that a run draws by lot. */
const SAMPLE = 300;
/** The share of them that must be found there; each that is not is printed. */
const KILLED_LEAST = 0.9;

const USAGE = `npm run prove [-- --only GLOB] [-- --check] [-- --all] [-- --seed TEXT]
  --only GLOB   mutants, rules and dialects of that name; writes no tables
  --check       compares docs/tables with the run instead of writing them
  --together    dialects three at a time, as --check does; else each alone
  --all         every mutant of a single cell; else a sample of ${SAMPLE}
  --seed TEXT   what the sample is drawn by (default: the commit)`;

const PRINT_EVERY_MS = 15_000;

/** What is proved, and whether the tables are written or compared. */
interface Flags {
  only: string;
  check: boolean;
  together: boolean;
  all: boolean;
  seed?: string | undefined;
}

/** What went wrong, one line each. */
const troubles: string[] = [];
/** What went right at the second try only: a starved machine, or a check worth a look. */
const secondTries: string[] = [];
/** Legal dialects that no venue speaks together, or a check that takes two of them for a defect. */
const combinedOnly: string[] = [];
let done = 0;
let printedAt = performance.now();

async function prove({ only, check, together: some, all, seed }: Flags): Promise<void> {
  const match = picomatch(only, { nocase: true });
  const mutants = MUTANTS.filter(({ name, breaks }) => [name, ...breaks].some((one) => match(one)));
  const dialects = DIALECTS.filter(({ name }) => match(name));
  const venues = INDEPENDENT_VENUES.filter(({ name }) => match(name));
  const independents = inOrder(venues, (venue) =>
    dialectRow(venue, () => kept(venue.name, runIndependentVenue(venue))),
  );
  const noOp = match("no-op")
    ? await cleanOr("no-op", () => kept(WITH_CONTROL, runDialect({ load: true })))
    : "not run";
  const without = only === "*" && !check ? noOpWithoutControl() : null;
  const mutantRows = await inOrder(mutants, runTwice);
  const cellRows = await ofCells({ match, all, seed }, only === "*" && !check);
  const spoken = await (check || some ? inCombination(dialects) : inOrder(dialects, alone));
  const dialectRows = [...spoken, ...(await independents)];
  await without;
  process.stderr.write("\n");
  if (only === "*") {
    listUncovered();
    await page("mutants", mutantsPage(mutantRows, noOp), check);
    await page("dialects", dialectsPage(dialectRows), check);
    // What a run without control gets to depends on the minute it has.
    if (!check) await page("cells", cellsPage(columns()), false);
  }
  summarise(mutantRows, dialectRows, cellRows);
}

/** Waits more than it works: for limits to lift, tickets to expire and declines to be forgotten. */
function noOpWithoutControl(): Promise<string> {
  return cleanOr("no-op without control", () =>
    kept(WITHOUT_CONTROL, runDialect({ load: true }, false)),
  );
}

/** Mutants of single cells: a sample, or all of them with their page. */
async function ofCells(
  { match, all, seed }: Pick<Flags, "all" | "seed"> & { match(name: string): boolean },
  write: boolean,
): Promise<CellRow[]> {
  const rows = await proveCells({
    ...(all ? {} : { count: SAMPLE }),
    ...{ seed: seed ?? commit(), match, width: SIDE_BY_SIDE, tick },
  });
  const file = new URL("../../docs/tables/cell-mutants.md", import.meta.url);
  if (write) await writeFile(file, cellMutantsPage(rows, cellMutants().length));
  const survivors = rows.filter(({ outcome }) => outcome === "survived");
  for (const row of survivors) console.log(`  lives in its cell: ${nameOf(row)}: ${row.why}`);
  const killed = rows.filter(({ outcome }) => outcome === "killed").length;
  if (killed < KILLED_LEAST * (killed + survivors.length)) {
    troubles.push(`mutants of one cell: only ${killed} of ${killed + survivors.length} are found`);
  }
  return rows;
}

function commit(): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
}

const alone = (dialect: Dialect) =>
  dialectRow(dialect, async () => (await runDialect(dialect)).fault);

/** A clean combination clears all of it; of any other each is run alone. */
async function inCombination(dialects: readonly Dialect[]): Promise<DialectRow[]> {
  const rows = await inOrder(combinations(dialects), async (combination) => {
    if (combination.length === 1) return inOrder(combination, alone);
    const names = combination.map(({ name }) => name).join(", ");
    const { fault } = await runDialect(together(combination));
    tick(names);
    if (fault === "") return combination.map((dialect) => ({ ...dialect, result: CLEAN }));
    combinedOnly.push(`${names}: ${fault}`);
    return inOrder(combination, alone);
  });
  return rows.flat().toSorted((one, other) => place(dialects, one) - place(dialects, other));
}

const place = (dialects: readonly Dialect[], { name }: DialectRow) =>
  dialects.findIndex((dialect) => dialect.name === name);

/** Results in the order of their items, a few at once. */
async function inOrder<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>();
  await sideBySide(items, SIDE_BY_SIDE, async (item) => void results.set(item, await act(item)));
  return items.map((item) => results.get(item) as R);
}

async function runTwice(mutant: Mutant): Promise<MutantRow> {
  const withControl = await outcomeOf(mutant, true);
  return { mutant, withControl, withoutControl: await outcomeOf(mutant, false) };
}

async function outcomeOf(mutant: Mutant, control: boolean): Promise<string> {
  const where = control ? "with control" : "without control";
  const survived = async () => {
    const result = await runMutant(mutant, control);
    return { fault: result.outcome === "survived" ? result.why : "", outcome: result.outcome };
  };
  const { outcome } = await triedTwice(`mutant ${mutant.name} survived ${where}`, survived);
  return outcome;
}

/** Tries again what went wrong: only a fault that repeats is trouble, but both are told. */
async function triedTwice<T extends { fault: string }>(
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const first = await attempt();
  const last = first.fault === "" ? first : await attempt();
  tick(name);
  if (last.fault !== "") console.error(`${name}: ${last.fault}`);
  if (last.fault !== "") troubles.push(`${name}: ${last.fault}`);
  else if (first.fault !== "") secondTries.push(`${name}: ${first.fault}`);
  return last;
}

async function dialectRow(
  { name, variant, decision = "all" }: { name: string; variant: string; decision?: string },
  faults: () => Promise<string>,
): Promise<DialectRow> {
  return { name, decision, variant, result: await cleanOr(`dialect ${name}`, faults) };
}

async function cleanOr(name: string, faults: () => Promise<string>): Promise<string> {
  const { fault } = await triedTwice(name, async () => ({ fault: await faults() }));
  return fault === "" ? CLEAN : "failed";
}

/** Rules that can fail and have a check, but no defect that shows the check can fail. */
function listUncovered(): void {
  const proven = new Set(CHECKS.flatMap(({ proves }) => proves));
  const broken = new Set(MUTANTS.flatMap(({ breaks }) => breaks));
  for (const { id, level } of RULES) {
    if (level !== "open" && proven.has(id) && !broken.has(id)) troubles.push(`${id} has no mutant`);
  }
}

async function page(name: string, text: string, check: boolean): Promise<void> {
  const file = new URL(`../../docs/tables/${name}.md`, import.meta.url);
  if (!check) return writeFile(file, text);
  const committed = await readFile(file, "utf8").catch(() => "");
  if (committed !== text) troubles.push(`docs/tables/${name}.md is not what this run gives`);
}

function tick(name: string): void {
  done += 1;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${done} runs  ${name}`);
  else if (performance.now() - printedAt > PRINT_EVERY_MS) {
    printedAt = performance.now();
    process.stderr.write(`${done} runs\n`);
  }
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
    all: { type: "boolean", default: false },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  } as const;
  const { help, ...flags } = parseArgs({ args: [...args], options }).values;
  return help ? "help" : flags;
}

await prove(orUsage(proveFlags, USAGE));
