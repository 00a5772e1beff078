/** What a source holds longer than a call and can fill: maps, sets, lists and texts. */
import type { File, Function as FunctionNode, Node } from "@babel/types";
import { isFilledClass, isFilledField } from "./filled-fields.ts";
import { commentOf, nameOf, walk } from "./syntax.ts";

/** One that starts empty, or is filled. Shape: `comment` is what stands before its declaration. */
export interface Container {
  name: string;
  line: number;
  comment: string;
}

/** Fields, those of the module, and those of a function that what it leaves behind fills. */
export function containersOf(file: File): Container[] {
  const found: Container[] = [];
  walk(file.program, (node, parents) => {
    if (isHeld(node, parents)) found.push(container(node, parents));
  });
  return found;
}

function isHeld(node: Node, parents: readonly Node[]): boolean {
  if (node.type === "ClassProperty" || node.type === "ClassPrivateProperty") {
    return startsEmpty(node.value) || isFilledField(node, parents);
  }
  if (node.type === "TSParameterProperty") return isFilledField(node, parents);
  if (node.type === "ClassDeclaration") return isFilledClass(node);
  if (node.type !== "VariableDeclarator") return false;
  if (!startsEmpty(node.init) && !isEmptyText(node.init)) return false;
  const owner = parents.findLast(isFunction);
  const [program] = parents;
  return owner === undefined
    ? isFilled(nameOf(node), program!)
    : isFilledLater(nameOf(node), owner);
}

function isFilled(name: string, program: Node): boolean {
  let isSeen = false;
  walk(program, (node) => {
    isSeen ||= fills(node, name);
  });
  return isSeen;
}

function container(node: Node, parents: readonly Node[]): Container {
  const comments = [node, ...parents.slice(-2)].map(commentOf);
  return { name: nameOf(node), line: node.loc!.start.line, comment: comments.join("\n") };
}

/** `new Map()`, `new Set()`, `[]`, or an object that has one of them. */
function startsEmpty(value: Node | null | undefined): boolean {
  switch (value?.type) {
    case "NewExpression":
      return /^(Map|Set)$/.test(nameOf(value.callee)) && value.arguments.length === 0;
    case "ArrayExpression":
      return value.elements.length === 0;
    case "ObjectExpression":
      return value.properties.some((one) => "value" in one && startsEmpty(one.value));
    default:
      return false;
  }
}

const isEmptyText = (value: Node | null | undefined): boolean =>
  value?.type === "StringLiteral" && value.value === "";

const isFunction = (node: Node): node is FunctionNode =>
  /^(Function(Declaration|Expression)|ArrowFunctionExpression|(Object|Class(Private)?)Method)$/.test(
    node.type,
  );

/** True where a function is filled by one within that lives on, or piece by piece as things arrive. */
function isFilledLater(name: string, owner: FunctionNode): boolean {
  let isLater = false;
  walk(owner.body, (node, parents) => {
    if (!fills(node, name)) return;
    const within = parents.find(isFunction);
    const arrives = parents.some((one) => one.type === "ForOfStatement" && one.await);
    isLater ||= arrives || (within !== undefined && livesOn(within, parents, owner));
  });
  return isLater;
}

/** `name.set(…)`, `name.push(…)`, `name[…] = …`, `name = [...name, …]`, `name += …`. */
function fills(node: Node, name: string): boolean {
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    const isAdding = /^(set|add|push|unshift)$/.test(nameOf(node.callee));
    return isAdding && rootOf(node.callee.object) === name;
  }
  if (node.type !== "AssignmentExpression") return false;
  const { left, right } = node;
  if (left.type === "MemberExpression") return left.computed && rootOf(left) === name;
  if (node.operator === "+=") return nameOf(left) === name;
  const isAgain = right.type === "ArrayExpression" && nameOf(left) === name;
  return isAgain && right.elements.some((one) => one?.type === "SpreadElement");
}

/** The variable that a chain of members begins with. */
const rootOf = (node: Node): string =>
  node.type === "MemberExpression" ? rootOf(node.object) : nameOf(node);

/** Calls that are over with what they are given, once they return or are awaited. */
const AT_ONCE =
  /^(map|flatMap|forEach|filter|reduce|some|every|find|findIndex|findLast|sort|toSorted|from|replace|replaceAll|then)$/;

/** True of a function that may be called after the one around it is over. */
function livesOn(within: FunctionNode, parents: readonly Node[], owner: FunctionNode): boolean {
  const parent = parents[parents.indexOf(within) - 1];
  if (within.type === "FunctionDeclaration") return isHandedOn(nameOf(within), owner);
  if (parent?.type === "VariableDeclarator") return isHandedOn(nameOf(parent), owner);
  return !(parent?.type === "CallExpression" && AT_ONCE.test(nameOf(parent.callee)));
}

/** True where a name is used otherwise than called there and then. */
function isHandedOn(name: string, owner: FunctionNode): boolean {
  let isHanded = false;
  walk(owner.body, (node, parents) => {
    if (node.type !== "Identifier" || node.name !== name) return;
    const parent = parents.at(-1)!;
    if ("id" in parent && parent.id === node) return;
    const around = parents.find(isFunction);
    const isCalled = parent.type === "CallExpression" && parent.callee === node;
    const isGiven = parent.type === "CallExpression" && AT_ONCE.test(nameOf(parent.callee));
    const isOwn = around === undefined || namesOf(around, parents).includes(name);
    isHanded ||= isOwn ? !isCalled && !isGiven : livesOn(around, parents, owner);
  });
  return isHanded;
}

const namesOf = (around: FunctionNode, parents: readonly Node[]): string[] => [
  nameOf(around),
  nameOf(parents[parents.indexOf(around) - 1] ?? around),
];
