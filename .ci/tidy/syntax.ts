/** TypeScript as a tree of nodes, for rules that look further than a line. */
import { parse } from "@babel/parser";
import type { File, Node } from "@babel/types";

/** The nodes of one source. */
export const parsed = (text: string): File =>
  parse(text, { sourceType: "module", plugins: ["typescript"] });

/** Visits a node and all below it; `parents` are from the root down to its own. */
export function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  visit(node, parents);
  const below = [...parents, node];
  for (const child of childrenOf(node)) walk(child, visit, below);
}

const ASIDE = new Set(["loc", "extra", "leadingComments", "trailingComments", "innerComments"]);

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => !ASIDE.has(key))
    .flatMap(([, value]): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** What a node is called: of a declaration its name, of `this.#name` and `a.name` the last part. */
export function nameOf(node: Node): string {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "StringLiteral":
      return node.value;
    case "PrivateName":
      return `#${node.id.name}`;
    case "MemberExpression":
      return nameOf(node.property);
    case "VariableDeclaration":
      return nameOf(node.declarations[0]!);
    case "TSParameterProperty":
      return nameOf(node.parameter);
    case "AssignmentPattern":
      return nameOf(node.left);
    case "ExportNamedDeclaration":
      return node.declaration ? nameOf(node.declaration) : "";
    default:
      return namedBy(node);
  }
}

function namedBy(node: Node): string {
  const { id, key } = node as { id?: Node | null; key?: Node };
  const name = id ?? key;
  return name === undefined ? "" : nameOf(name);
}

/** The comment that stands right before a node; empty without one. */
export const commentOf = (node: Node): string => node.leadingComments?.at(-1)?.value ?? "";
