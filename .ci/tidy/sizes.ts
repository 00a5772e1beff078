/** Rule 1: files and functions stay small enough to be read at once. */
import { filesOf, isSource, isTest, type Tree } from "./tree.ts";

/** Units: lines. */
const FILE_MAX = 320;
const TEST_MAX = 350;
const FUNCTION_MAX = 70;

/** Production files of at most 320 lines, tests of at most 350, functions of at most 70. */
export function sizes(tree: Tree): string[] {
  return filesOf(tree, isSource).flatMap(([file, text]) => [
    ...longFile(file, text),
    ...(isTest(file) ? [] : longFunctions(file, text)),
  ]);
}

function longFile(file: string, text: string): string[] {
  const max = isTest(file) ? TEST_MAX : FILE_MAX;
  const lines = text.trimEnd().split("\n").length;
  if (lines <= max) return [];
  return [`${file}: ${lines} lines, at most ${max}; part it by subject`];
}

/** How a function begins, as Biome lays it out; a `(` at the end opens its parameters. */
const BEGINS =
  /^( *)(?:export |default |async |static |private |get |set |override |function |const )*\*?[\w#]+(?:<.*>)?(?=\(|(?:: .*)? = (?:async )?(?:\(|\w+ =>)).*[{(]$/;
const STATEMENT = /^ *(?:if|for|while|switch|catch|return|await|throw|else)\b/;

function longFunctions(file: string, text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((_, at) => {
    const long = lengthFrom(lines, at);
    if (long <= FUNCTION_MAX) return [];
    return [`${file}:${at + 1}: a function of ${long} lines, at most ${FUNCTION_MAX}; part it`];
  });
}

/** Lines of the function that begins there, 0 if none does. */
function lengthFrom(lines: readonly string[], at: number): number {
  const line = lines[at]!;
  const indent = STATEMENT.test(line) ? undefined : BEGINS.exec(line)?.[1];
  if (indent === undefined) return 0;
  const isAlike = (other: string) =>
    other.startsWith(indent) && /\S/.test(other[indent.length] ?? "");
  const next = (from: number) => lines.findIndex((other, later) => later > from && isAlike(other));
  const body = line.endsWith("(") ? next(at) : at;
  if (body < 0 || !lines[body]!.endsWith("{")) return 0;
  return next(body) - at + 1;
}
