/** Reads the YAML of a profile: values with `${ENV}` filled in, and the line of every field. */
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from "yaml";
import { deepLineOf, TOO_DEEP } from "../yaml-depth.ts";

/** Where in a profile a value stands. */
export type FieldPath = readonly (string | number)[];

/** One thing wrong with a profile, in the words of who has to fix it. */
export interface ProfileProblem {
  path: FieldPath;
  message: string;
}

/** A profile's text understood as data. `problem` is the first thing that is wrong with it. */
export interface ProfileSource {
  value: unknown;
  variables: readonly { path: FieldPath; variable: string; value: string }[];
  problem: ProfileProblem | null;
  lineOf(path: FieldPath): number;
}

// Plain YAML scalars may not hold braces inside `{ ... }`, where profiles like to write ${KEY}:
// the parser is shown private characters in their stead.
const OPEN = "\uE000";
const ESCAPED = "\uE001";
const CLOSE = "\uE002";

const REFERENCE = new RegExp(`([${OPEN}${ESCAPED}])([^${CLOSE}]*)${CLOSE}`, "g");

/** Parses the text; `env` supplies the variables it names. Errors: none, see `problem`. */
export function readProfileYaml(text: string, env: NodeJS.ProcessEnv): ProfileSource {
  const deep = deepLineOf(text);
  if (deep !== null) return broken(TOO_DEEP, () => deep);
  const lines = new LineCounter();
  const veiled = text.replace(/(\$\$|\$)\{([^}\n]*)\}/g, (_, sign, name) => {
    return `${sign === "$" ? OPEN : ESCAPED}${name}${CLOSE}`;
  });
  const document = parseDocument(veiled, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  const line = (offset: number) => lines.linePos(offset).line;
  if (fault !== undefined) return broken(fault.message, () => line(fault.pos[0]));
  const fill = new Filling(env);
  const lineOf = (path: FieldPath) => line(offsetOf(document, path));
  try {
    const value = fill.in(document.toJS({ maxAliasCount: 100 }), []);
    return { value, variables: fill.variables, problem: fill.problem, lineOf };
  } catch (error) {
    return broken((error as Error).message, () => 1);
  }
}

function broken(why: string, lineOf: () => number): ProfileSource {
  const [message = ""] = unveiled(why).split("\n");
  return {
    value: null,
    variables: [],
    problem: { path: [], message: `not YAML: ${message}` },
    lineOf,
  };
}

class Filling {
  readonly variables: { path: FieldPath; variable: string; value: string }[] = [];
  problem: ProfileProblem | null = null;
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  in(value: unknown, path: FieldPath): unknown {
    if (typeof value === "string") return this.#text(value, path);
    if (Array.isArray(value)) return value.map((item, index) => this.in(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([veiledKey, member]) => {
      const key = unveiled(veiledKey);
      return [key, this.in(member, [...path, key])];
    });
    return Object.fromEntries(entries);
  }

  #text(text: string, path: FieldPath): string {
    return text.replace(REFERENCE, (_, sign: string, name: string) =>
      sign === ESCAPED ? `\${${name}}` : this.#variable(name, path),
    );
  }

  #variable(variable: string, path: FieldPath): string {
    const value = this.#env[variable];
    if (!/^[A-Za-z_]\w*$/.test(variable)) {
      this.problem ??= { path, message: `\${${variable}} names no variable; escape it as $\${` };
    } else if (!value) {
      const message = `the environment variable ${variable} is not set; export it first`;
      this.problem ??= { path, message };
    } else {
      this.variables.push({ path, variable, value });
    }
    return value ?? "";
  }
}

function unveiled(text: string): string {
  return text.replace(REFERENCE, (_, sign, name) => `${sign === OPEN ? "$" : "$$"}{${name}}`);
}

/** The offset of the nearest thing there is: the field's key, its value, or what it belongs in. */
function offsetOf(document: Document, path: FieldPath): number {
  if (path.length === 0) return startOf(document.contents);
  const parent = document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (isPair(pair) && isNode(pair.key)) return startOf(pair.key);
  }
  const node = document.getIn(path, true);
  return isNode(node) ? startOf(node) : offsetOf(document, path.slice(0, -1));
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
