/** Finds what is wrong with a profile's data, and says it so that it can be fixed. */
import Value from "typebox/value";
import { PROFILE_SCHEMA, type ProfileFile } from "./profile-schema.ts";
import type { FieldPath, ProfileProblem } from "./profile-yaml.ts";

const HTTP = ["http:", "https:"];
const WEBSOCKET = ["ws:", "wss:"];
const SECRET_FIELDS = /(api_key|_cookie\.(name|value)|control\.token)$/;
const TYPED_FIELDS = /^idp\.people\[\d+\]\./;

/** The first problem of a profile's data, or null; unknown keys come first. */
export function problemOf(value: unknown): ProfileProblem | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return {
      path: [],
      message: `must be keys and values, starting with base_url, not ${kind(value)}`,
    };
  }
  const faults = [...Value.Errors(PROFILE_SCHEMA, value)] as unknown as SchemaError[];
  const fault = faults.find(isUnknownKey) ?? faults.findLast(isNested) ?? faults[0];
  if (fault !== undefined) return schemaProblem(fault, value);
  return meaningProblem(value as ProfileFile);
}

/** A field as people write it: `agents[1].api_key`. */
export function fieldOf(path: FieldPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/** True for the fields whose values must never be written down. */
export function isSecretField(path: FieldPath): boolean {
  return SECRET_FIELDS.test(fieldOf(path));
}

/** True for what people type at the identity provider: what comes from the environment is secret. */
export function isTypedField(path: FieldPath): boolean {
  return TYPED_FIELDS.test(fieldOf(path));
}

/**
 * Why a text is no usable address, or null. Credentials inside an address are refused: they would
 * end up in every report.
 */
export function addressProblem(text: string, schemes: readonly string[] = HTTP): string | null {
  const wanted = `write it like ${schemes[0]}//127.0.0.1:9000`;
  if (!URL.canParse(text)) return `"${text}" is not an address; ${wanted}`;
  const url = new URL(text);
  if (url.username || url.password) return "an address may not carry a user name or password";
  if (!schemes.includes(url.protocol)) {
    return `"${text}" is not ${schemes.map((scheme) => `${scheme}//`).join(" or ")}; ${wanted}`;
  }
  return url.search || url.hash ? `"${text}" has a query or fragment; leave it out` : null;
}

/** The part of a TypeBox error that is looked at. */
interface SchemaError {
  keyword: string;
  instancePath: string;
  params: {
    additionalProperties?: string[];
    requiredProperties?: string[];
    allowedValues?: string[];
    type?: string;
    limit?: number;
  };
}

function isUnknownKey(fault: SchemaError): boolean {
  return fault.keyword === "additionalProperties";
}

// The summary of a union comes after its members and is the one worth a word.
function isNested({ keyword }: SchemaError): boolean {
  return keyword === "anyOf";
}

function schemaProblem(fault: SchemaError, value: unknown): ProfileProblem {
  const path = stepsOf(fault.instancePath, value);
  const { params } = fault;
  const [unknown] = params.additionalProperties ?? [];
  if (unknown !== undefined)
    return { path: [...path, unknown], message: unknownKey(path, unknown) };
  const [missing] = params.requiredProperties ?? [];
  if (missing !== undefined) return { path: [...path, missing], message: "is missing; add it" };
  return { path, message: wrongValue(fault, at(value, path)) };
}

function wrongValue({ keyword, params, instancePath }: SchemaError, value: unknown): string {
  switch (keyword) {
    case "type":
      return `must be ${wantedKind(params.type)}, not ${kind(value)}`;
    case "anyOf":
      return `must be ${wantedUnion(instancePath)}, not ${kind(value)}`;
    case "const":
      return "must be true; leave it out where it is not so";
    case "enum":
      return `must be one of ${params.allowedValues?.map((one) => `"${one}"`).join(", ")}`;
    case "minLength":
      return "is empty; give it a value or leave it out";
    case "minimum":
      return `must be at least ${params.limit}`;
    case "minItems":
    case "maxItems":
      return "must be [lowest, highest]";
    default:
      return "must start with a letter and hold only letters, digits, _ and -";
  }
}

function wantedUnion(pointer: string): string {
  if (pointer.endsWith("/is")) return "text, an integer, true or false";
  return pointer.endsWith("/position_cap")
    ? "an integer of at least 1, or one for each kind of market"
    : "an integer or null";
}

function unknownKey(path: FieldPath, key: string): string {
  const known = Object.keys(schemaAt(path).properties ?? {});
  const nearest = known.toSorted((a, b) => distance(a, key) - distance(b, key))[0] ?? "";
  const isNear = distance(nearest, key) <= Math.max(2, key.length / 3);
  return isNear
    ? `unknown key; did you mean ${nearest}?`
    : `unknown key; known: ${known.join(", ")}`;
}

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

function schemaAt(path: FieldPath): SchemaNode {
  return path.reduce<SchemaNode>(
    (node, step) => (typeof step === "number" ? node.items : node.properties?.[step]) ?? {},
    PROFILE_SCHEMA as unknown as SchemaNode,
  );
}

function meaningProblem(file: ProfileFile): ProfileProblem | null {
  return (
    addressesProblem(file) ??
    agentNamesProblem(file) ??
    marketsProblem(file) ??
    secretsProblem(file)
  );
}

function addressesProblem(file: ProfileFile): ProfileProblem | null {
  const { base_url, stream_url, control, idp } = file;
  const stream = stream_url === undefined ? null : addressProblem(stream_url, WEBSOCKET);
  const operator = control === undefined ? null : addressProblem(control.url);
  const provider = idp?.origin === undefined ? null : originProblem(idp.origin);
  return (
    problem(["base_url"], addressProblem(base_url)) ??
    problem(["stream_url"], stream) ??
    problem(["idp", "origin"], provider) ??
    problem(["control", "url"], operator)
  );
}

function originProblem(text: string): string | null {
  const wrong = addressProblem(text);
  if (wrong !== null || new URL(text).origin === text) return wrong;
  return `has a path; write it like ${new URL(text).origin}`;
}

function agentNamesProblem({ agents = [] }: ProfileFile): ProfileProblem | null {
  const names = agents.map(({ name }) => name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated < 0) return null;
  const message = `"${names[repeated]}" is taken by another agent; give each its own name`;
  return problem(["agents", repeated, "name"], message);
}

function marketsProblem({ markets = [] }: ProfileFile): ProfileProblem | null {
  const wrong = markets.findIndex(({ band }) => band !== undefined && !(band[0]! < band[1]!));
  if (wrong < 0) return null;
  return problem(["markets", wrong, "band"], "must be [lowest, highest], lowest first");
}

// A line break, easily left at the end of a variable, or another character no header may hold.
function secretsProblem(file: ProfileFile): ProfileProblem | null {
  const message = "holds a space, line break or other character no header may carry";
  const wrong = textsOf(file, []).find(
    ({ path, text }) => isSecretField(path) && !/^[\x21-\x7e]+$/.test(text),
  );
  return wrong === undefined ? null : problem(wrong.path, message);
}

function textsOf(value: unknown, path: FieldPath): { path: FieldPath; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function problem(path: FieldPath, message: string | null): ProfileProblem | null {
  return message === null ? null : { path, message };
}

function stepsOf(pointer: string, value: unknown): FieldPath {
  const steps: (string | number)[] = [];
  for (const raw of pointer.split("/").slice(1)) {
    const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    steps.push(Array.isArray(at(value, steps)) ? Number(step) : step);
  }
  return steps;
}

function at(value: unknown, path: FieldPath): unknown {
  return path.reduce((node, step) => (node as Record<string | number, unknown>)?.[step], value);
}

function kind(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return (
    { string: "text", object: "keys and values", boolean: "true or false" }[
      typeof value as string
    ] ?? `the number ${value}`
  );
}

function wantedKind(type: string | undefined): string {
  return (
    {
      ...{ object: "keys and values", array: "a list", string: "text" },
      ...{ integer: "an integer", number: "a number" },
    }[type ?? ""] ?? String(type)
  );
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
