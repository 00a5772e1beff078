/** The definitions that a description names once and refers to: schemas by title, responses. */
import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";

type Node = Record<string, unknown>;

/** Collects definitions while a document is written. */
export class Components {
  /**
   * @bound the schemas of the route table: a name is defined once;
   * reference/http/openapi/openapi.test.ts
   */
  readonly #schemas = new Map<string, unknown>();
  /**
   * @bound the answers of the route table: a name is defined once;
   * reference/http/openapi/openapi.test.ts
   */
  readonly #responses = new Map<string, object>();

  /** The schema with every titled part replaced by a reference to its one definition. */
  schema(schema: TSchema): unknown {
    return this.#refer(schema);
  }

  /** A reference to a response that several operations give. */
  response(name: string, response: () => object): object {
    if (!this.#responses.has(name)) this.#responses.set(name, response());
    return { $ref: `#/components/responses/${name}` };
  }

  /** All of them, by name. */
  get schemas(): object {
    return byName(this.#schemas);
  }

  /** All of them, by name. */
  get responses(): object {
    return byName(this.#responses);
  }

  #refer(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((part) => this.#refer(part));
    if (typeof node !== "object" || node === null) return node;
    const { title } = node as Node;
    const parts = Object.entries(node).map(([name, part]) => [name, this.#refer(part)]);
    const copy: unknown = Object.fromEntries(parts);
    return typeof title === "string" ? this.#define(title, copy) : copy;
  }

  #define(title: string, schema: unknown): object {
    const known = this.#schemas.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`two schemas are titled ${title}`);
    }
    this.#schemas.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }
}

const byName = (definitions: Map<string, unknown>): object =>
  Object.fromEntries([...definitions].sort(([one], [other]) => (one < other ? -1 : 1)));
