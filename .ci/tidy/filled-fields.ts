/** Fields of a class that its methods fill, however they start. */
import type { Class, ClassDeclaration, Node } from "@babel/types";
import { nameOf, walk } from "./syntax.ts";

/** True where a field holds a collection or a text, and its class adds to it. */
export function isFilledField(field: Node, parents: readonly Node[]): boolean {
  const owner = parents.findLast((one): one is Class => /^Class(Decl|Expr)/.test(one.type));
  if (owner === undefined) return false;
  const name = nameOf(field);
  let isCollection = isOfCollection(declared(field)) || isCollectionMade(initial(field));
  let isText =
    declared(field)?.type === "TSStringKeyword" || initial(field)?.type === "StringLiteral";
  let [isAddedTo, isLengthened] = [false, false];
  walk(owner.body, (node) => {
    isAddedTo ||= addsTo(node, name);
    if (node.type !== "AssignmentExpression" || !isOwn(node.left, name)) return;
    isCollection ||= isCollectionMade(node.right);
    isText ||= node.right.type === "StringLiteral";
    isLengthened ||= node.operator === "+=" || isLonger(node.right, name);
  });
  return (isCollection && isAddedTo) || (isText && isLengthened);
}

/** True of a class that is a collection itself. */
export const isFilledClass = ({ superClass }: ClassDeclaration): boolean =>
  superClass != null && /^(Map|Set|Array)$/.test(nameOf(superClass));

function declared(field: Node): Node | undefined {
  const at = field.type === "TSParameterProperty" ? field.parameter : field;
  const named = at.type === "AssignmentPattern" ? at.left : at;
  const { typeAnnotation } = named as { typeAnnotation?: { typeAnnotation?: Node } | null };
  return typeAnnotation?.typeAnnotation;
}

function initial(field: Node): Node | null | undefined {
  if (field.type !== "TSParameterProperty") return (field as { value?: Node | null }).value;
  return field.parameter.type === "AssignmentPattern" ? field.parameter.right : null;
}

function isOfCollection(type: Node | undefined): boolean {
  switch (type?.type) {
    case "TSUnionType":
      return type.types.some(isOfCollection);
    case "TSTypeReference":
      return /^(Map|Set|Array|Record)$/.test(nameOf(type.typeName));
    default:
      return type?.type === "TSArrayType";
  }
}

function isCollectionMade(value: Node | null | undefined): boolean {
  switch (value?.type) {
    case "NewExpression":
      return /^(Map|Set|Array)$/.test(nameOf(value.callee));
    case "CallExpression":
      return /^(from|create|fromEntries)$/.test(nameOf(value.callee));
    case "AssignmentExpression":
      return isCollectionMade(value.right);
    default:
      return value?.type === "ArrayExpression" || value?.type === "ObjectExpression";
  }
}

/** `this.name.set(…)`, `this.name[…] = …`, `this.name = [...this.name, …]`. */
function addsTo(node: Node, name: string): boolean {
  if (node.type === "CallExpression" && /^(Optional)?MemberExpression$/.test(node.callee.type)) {
    const { object } = node.callee as { object: Node };
    return /^(set|add|push|unshift)$/.test(nameOf(node.callee)) && isOwn(object, name);
  }
  if (node.type !== "AssignmentExpression") return false;
  const { left, right } = node;
  if (left.type === "MemberExpression" && left.computed) return isOwn(left.object, name);
  const parts = right.type === "ArrayExpression" ? right.elements : [];
  return isOwn(left, name) && parts.some((one) => one?.type === "SpreadElement");
}

/** `this.name`, or a member of it. */
function isOwn(node: Node, name: string): boolean {
  if (node.type === "TSNonNullExpression") return isOwn(node.expression, name);
  if (node.type === "AssignmentExpression") return isOwn(node.left, name);
  if (node.type !== "MemberExpression") return false;
  if (node.object.type === "ThisExpression") return nameOf(node.property) === name;
  return isOwn(node.object, name);
}

const isLonger = (value: Node, name: string): boolean =>
  value.type === "BinaryExpression" && value.operator === "+" && isOwn(value.left, name);
