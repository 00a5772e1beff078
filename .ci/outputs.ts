/**
 * Writes into a folder what a change of places and names must leave as it is, so that `diff -r` of
 * two commits proves it: `npx tsx .ci/outputs.ts DIR [--store FILE]`.
 *
 * Seeds and ids of runs are fixed; times, addresses and the version are taken out. Pages and
 * summaries of a report are left out, as they tell how long every check took. What depends on how
 * fast the machine is (`settled.ts` names it) is taken out or sorted.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reportFiles, settled, settledVariant, sorted } from "./outputs/settled.ts";
import { served, touchstone } from "./outputs/touchstone.ts";
import { chosenMutants, onMutant } from "./outputs/variant.ts";

const SEED = ["--seed", "7"];
const VIRTUAL = ["--clock", "virtual", "--control-token", "token-of-an-operator"];
const DOCUMENTS = ["openapi.json", "asyncapi.json"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { store: { type: "string" } },
});
const [out] = positionals;
if (out === undefined) throw new Error("usage: npx tsx .ci/outputs.ts DIR [--store FILE]");

const scratch = mkdtempSync(join(tmpdir(), "touchstone-outputs-"));
try {
  mkdirSync(out, { recursive: true });
  await texts();
  await reports();
  await mutants();
  await documents();
  if (values.store !== undefined) await earlierStore(values.store);
} finally {
  rmSync(scratch, { recursive: true });
}

function keep(name: string, text: string): void {
  writeFileSync(join(out!, name), text);
}

/** What is printed without a run. */
async function texts(): Promise<void> {
  for (const flag of ["--list", "--plan"]) {
    keep(`conform${flag}.txt`, await touchstone("conform", flag));
  }
}

type Settle = (text: string, folder: string) => string;

/** Runs the command, and keeps what it printed and the report that it wrote. */
async function reported(name: string, settle: Settle, ...args: string[]): Promise<void> {
  const dir = join(scratch, name);
  keep(`${name}.txt`, settle(await touchstone(...args, "--report", dir), dir));
  for (const [file, text] of reportFiles(dir)) keep(`${name}.${file}`, settle(text, dir));
}

async function reports(): Promise<void> {
  await reported("conform", settled, "conform", ...SEED);
  await reported("simulate", sorted, "simulate", "--seeds", "1..20");
  await reported("replay", settled, "replay", "scenarios/library", ...SEED);
}

/** One known-bad venue of each area, met as a deployment: by its profile. */
async function mutants(): Promise<void> {
  for (const mutant of chosenMutants()) {
    const only = mutant.breaks.flatMap((rule) => ["--only", rule]);
    await onMutant(mutant, join(scratch, `${mutant.name}.json`), (profile) =>
      reported(mutant.name, settledVariant, "conform", "--profile", profile, ...only, ...SEED),
    );
  }
}

/** What the reference says of its own interface. */
async function documents(): Promise<void> {
  await served([...SEED, ...VIRTUAL], async (url) => {
    for (const name of DOCUMENTS) {
      const response = await fetch(new URL(name, url));
      keep(name, settled(JSON.stringify(await response.json(), null, 2)));
    }
  });
}

/** A store that an earlier version wrote: still whole, the same records, and served from. */
async function earlierStore(file: string): Promise<void> {
  const [copy, journal] = ["store.sqlite", "journal.jsonl"].map((name) => join(scratch, name));
  copyFileSync(file, copy!);
  const said = (text: string) => settled(text, scratch);
  keep("store-verify.txt", said(await touchstone("store", "verify", `sqlite:${copy}`)));
  keep("store-info.txt", said(await touchstone("store", "info", `sqlite:${copy}`)));
  await touchstone("store", "export", `sqlite:${copy}`, journal!);
  copyFileSync(journal!, join(out!, "store-export.jsonl"));
  await served([...VIRTUAL, "--store", `sqlite:${copy}`], async (url) => {
    const response = await fetch(new URL("leaderboard", url));
    keep("store-leaderboard.json", said(`${response.status} ${await response.text()}`));
  });
}
