/** A copy of the project whose reference holds every mutation. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mutationsIn } from "./instrument.ts";
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
/** What judges: with any of these files a verdict may be another. */
const JUDGES = /^(conformance|scenarios)\/.+\.(ts|yaml)$/;
/** Of those, what no run of `conform` reads. */
const NOT_JUDGES =
  /\/(proof\/(?!mutation\/run-checks)|dialects\/|tables\/|explain\/|mutants|simulation\/|har\/|record\/)|\.(test|fixture)\.ts$/;

/** Where the changed venue is, and all that can be changed in it. */
export interface InstrumentedCopy {
  folder: string;
  mutations: readonly Mutation[];
}

/** Makes the copy of the working tree as it is now; the same tree has the same folder. */
export async function instrumented(): Promise<InstrumentedCopy> {
  const texts = tracked().map((file): Text => [file, readFileSync(file, "utf8")]);
  const folder = join(WORKSHOP, digestOf(texts));
  const venue = texts.filter(([file]) => isMutated(file));
  const judges = digestOf(texts.filter(([file]) => judging(file)));
  const { files, mutations } = await mutationsIn(new Map(venue), judges);
  if (!existsSync(folder)) writeAll(folder, [...texts, ...files]);
  return { folder, mutations };
}

/** A file and what it holds. */
type Text = [file: string, text: string];

/** Whether a file of the repository is changed. */
export function isMutated(file: string): boolean {
  return MUTATED.test(file) && !NOT_THE_VENUE.test(file);
}

/** Whether a verdict may be another once this file is. */
export function judging(file: string): boolean {
  return JUDGES.test(file) && !NOT_JUDGES.test(file);
}

function digestOf(texts: readonly Text[]): string {
  const hash = createHash("sha256");
  for (const [file, text] of texts) hash.update(file).update(text);
  return hash.digest("hex").slice(0, 12);
}

/** A copy that a stop cut short has another name, so that nobody takes it for whole. */
function writeAll(folder: string, texts: readonly Text[]): void {
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const [file, text] of texts) write(join(unfinished, file), text);
  renameSync(unfinished, folder);
}

/** The files of the project that a copy of it needs. */
export function tracked(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  const copied = listed.filter((file) => COPIED.test(file) && !NOT_COPIED.test(file));
  return copied.filter((file) => existsSync(file));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
