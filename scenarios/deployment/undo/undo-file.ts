/** The files of the user's state that say what runs have changed at a target and not put back. */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, hostname } from "node:os";
import { isAbsolute, join } from "node:path";
import { jsonIn } from "../reading/json-in.ts";
import { changeIn, nameOf, type TargetChange } from "./change.ts";

/** Which run wrote a file. Shape: `began` is of the process, null where the system does not say. */
export interface RunOfFile {
  target: string;
  started_at: string;
  host: string;
  pid: number;
  began: string | null;
}

/** What is left of one run. */
export interface LeftOver {
  file: string;
  run: RunOfFile;
  /** In the order in which they were made. */
  changes: TargetChange[];
}

/** One line: a change that is about to be made, or one that was put back. */
export type UndoLine = { before: TargetChange } | { undone: TargetChange };

const LINE = /^\{.*\}$/;

/** The folder of a target's files; `TOUCHSTONE_STATE` moves them all. */
export function folderOf(target: string, env: NodeJS.ProcessEnv = process.env): string {
  const { TOUCHSTONE_STATE: own, XDG_STATE_HOME: xdg = "" } = env;
  const home = isAbsolute(xdg) ? xdg : join(homedir(), ".local", "state");
  const digest = createHash("sha256").update(target).digest("hex").slice(0, 16);
  return join(own || join(home, "touchstone"), "undo", digest);
}

/** This process as a run on a target. */
export function thisRun(target: string): RunOfFile {
  const { pid } = process;
  const started_at = new Date().toISOString();
  return { target, started_at, host: hostname(), pid, began: beganAt(pid) };
}

/** Begins a file that its user alone can read. */
export function begin(file: string, run: RunOfFile): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(run)}\n`, { mode: 0o600, flag: "wx" });
}

/** Adds a line: it is the system's when this returns, whatever becomes of the process. */
export function append(file: string, line: UndoLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Removes a file of which nothing is left. */
export function forget(file: string): void {
  rmSync(file, { force: true });
}

/** What runs have left at a target that are over, the oldest first; files that say nothing go. */
export function leftOvers(target: string): LeftOver[] {
  const folder = folderOf(target);
  const found = filesIn(folder).flatMap((name) => {
    const left = readFile(join(folder, name));
    return left === null || isGoingOn(left.run) ? [] : [left];
  });
  for (const { file, changes } of found) if (changes.length === 0) forget(file);
  const open = found.filter(({ changes }) => changes.length > 0);
  return open.toSorted((a, b) => (a.run.started_at < b.run.started_at ? -1 : 1));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
}

/** Null for a file that is not ours. A last line that was cut off was not acted upon yet. */
function readFile(file: string): LeftOver | null {
  const [head, ...lines] = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => (LINE.test(line) ? jsonIn(line) : undefined));
  const run = Object(head) as RunOfFile;
  if (typeof run.target !== "string" || typeof run.started_at !== "string") return null;
  const open = new Map<string, TargetChange>();
  for (const line of lines) {
    const { before, undone } = Object(line) as { before?: unknown; undone?: unknown };
    const change = changeIn(before ?? undone);
    if (change === null) continue;
    if (before === undefined) open.delete(nameOf(change));
    else open.set(nameOf(change), change);
  }
  return { file, run, changes: [...open.values()] };
}

/** Whether a process of this machine still writes it. */
function isGoingOn({ host, pid, began }: RunOfFile): boolean {
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return began === null || beganAt(pid) === began;
}

/** When a process began, in the system's own count: another one may get the same id later. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
