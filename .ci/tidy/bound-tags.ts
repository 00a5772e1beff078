/** The tags `@bound LIMIT: WHAT HAPPENS AT IT; TEST FILE` of the sources. */
import type { File, Node } from "@babel/types";
import { commentOf, nameOf, parsed, walk } from "./syntax.ts";
import { filesOf, isTestSupport, type Tree } from "./tree.ts";

/** One limit. Shape: `what` is what the comment says before the tag; a `problem` says what to mend. */
export interface Bound {
  file: string;
  name: string;
  line: number;
  what: string;
  limit: string;
  outcome: string;
  test: string;
  problem: string | null;
}

/** What others send passes through here: server, proxy, bridge, harness and load test. */
const TOLD =
  /^(reference|scenarios\/(record|deployment|replay)|conformance\/(run|check|bridge)|loadtest\/run)\//;

/** True for the sources whose tags make the table. */
const hasBounds = (file: string): boolean =>
  TOLD.test(file) && file.endsWith(".ts") && !isTestSupport(file) && !file.includes("/proof/");

/** All bounds, in the order of files. */
export function boundsIn(tree: Tree): Bound[] {
  return filesOf(tree, (file) => hasBounds(file))
    .filter(([, text]) => text.includes("@bound"))
    .flatMap(([file, text]) => boundsOf(file, text, tree));
}

/** True where a comment has the tag. */
export const isTagged = (comment: string): boolean => /@bound\s/.test(comment);

function boundsOf(file: string, text: string, tree: Tree): Bound[] {
  const source = parsed(text);
  const numbers = numbersIn(source);
  const found: Bound[] = [];
  walk(source.program, (node) => {
    const comment = commentOf(node);
    if (!isTagged(comment)) return;
    found.push({ file, line: node.loc!.start.line, name: nameOf(node), ...read(comment) });
  });
  return found.map((bound) => checked(filledIn(bound, numbers), tree));
}

const SHAPE =
  /^(?<what>.*?)\s*@bound\s+(?<limit>[^:]+): (?<outcome>.+); (?<test>\S+\.test\.ts)\.?$/;

function read(comment: string) {
  const text = comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").replace(/^[\s*]+/, "");
  const parts = SHAPE.exec(text.trim())?.groups;
  const problem = parts ? null : "write `@bound LIMIT: WHAT HAPPENS AT IT; TEST FILE`, last of all";
  const { what = "", limit = "", outcome = "", test = "" } = parts ?? {};
  return { what, limit, outcome, test, problem };
}

function filledIn(bound: Bound, numbers: ReadonlyMap<string, number>): Bound {
  const unknown: string[] = [];
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = numbers.get(name);
      if (value === undefined) unknown.push(name);
      return value?.toLocaleString("en-US") ?? name;
    });
  const filled = { ...bound, limit: fill(bound.limit), outcome: fill(bound.outcome) };
  if (unknown.length === 0) return filled;
  return { ...filled, problem: `${unknown.join(", ")}: no number constant of this file` };
}

function checked(bound: Bound, tree: Tree): Bound {
  if (bound.problem !== null || tree.has(bound.test)) return bound;
  return { ...bound, problem: `there is no ${bound.test}; name the test that goes to the limit` };
}

/** The constants of a file that are numbers, or made of numbers. */
function numbersIn(source: File): Map<string, number> {
  const numbers = new Map<string, number>();
  walk(source.program, (node) => {
    if (node.type !== "VariableDeclarator" && node.type !== "ClassProperty") return;
    const value = numberOf(node.type === "ClassProperty" ? node.value : node.init, numbers);
    if (value !== null) numbers.set(nameOf(node), value);
  });
  return numbers;
}

const SIGNS: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "**": (a, b) => a ** b,
};

function numberOf(
  node: Node | null | undefined,
  known: ReadonlyMap<string, number>,
): number | null {
  if (node?.type === "NumericLiteral") return node.value;
  if (node?.type === "Identifier") return known.get(node.name) ?? null;
  if (node?.type !== "BinaryExpression") return null;
  const left = numberOf(node.left, known);
  const right = numberOf(node.right, known);
  return left === null || right === null ? null : (SIGNS[node.operator]?.(left, right) ?? null);
}
