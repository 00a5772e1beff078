/** The types of the client, written from the description: every record, route and frame. */
import { ROUTES } from "../routes/index.ts";
import { asyncapi } from "./asyncapi.ts";
import { openapi } from "./openapi.ts";

interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Content {
  content: { "application/json": { schema: Schema } };
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface DescribedOperation {
  summary: string;
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
}

const HEAD = `/** What a venue is asked and answers. Made by \`npm run tables\` from its description. */
`;

/** The file of the client's types, not yet laid out. */
export function clientTypes(): string {
  const { paths, components } = openapi(ROUTES);
  const stream = asyncapi("http://venue.example");
  const records = { ...stream.components.schemas, ...components.schemas } as Record<string, Schema>;
  const frames = Object.entries(stream.channels.stream.messages as Record<string, StreamMessage>)
    .filter(([, { payload }]) => payload.properties?.["type"] !== undefined)
    .map(([, { summary, payload }]) => `\n  /** ${summary} */\n  | ${typeOf(payload)}`);
  return [
    HEAD,
    "/** Every record, by the name that the description gives it. */\nexport interface Records {",
    ...Object.entries(records)
      .sort(byName)
      .map(([name, schema]) => `  ${name}: ${typeOf(schema)};`),
    "}\n",
    `/** What the stream tells, by its \`type\`. */\nexport type VenueFrame =${frames.join("")};\n`,
    "/** Every route: what it takes and answers. */\nexport interface VenueRoutes {",
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        routeOf(`${method.toUpperCase()} ${path}`, operation as DescribedOperation),
      ),
    ),
    "}\n",
  ].join("\n");
}

interface StreamMessage {
  summary: string;
  payload: Schema;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1;

/** A route's entry: of each kind of input, whether it must be given. */
function routeOf(
  title: string,
  { summary, parameters, requestBody, responses }: DescribedOperation,
) {
  const taken = (place: string) => parameters.filter((each) => each.in === place);
  const body = requestBody?.content["application/json"].schema;
  const members = [
    inputOf("params", taken("path")),
    inputOf("query", taken("query")),
    body && `body${requestBody?.required ? "" : "?"}: ${typeOf(body)};`,
    `answer: ${answerOf(responses)};`,
  ];
  const lines = members.filter((line) => line).map((line) => `    ${line}`);
  return `  /** ${summary}. */\n  ${JSON.stringify(title)}: {\n${lines.join("\n")}\n  };`;
}

function inputOf(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const isNeeded = parameters.some(({ required }) => required);
  const members = parameters.map(
    (each) => `${each.name}${each.required ? "" : "?"}: ${typeOf(each.schema)}`,
  );
  return `${name}${isNeeded ? "" : "?"}: { ${members.join("; ")} };`;
}

/** What its success statuses answer. */
function answerOf(responses: Record<string, Content>): string {
  const types = Object.entries(responses)
    .filter(([status]) => status < "300")
    .map(([, { content }]) => typeOf(content["application/json"].schema));
  return [...new Set(types)].join(" | ");
}

/** A schema as TypeScript. What it says of values within a type is left to the venue. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, items, properties, type } = schema;
  if ($ref !== undefined) return `Records["${$ref.split("/").at(-1)}"]`;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (properties !== undefined) return objectOf(schema);
  if (items !== undefined) return `Array<${typeOf(items)}>`;
  if (type === "object") return "Record<string, unknown>";
  return PLAIN[type ?? ""] ?? "unknown";
}

const PLAIN: Record<string, string> = {
  integer: "number",
  ...Object.fromEntries(["number", "string", "boolean", "null"].map((name) => [name, name])),
};

function objectOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description} */\n` : "";
    return `${comment}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{\n${members.join("\n")}\n}`;
}
