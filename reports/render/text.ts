/** Foreign values as text that is safe to print: a target decides what these strings hold. */
import type pc from "picocolors";

/** How a page for a terminal is painted, or left as it is. */
export type Colors = ReturnType<typeof pc.createColors>;

/**
 * The text with everything a terminal or XML 1.0 cannot carry spelled out as `\u{…}`.
 * Shape: line breaks and tabs stay; control characters, lone surrogates and noncharacters go.
 */
export function printable(text: string): string {
  return [...text].map((char) => (isPlain(char) ? char : spelledOut(char))).join("");
}

/** `printable`, with line breaks and tabs spelled out too: nobody writes a second line in our name. */
export function onOneLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, spelledOut);
}

/** `printable`, with the characters that HTML and XML reserve as entities. */
export function markup(text: string): string {
  return printable(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A recorded value on one line: strings as they are, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "null";
}

function isPlain(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return char === "\n" || char === "\t";
  const isControl = code >= 0x7f && code <= 0x9f;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return !isControl && !isSurrogate && !isReordering(code) && (code & 0xfffe) !== 0xfffe;
}

/** Marks and overrides of writing direction make a line read as something it is not. */
function isReordering(code: number): boolean {
  const isMark = code === 0x200e || code === 0x200f || code === 0x61c;
  return isMark || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

function spelledOut(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
