/** The last look at a line before it is written: a secret still in it stops everything. */
import type { Redactor } from "../deployment/secrets/redact.ts";

/** A line that must not be written; the message names its field, never the value. */
export class Leak extends Error {
  override readonly name = "Leak";

  constructor(field: string) {
    super(`a secret was left in ${field}: the line is not written, and the recording ends`);
  }
}

const PLACEHOLDERS = /\{\{[^{}]+\}\}/g;

/** Errors: Leak when a text or a member name of the line bears a secret. */
export function scan(line: object, redactor: Redactor): void {
  const field = leakIn(line, [], redactor);
  if (field !== null) throw new Leak(field.join("."));
}

function leakIn(value: unknown, path: readonly string[], redactor: Redactor): string[] | null {
  if (typeof value === "string") return bears(value, redactor) ? [...path] : null;
  if (typeof value === "number") return bears(String(value), redactor) ? [...path] : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (bears(name, redactor)) return [...path, "a name"];
    const leak = leakIn(member, [...path, name], redactor);
    if (leak !== null) return leak;
  }
  return null;
}

/** What a placeholder is called may be part of what it stands for. */
function bears(text: string, redactor: Redactor): boolean {
  return redactor.bears(text.replace(PLACEHOLDERS, "\n"));
}
