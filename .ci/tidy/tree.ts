/** The project as texts by path, so that every rule can be tried on a small made-up tree. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, normalize } from "node:path";
import { globFiles } from "./files.ts";

/** Texts by path from the root, with slashes. */
export type Tree = ReadonlyMap<string, string>;

/** The five parts whose files lie in folders of their own; docs is none. */
export const PARTS = ["reports", "reference", "scenarios", "conformance", "loadtest"] as const;

const PICTURES = new Set([".png"]);

/** Reads all files of the project's folders, and those that lie in its root. */
export function readTree(): Tree {
  const inRoot = readdirSync(".").filter((file) => statSync(file).isFile());
  const files = [...inRoot, ...globFiles("").filter((file) => statSync(file).isFile())];
  const texts = files.filter((file) => existsSync(file) && !PICTURES.has(extname(file)));
  return new Map(texts.map((file) => [file, readFileSync(file, "utf8")]));
}

/** The files of a tree that a rule looks at. */
export function filesOf(tree: Tree, wanted: (file: string) => boolean): [string, string][] {
  return [...tree].filter(([file]) => wanted(file));
}

/** `reference` of `reference/core/venue.ts`; empty for a file in the root. */
export const partOf = (file: string): string => (file.includes("/") ? file.split("/")[0]! : "");

/** The folder of a part that a file lies in, such as `core`; `root` for one in none. */
export function areaOf(file: string): string {
  const [, folder, ...rest] = file.split("/");
  return rest.length === 0 ? "root" : folder!;
}

/** True for TypeScript of the five parts and the front door. */
export function isSource(file: string): boolean {
  const isOurs = (PARTS as readonly string[]).includes(partOf(file)) || file === "touchstone.ts";
  return isOurs && file.endsWith(".ts");
}

/** Tests, what they share, and benchmarks. */
export const isTestSupport = (file: string): boolean => /\.(test|fixture|bench)\.ts$/.test(file);

/** Tests alone. */
export const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** What users run, and what proves it. */
export const isProduction = (file: string): boolean => isSource(file) && !isTestSupport(file);

/** The line of a text at an offset, from 1. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** Each place where a pattern with the flag `g` matches: the line, and what matched. */
export function placesOf(text: string, pattern: RegExp): [line: number, match: RegExpExecArray][] {
  return [...text.matchAll(pattern)].map((match) => [lineAt(text, match.index), match]);
}

/** A path as one file names another: from that file's folder. */
export const resolved = (from: string, to: string): string => normalize(join(dirname(from), to));

/** One import. Shape: `to` is a path of the tree, or the name of a package. */
export interface Import {
  from: string;
  to: string;
  /** Nothing is left of it when the file is loaded. */
  isType: boolean;
  /** Loaded when it is asked for, and so in no loop. */
  isLate: boolean;
  /** What it takes, by its names there; null where it may be everything. */
  names: readonly string[] | null;
}

const STATIC = /^(?:import|export)\b([^"';]*?)\bfrom\s*"([^"]+)"/gm;
const BARE = /^import\s*"([^"]+)"/gm;
const LATE = /\bimport\(\s*"([^"]+)"/g;

/** The imports of one file. */
export function importsOf(file: string, text: string): Import[] {
  const to = (path: string) => (path.startsWith(".") ? resolved(file, path) : path);
  const one = (path: string, more: Partial<Import> = {}): Import => {
    return { from: file, to: to(path), isType: false, isLate: false, names: [], ...more };
  };
  return [
    ...[...text.matchAll(STATIC)].map(([, clause, path]) =>
      one(path!, { isType: isTypes(clause!), names: namesIn(clause!) }),
    ),
    ...[...text.matchAll(BARE)].map(([, path]) => one(path!)),
    ...[...text.matchAll(LATE)].map(([, path]) => one(path!, { isLate: true, names: null })),
  ];
}

/** The imports between files of the tree. */
export function importsIn(tree: Tree, from: (file: string) => boolean): Import[] {
  return filesOf(tree, (file) => /\.(ts|mjs)$/.test(file) && from(file))
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ to }) => tree.has(to));
}

/** `one` and `Two` of `{ one, type Two as Three }`. */
function namesIn(clause: string): string[] | null {
  if (clause.includes("*")) return null;
  const [, names = ""] = /\{([^}]*)\}/.exec(clause) ?? [];
  return names.split(",").map((name) => /(?:type\s+)?(\w+)/.exec(name)?.[1] ?? "");
}

/** `type { … }`, or braces with nothing but types in them. */
function isTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const [, names] = /^\s*\{([^}]*)\}\s*$/.exec(clause) ?? [];
  const each = names?.split(",").filter((name) => name.trim() !== "");
  return each?.every((name) => /^\s*type\s/.test(name)) ?? false;
}
