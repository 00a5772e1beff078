/**
 * JSON as the venue takes it: no duplicate keys, limited depth, 1.0 is not an integer, and no text
 * holds NUL, which PostgreSQL keeps in none.
 */

/** @bound {DEPTH_MAX} levels of nesting: a deeper body is refused as VALIDATION_ERROR; reference/http/strict-json.test.ts */
export const DEPTH_MAX = 32;

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const DOT = 46;

interface Shape {
  members: number;
  fractions: [start: number, end: number][];
}

/**
 * Parses a body. A number written with a fraction or exponent becomes its own text, a string,
 * so that no integer field takes it and unknown fields may still hold it. D-010.
 * Errors: throws a SyntaxError with a message fit for the caller.
 */
export function parseStrictJson(text: string): unknown {
  const value = parseGrammar(text);
  const shape = scan(text);
  // A duplicate key is lost in parsing, so fewer members remain than the text has.
  if (countMembers(value) < shape.members) throw new SyntaxError("an object repeats a key");
  return shape.fractions.length === 0 ? value : JSON.parse(quoted(text, shape.fractions));
}

function parseGrammar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError("it does not parse"); // the engine's own wording differs by version
  }
}

/** Walks text known to be JSON: outside strings, every colon is a member. D-010. */
function scan(text: string): Shape {
  const shape: Shape = { members: 0, fractions: [] };
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char === COLON) shape.members++;
    else if (char === 123 || char === 91) {
      if (++depth > DEPTH_MAX) throw new SyntaxError(`nesting is deeper than ${DEPTH_MAX}`);
    } else if (char === 125 || char === 93) depth--;
    else if (char === 45 || (char >= 48 && char <= 57)) i = endOfNumber(text, i, shape);
  }
  return shape;
}

/** D-010. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (let char = text.charCodeAt(i); char !== QUOTE; char = text.charCodeAt(i)) {
    if (char === BACKSLASH && text.startsWith("u0000", i + 1)) {
      throw new SyntaxError("a text holds the character NUL");
    }
    i += char === BACKSLASH ? 2 : 1;
  }
  return i;
}

/** D-010. */
function endOfNumber(text: string, start: number, shape: Shape): number {
  let i = start + 1;
  let fraction = false;
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === DOT || char === 69 || char === 101) fraction = true;
    else if ((char < 48 || char > 57) && char !== 43 && char !== 45) break;
  }
  if (fraction) shape.fractions.push([start, i]);
  return i - 1;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  for (const key in value) count += 1 + countMembers((value as Record<string, unknown>)[key]);
  return count;
}

/** D-010. */
function quoted(text: string, spans: [start: number, end: number][]): string {
  let out = "";
  let from = 0;
  for (const [start, end] of spans) {
    out += `${text.slice(from, start)}"${text.slice(start, end)}"`;
    from = end;
  }
  return out + text.slice(from);
}
