/** The documentation page at `/docs`, made from the OpenAPI document; it needs no network. */
import type { Context, Next } from "koa";
import { htmlPage, isReading, type ServedPage, sendHtml } from "../html-answer.ts";
import { ROUTES } from "../routes/index.ts";
import {
  escaped,
  noteText,
  prose,
  recordTable,
  type Schema,
  table,
  typeText,
} from "./docs-page-schema.ts";
import { type OpenApi, openapi } from "./openapi.ts";

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  description?: string;
}

interface DocumentedResponse {
  $ref?: string;
  description: string;
  content: { "application/json": { schema: Schema } };
}

interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: Pick<DocumentedResponse, "content">;
  responses: Record<string, DocumentedResponse>;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
code { font-size: 0.9em; background: #8882; padding: 0 0.2em; }
table { border-collapse: collapse; font-size: 0.9em; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }
tr { border-bottom: 1px solid #8884; }
h2 { margin-top: 3rem; } h3 { margin-top: 2.5rem; }
:root { color-scheme: light dark; }
`;

let page: ServedPage | null = null;

/** Serves it to who reads. */
export function serveDocs(ctx: Context, next: Next): Promise<void> | undefined {
  if (!isReading(ctx)) return next();
  page ??= htmlPage(docsHtml(openapi(ROUTES)));
  sendHtml(ctx, page);
  return undefined;
}

/** The page of a description. */
export function docsHtml(document: OpenApi): string {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  const parts = tags.map(({ name }) => {
    const own = operations.filter((each) => each.operation.tags.includes(name));
    return `<h2>${escaped(name)}</h2>${own.map((each) => operationHtml(each, document)).join("")}`;
  });
  const records = Object.entries(components.schemas as Record<string, Schema>).map(
    ([name, schema]) => `<h3 id="record-${name}">${name}</h3>${recordTable(schema)}`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title><style>${STYLE}</style>
<h1>${escaped(info.title)}, version ${info.version}</h1>
<p>${prose(info.description)}
<p>For machines: <a href="openapi.json">openapi.json</a>, <a href="asyncapi.json">asyncapi.json</a>.
${contents(operations)}
${parts.join("\n")}
<h2>Records</h2>
${records.join("\n")}
</html>
`;
}

interface DocumentedOperation {
  title: string;
  operation: OpenApiOperation;
}

const operationsOf = ({ paths }: OpenApi): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation: operation as OpenApiOperation,
    })),
  );

function contents(operations: DocumentedOperation[]): string {
  const rows = operations.map(({ title, operation: { operationId, summary } }) => [
    `<a href="#${operationId}"><code>${title}</code></a>`,
    prose(summary),
  ]);
  return table(["route", "answers"], rows);
}

function operationHtml({ title, operation }: DocumentedOperation, document: OpenApi): string {
  const { operationId, description, parameters, requestBody, responses } = operation;
  const given = parameters.map(({ name, in: place, schema, description: note = "" }) => [
    `<code>${name}</code>`,
    place,
    typeText(schema),
    prose(note) + noteText(schema),
  ]);
  const answers = Object.entries(responses).map(([status, response]) => {
    const { description: means, content } = resolved(response, document);
    return [status, prose(means), typeText(content["application/json"].schema)];
  });
  return `<h3 id="${operationId}"><code>${title}</code></h3>
<p>${prose(description)}
${given.length === 0 ? "" : table(["parameter", "in", "type", ""], given)}
${requestBody ? `<p>Body: ${typeText(requestBody.content["application/json"].schema)}` : ""}
${table(["status", "means", "body"], answers)}
`;
}

function resolved(response: DocumentedResponse, { components }: OpenApi): DocumentedResponse {
  const { $ref } = response;
  if ($ref === undefined) return response;
  return (components.responses as Record<string, DocumentedResponse>)[$ref.split("/").at(-1)!]!;
}
