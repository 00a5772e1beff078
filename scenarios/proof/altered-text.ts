/** Files as an enemy writes them: a good one with a few things in it changed, by lot. */
import type { Random } from "../simulation/random.ts";

/** How deep a nest is: deeper than any parser's own stack would like. */
const DEEP = 5_000;
const LONG = 20_000;
const CHANGES_MAX = 4;

/** Values that no honest file has in that place. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e15, 1e21, -1e300, "", " ", "x", [], {}, [null], [[]], [{}]],
  ...["\u0000", "\ud800", "\u001b[2J", "\u202e\u200f\u061c", "\u009b2J", "a\r\nX-Evil: 1", "\n"],
  ...["../escaped", "../../escaped/x", "/proc/self/environ", "@evil.example/x", ".evil.example/x"],
  ...["http://evil.example/", "//evil.example", "javascript:alert(1)", "file:///etc/passwd"],
  ...["{{maker.key}}", "Bearer {{maker.key}}", "{{control.token}}", "a {{maker.key}} b", "{{"],
  ...["{{secret.1}}", "{{maker.key.2}}", "{{{{maker.key}}", "$(touch escaped)"],
  ...["/freeze", "/reset", "/clock", "PUT", "CONNECT", "GET /x HTTP/1.1", "a b", "[", "**", "!("],
  ...["__proto__", "constructor", "toString", "2026-13-45T99:99:99Z", "-000001-01-01T00:00:00Z"],
  ...["+275760-09-13T00:00:00.001Z", "999999999999", "1e999", "NaN", "%zz", "%", "a:b", "#"],
  ...['"><base href=//evil.example><x-evil>', "]]><x-evil/>", "'; touch escaped; '", "\\", "`x`"],
  ...["x".repeat(LONG), "😀".repeat(300), Array.from({ length: 500 }, (_, n) => n)],
];

/** Text that breaks what it stands in. */
const SPLINTERS = ["\u0000", "{", "}", "[", '"', ",", ":", "- ", "\n", "&a ", "*a", "!!js ", "\\u"];

/** Changes good JSON or YAML that is JSON; lines are changed one by one where there are several. */
export function altered(good: string, random: Random): string {
  let text = good;
  for (let left = random.between(1, CHANGES_MAX); left > 0; left--) {
    text = random.chance(0.8) ? inTree(text, random) : inText(text, random);
  }
  return random.chance(0.02) ? nested(text, random) : text;
}

/** Another value, a missing one, one too many, or one under another name. */
function inTree(text: string, random: Random): string {
  const lines = text.split("\n");
  const filled = lines.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  const isLined = filled.length > 1 && filled.every((at) => /^\{.*\}$/.test(lines[at]!));
  if (!isLined) return changedJson(text, random);
  const at = random.pick(filled);
  lines[at] = changedJson(lines[at]!, random);
  if (random.chance(0.1)) lines.splice(at, 0, lines[random.pick(filled)]!);
  return lines.join("\n");
}

function changedJson(text: string, random: Random): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return inText(text, random);
  }
  const places = placesIn(value);
  if (places.length === 0) return JSON.stringify(random.pick(VALUES));
  change(random.pick(places), random);
  return JSON.stringify(value);
}

interface AlterablePart {
  holder: Record<string, unknown>;
  name: string;
}

function placesIn(value: unknown): AlterablePart[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([name, one]) => [{ holder, name }, ...placesIn(one)]);
}

function change({ holder, name }: AlterablePart, random: Random): void {
  const what = random.below(10);
  if (what === 0 && !Array.isArray(holder)) delete holder[name];
  else if (what === 1) holder[textOf(random.pick(VALUES)).slice(0, 100)] = holder[name];
  else if (what === 2) holder[name] = [holder[name], holder[name]];
  else if (what === 3) holder[name] = textOf(holder[name]) + textOf(random.pick(VALUES));
  else holder[name] = structuredClone(random.pick(VALUES));
}

/** A drawn object may have members that keep it from being made text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The first text in it inside of thousands of lists or objects. */
function nested(text: string, random: Random): string {
  const [open, close] = random.chance(0.5) ? ["[", "]"] : [`{"a":`, "}"];
  return text.replace(/:("[^"]*")/, `:${open.repeat(DEEP)}$1${close.repeat(DEEP)}`);
}

/** Bytes cut out, put in, or doubled. */
function inText(text: string, random: Random): string {
  const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)].sort(
    (a, b) => a - b,
  ) as [number, number];
  const part = text.slice(from, Math.min(to, from + 50));
  const what = random.below(4);
  if (what === 0) return text.slice(0, from);
  if (what === 1) return text.slice(0, from) + text.slice(from + part.length);
  if (what === 2) return text.slice(0, from) + part + text.slice(from);
  return text.slice(0, from) + random.pick(SPLINTERS) + text.slice(from);
}
