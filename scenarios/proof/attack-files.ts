/**
 * Files from elsewhere, drawn by lot, in the hands of whatever reads them: whatever their shape, one
 * line; nothing is written outside, and no request is sent that a file may not make.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../deployment/usage-error.ts";
import { Random } from "../simulation/random.ts";
import { altered } from "./altered-text.ts";
import { fileKinds } from "./files-read.ts";
import { startWatchedVenue } from "./watched-venue.ts";

/** Files of one kind, and what reads them. */
export interface FileKind {
  name: string;
  /** How such a file is called. */
  file: string;
  /** Good ones, to begin from. */
  examples: readonly string[];
  /** Reads one as the commands do. Errors: UsageError; any other is a find, as is what it returns. */
  read(file: string, folder: string): Promise<string | null>;
}

/** How much is tried. */
export interface AttackSize {
  draws: number;
  seed: number;
}

/** What came of it: how many were tried, and what is wrong, once each. */
export interface AttackOutcome {
  tried: number;
  found: string[];
}

const FOUND_MAX = 50;
const DRAW_MS_MAX = 20_000;

/** Sessions, scenarios, HAR files, profiles and lists of what is not compared. */
export async function attack(size: AttackSize): Promise<AttackOutcome> {
  const venue = await startWatchedVenue();
  try {
    return await attackFiles(fileKinds(venue), size);
  } finally {
    venue.close();
  }
}

/** The same for any kinds of files, in turn. */
export async function attackFiles(
  kinds: readonly FileKind[],
  { draws, seed }: AttackSize,
): Promise<AttackOutcome> {
  const outside = mkdtempSync(join(tmpdir(), "touchstone-attack-"));
  const folder = join(outside, "inside");
  mkdirSync(folder);
  const found = new Map<string, string>();
  try {
    for (let draw = 0; draw < draws && found.size < FOUND_MAX; draw++) {
      const random = new Random(seed, `file ${draw}`);
      const kind = kinds[draw % kinds.length]!;
      const file = join(folder, kind.file);
      writeFileSync(file, altered(random.pick(kind.examples), random));
      const wrong = await quietly(() => inTime(readWith(kind, file, folder)));
      const escaped = readdirSync(outside).filter((name) => name !== "inside");
      const all = [...wrong, ...escaped.map((name) => `wrote ${name} outside`)];
      for (const one of all) found.set(placeIn(one), `${kind.name} of draw ${draw}: ${one}`);
      for (const name of escaped) rmSync(join(outside, name), { recursive: true });
    }
  } finally {
    rmSync(outside, { recursive: true });
  }
  return { tried: draws, found: [...found.values()] };
}

async function readWith(kind: FileKind, file: string, folder: string): Promise<string[]> {
  try {
    const complaint = await kind.read(file, folder);
    return complaint === null ? [] : [complaint];
  } catch (error) {
    return error instanceof UsageError ? [] : [(error as Error).stack ?? String(error)];
  }
}

async function inTime(reading: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([`takes longer than ${DRAW_MS_MAX} ms`]), DRAW_MS_MAX);
  });
  return await Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;
const COLOURS = new RegExp(`${"\u001b"}\\[\\d{1,2}m`, "g");

/** Keeps what is printed from the terminal, and looks for what a terminal would obey. */
async function quietly(read: () => Promise<string[]>): Promise<string[]> {
  const { log, error } = console;
  const write = process.stdout.write.bind(process.stdout);
  const printed: string[] = [];
  console.log = console.error = (text: string) => void printed.push(text);
  // What is no text is of whoever runs the tests.
  process.stdout.write = (text: string | Uint8Array) =>
    typeof text === "string" ? printed.push(text) > 0 : write(text);
  const wasTerminal = process.stdout.isTTY;
  process.stdout.isTTY = true;
  try {
    const wrong = await read();
    const obeyed = printed.find((text) => OBEYED.test(text.replace(COLOURS, "")));
    return obeyed === undefined ? wrong : [...wrong, `prints ${JSON.stringify(obeyed)}`];
  } finally {
    process.stdout.isTTY = wasTerminal;
    Object.assign(console, { log, error });
    process.stdout.write = write;
  }
}

/** Where a fault of our own is, so that each is told once. */
function placeIn(wrong: string): string {
  return /\n\s+at .*/.exec(wrong)?.[0] ?? wrong.slice(0, 40);
}
