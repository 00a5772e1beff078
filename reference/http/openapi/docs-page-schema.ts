/** Schemas of the description as HTML: types in a few words, records as tables. */

/** As much of a JSON Schema as the description uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  description?: string;
}

/** Text as HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Text with code in backticks and empty lines between paragraphs, as HTML. */
export const prose = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll("\n\n", "<p>");

/** A schema in a few words; a record by its name, which leads to its table. */
export function typeText(schema: Schema): string {
  const { $ref, anyOf, allOf, items, properties, type = "anything", format } = schema;
  if ($ref !== undefined) return link($ref.split("/").at(-1)!);
  if (anyOf !== undefined) return anyOf.map(typeText).join(" or ");
  if (allOf !== undefined) return typeText(allOf[0]!);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(" ");
  if (schema.const !== undefined) return literal(schema.const);
  if (items !== undefined) return `list of ${typeText(items)}`;
  if (properties !== undefined) return recordTable(schema);
  return escaped((format ?? type) + rangeText(schema));
}

/** A record's members. */
export function recordTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, member]) => {
    const optional = required.includes(name) ? "" : " (optional)";
    return [`<code>${name}</code>${optional}`, typeText(member), noteText(member)];
  });
  return table(["member", "type", ""], rows);
}

/** What else there is to say of a value. */
export function noteText({ description = "", default: fallback, anyOf = [] }: Schema): string {
  const said = [description, ...anyOf.map((part) => part.description ?? "")].filter(Boolean);
  const otherwise = fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`];
  return prose([...said, ...otherwise].join("; "));
}

/** Rows of HTML under headings. */
export function table(heads: string[], rows: string[][]): string {
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = rows.map((cells) => row(cells, "td")).join("\n");
  return `<table>${row(heads, "th")}\n${body}</table>`;
}

/** A safe integer's own range says nothing. */
function rangeText({ minimum, maximum }: Schema): string {
  const isOpen = (bound?: number) => bound === undefined || !Number.isSafeInteger(bound + bound);
  if (isOpen(minimum) || isOpen(maximum)) return "";
  return `, ${minimum} to ${maximum}`;
}

const literal = (value: unknown): string => `<code>${escaped(String(value))}</code>`;

const link = (record: string): string => `<a href="#record-${record}">${record}</a>`;
