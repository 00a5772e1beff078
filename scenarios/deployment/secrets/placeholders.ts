/** Placeholders `{{name}}` that stand in a session for secrets; a literal `{{` is `{{{{`. */

const MARK = /\{\{\{\{|\{\{([^{}]+)\}\}/g;
const PARTS = /(\{\{\{\{|\{\{[^{}]+\}\})/;
const WHOLE = /^\{\{([^{}]+)\}\}$/;

/** Text as it stands in a session: what looked like a placeholder no longer does. */
export function escaped(text: string): string {
  return text.replaceAll("{{", "{{{{");
}

/** Text that is meant as it stands, or the name of a placeholder. */
type TextPart = { plain: string } | { placeholder: string };

/** The parts of a text in turn: what is meant as it stands, and names of placeholders. */
export function partsOf(text: string): TextPart[] {
  return text.split(PARTS).map((part): TextPart => {
    if (part === "{{{{") return { plain: "{{" };
    const placeholder = placeholderIn(part);
    return placeholder === undefined ? { plain: part } : { placeholder };
  });
}

/** The text meant; a placeholder nobody knows stays as it is. */
export function filled(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes("{{")) return text;
  return text.replace(MARK, (found, name?: string) =>
    name === undefined ? "{{" : (secretOf(name) ?? found),
  );
}

/** The name of a text that is one placeholder and nothing else. */
export function placeholderIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1];
}
