/** A copy of the project whose reference holds every mutation, each behind a switch. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type { Mutation } from "./mutation.ts";

/** Where copies and results are kept. */
export const WORKSHOP = "out/mutation";

/** What is mutated: the core, and what stands between it and the wire. */
const MUTATED =
  /^reference\/((core|http)\/.+|wire\/(?!listen).+|identity\/(caller|keyring|people)|running-venue)\.ts$/;
/** Tests, and what only tests and benchmarks use. */
const NOT_THE_VENUE = /\.(test|bench|fixture)\.ts$/;
const COPIED = /\.(ts|mjs|json|yaml|html|css|svg|sql|csv)$/;
const NOT_COPIED = /^docs\/tables\/|\.test\.ts$/;

/** Where the changed venue is, and all that can be changed in it. */
export interface InstrumentedCopy {
  folder: string;
  mutations: readonly Mutation[];
}

/** Makes the copy of the working tree as it is now; the same tree has the same folder. */
export async function instrumented(): Promise<InstrumentedCopy> {
  const texts = new Map(tracked().map((file) => [file, readFileSync(file, "utf8")]));
  const hash = createHash("sha256");
  for (const [file, text] of texts) hash.update(file).update(text);
  const folder = join(WORKSHOP, hash.digest("hex").slice(0, 12));
  const venue = [...texts].filter(([file]) => MUTATED.test(file) && !NOT_THE_VENUE.test(file));
  const { files, mutations } = await mutationsIn(new Map(venue));
  if (!existsSync(folder)) {
    for (const [file, text] of [...texts, ...files]) write(join(folder, file), text);
  }
  return { folder, mutations };
}

/** All mutations of these texts, and the texts with a switch for each. */
export async function mutationsIn(
  texts: ReadonlyMap<string, string>,
): Promise<{ files: [string, string][]; mutations: Mutation[] }> {
  const given = [...texts].map(([name, content]) => ({ name, mutate: true, content }));
  const { files, mutants } = await new Instrumenter(SILENT).instrument(given, {
    plugins: null,
    excludedMutations: [],
    ignorers: [{ shouldIgnore: descriptionIn }],
  });
  const changing = mutants.filter(({ status }) => status !== "Ignored");
  return {
    files: files.map(({ name, content }) => [name, content.replace(COUNTS, `$&${UNLESS_JUDGED}`)]),
    mutations: changing.map((mutant) => mutationOf(mutant, texts.get(mutant.fileName) ?? "")),
  };
}

/** Members of a route that pages are made of, and nothing that it does. */
const DESCRIPTIONS = ["responses", "errors", "rules"];

function descriptionIn(path: object): string | undefined {
  const { type, key } = (path as { node: { type: string; key?: { name?: string } } }).node;
  const isOne = type === "ObjectProperty" && DESCRIPTIONS.includes(key?.name ?? "");
  return isOne ? "a description" : undefined;
}

/** Where the instrumenter counts what is passed, which is of no use once trials are chosen. */
const COUNTS = /function cover\(\) \{/;
const UNLESS_JUDGED = " if (ns.isJudged) return;";

const quiet = () => {};
const no = () => false;
const SILENT = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no },
  ...{ isErrorEnabled: no, isFatalEnabled: no },
};

function tracked(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  const copied = listed.filter((file) => COPIED.test(file) && !NOT_COPIED.test(file));
  return copied.filter((file) => existsSync(file));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

interface SourceLocation {
  line: number;
  column: number;
}

/** What Stryker tells of a mutant, lines and columns from zero. */
interface StrykerMutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: SourceLocation; end: SourceLocation };
}

function mutationOf(told: StrykerMutant, text: string): Mutation {
  const { start, end } = told.location;
  const lines = text.split("\n");
  const offset = ({ line, column }: SourceLocation) =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, column);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const replacement = onOneLine(told.replacement);
  return {
    id: told.id,
    key: `${told.fileName}@${digest}:${start.line}:${start.column}:${end.line}:${end.column} ${told.mutatorName} ${replacement}`,
    file: told.fileName,
    line: start.line + 1,
    mutator: told.mutatorName,
    original: onOneLine(text.slice(offset(start), offset(end))),
    replacement,
    before: lines[start.line]?.slice(0, start.column).trim() ?? "",
    within:
      lines
        .slice(0, start.line + 1)
        .findLast((one) => TOP.test(one))
        ?.match(TOP)?.[1] ?? "",
  };
}

const TOP = /^(?:export )?(?:async )?(?:function|class|const) (\w+)/;

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
