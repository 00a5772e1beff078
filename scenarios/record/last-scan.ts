/** The last look at a line before it is written: what still bears a secret is left out. */
import { type Redactor, WITHHELD } from "../deployment/secrets/redact.ts";

const BODIES = ["body", "body_text", "body_base64"] as const;
/** Their members are named by others. */
const FOREIGN = new Set(["headers", "query", "actors", "markets"]);
const LEFT_OUT = "a secret was found in it when it was ready to be written";

/** The line with nothing in it that bears a secret. Shape: the same line where nothing does. */
export function withoutLeaks<Line extends object>(line: Line, redactor: Redactor): Line {
  return bears(line, redactor) ? (cleaned(line, redactor) as Line) : line;
}

function bears(value: unknown, redactor: Redactor): boolean {
  /** @bound two bodies of a line: longer ones are not in it; scenarios/record/last-scan.test.ts */
  const encoded: Buffer[] = [];
  // Bytes are looked at as what they are: in base64 all of them look random.
  const text = JSON.stringify(value, (name, one) => {
    if (name !== "body_base64" || typeof one !== "string") return one;
    encoded.push(Buffer.from(one, "base64"));
    return "";
  });
  return [text ?? "", ...encoded].some((one) => redactor.bears(one));
}

/** Members of the format keep their names; those that came from elsewhere may not. */
function cleaned(value: unknown, redactor: Redactor, isForeign = false): unknown {
  if (typeof value === "string") return redactor.bears(value) ? WITHHELD : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redactor, isForeign));
  const hasLeak = BODIES.some(
    (name) =>
      name in value && bears({ [name]: (value as Record<string, unknown>)[name] }, redactor),
  );
  const members = Object.entries(value)
    .filter(([name]) => !(hasLeak && BODIES.includes(name as "body")))
    .map(([name, member]) => [
      isForeign && redactor.bears(name) ? WITHHELD : name,
      cleaned(member, redactor, FOREIGN.has(name)),
    ]);
  // A command always says its body.
  const none = "path" in value && !("headers" in value) ? { body: null } : {};
  return { ...Object.fromEntries(members), ...(hasLeak && { ...none, body_left_out: LEFT_OUT }) };
}
