/** Holds answers of the venue against its description: every answer a test gets is looked at. */
import assert from "node:assert/strict";
import { Compile } from "typebox/schema";
import { ROUTES } from "../routes/index.ts";
import { type OpenApi, openapi } from "./openapi.ts";

/** An answer, and the request it answers. */
export interface Answered {
  method: string;
  /** With its prefix and query, or a whole URL. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface Described {
  required?: boolean;
  schema?: Record<string, unknown>;
}

interface Response {
  headers: Record<string, Described & { $ref?: string }>;
  content: { "application/json": { schema: Record<string, unknown> } };
}

/** The description, with objects closed: what it does not name must not be there. */
const DOCUMENT = closed(openapi(ROUTES)) as OpenApi & {
  components: Record<"responses" | "headers", Record<string, Response & Described>>;
};

type Validator = ReturnType<typeof Compile>;
const VALIDATORS = new Map<string, Validator>();

/** Statuses of operations that were looked at, such as `GET /orders 200`. */
export const seen = new Set<string>();

/** Fails for an answer that the description does not describe; passes over other paths. */
export function assertDescribed(answered: Answered): void {
  const { method, status, headers, body } = answered;
  const path = pathOf(answered.url);
  const operation = path && DOCUMENT.paths[path]?.[method.toLowerCase()];
  if (!path || !operation) return;
  const title = `${method} ${path} ${status}`;
  const { responses } = operation as { responses: Record<number, Response & { $ref?: string }> };
  const described = responses[status];
  assert.ok(described, `${title} is not described`);
  seen.add(title);
  const response = described.$ref ? DOCUMENT.components.responses[nameIn(described)]! : described;
  for (const [name, header] of Object.entries(response.headers)) {
    const required = (header.$ref ? DOCUMENT.components.headers[nameIn(header)]! : header).required;
    if (required) assert.ok(headers[name.toLowerCase()], `${title} has no ${name}`);
  }
  const validator = validatorOf(title, response);
  if (validator.Check(body)) return;
  const [, problems] = validator.Errors(body);
  assert.fail(`${title}: ${JSON.stringify({ problems, body })}`);
}

function validatorOf(title: string, { content }: Response): Validator {
  const known = VALIDATORS.get(title);
  if (known !== undefined) return known;
  const { schema } = content["application/json"];
  const validator = Compile({ ...schema, components: DOCUMENT.components });
  VALIDATORS.set(title, validator);
  return validator;
}

/** The first template that fits, in the order of the table, as the venue matches them. */
function pathOf(url: string): string | undefined {
  const { pathname } = new URL(url, "http://venue.test");
  const bare = pathname.replace(/^\/api(?=\/)/, "").replace(/^\/v1(?=\/)/, "");
  return Object.keys(DOCUMENT.paths).find((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(bare),
  );
}

const nameIn = ({ $ref }: { $ref?: string }): string => $ref!.split("/").at(-1)!;

/** A copy in which an object has no member that its schema does not name. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, closed(part)]));
  const isRecord = copy["type"] === "object" && "properties" in copy;
  return isRecord ? { additionalProperties: false, ...copy } : copy;
}
