/** What a file imports. */
import { filesOf, resolved, type Tree } from "./tree.ts";

/** One import. Shape: `to` is a path of the tree, or the name of a package. */
export interface Import {
  from: string;
  to: string;
  /** Nothing is left of it when the file is loaded. */
  isType: boolean;
  /** Loaded when it is asked for, and so in no loop. */
  isLate: boolean;
}

const STATIC = /^(?:import|export)\b([^"';]*?)\bfrom\s*"([^"]+)"/gm;
const BARE = /^import\s*"([^"]+)"/gm;
const LATE = /\bimport\(\s*"([^"]+)"/g;

/** The imports of one file. */
export function importsOf(file: string, text: string): Import[] {
  const to = (path: string) => (path.startsWith(".") ? resolved(file, path) : path);
  const one = (path: string, isType = false, isLate = false): Import => {
    return { from: file, to: to(path), isType, isLate };
  };
  return [
    ...[...text.matchAll(STATIC)].map(([, clause, path]) => one(path!, isTypes(clause!))),
    ...[...text.matchAll(BARE)].map(([, path]) => one(path!)),
    ...[...text.matchAll(LATE)].map(([, path]) => one(path!, false, true)),
  ];
}

/** The imports between files of the tree. */
export function importsIn(tree: Tree, from: (file: string) => boolean): Import[] {
  return filesOf(tree, (file) => /\.(ts|mjs)$/.test(file) && from(file))
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ to }) => tree.has(to));
}

/** `type { … }`, or braces with nothing but types in them. */
function isTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const [, names] = /^\s*\{([^}]*)\}\s*$/.exec(clause) ?? [];
  const each = names?.split(",").filter((name) => name.trim() !== "");
  return each?.every((name) => /^\s*type\s/.test(name)) ?? false;
}
