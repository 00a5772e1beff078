/** Values and texts that break who takes them at their word. */
import type { Draws } from "../../reference/proof/consensus/draws.ts";

const DEEP = 3_000;
const LONG = 70_000;

/** Controls, marks that turn text around, quotes, placeholders, markup, paths, halves of characters. */
const STRINGS = [
  ...[
    "",
    " ",
    "a b",
    "\u0000",
    "\n",
    "a\r\nX-Evil: 1",
    "\u001b[2J\u001b[H PASS",
    "\u009b31m",
    "\u0007",
  ],
  ...[
    "\u202egnp.exe",
    "\u200e",
    "\u2066x",
    "\ufeff",
    "\ud800",
    "😀",
    "ä".normalize("NFD"),
    "ß".repeat(40),
  ],
  ...[
    "'",
    '"',
    "`id`",
    "$(id)",
    "; rm x",
    "{{maker.key}}",
    "{{aws_secret_access_key}}",
    "%00",
    "%E0%A4",
  ],
  ...[
    "<script>alert(1)</script>",
    "]]>",
    "<!--",
    "javascript:x",
    "../../../x",
    "\\\\x\\y",
    "C:\\x",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "-1",
    "1e400",
    "0x10",
    "1_0",
  ],
  "x".repeat(LONG),
];

/** Numbers as they stand in JSON, most of which JavaScript cannot hold. */
const NUMBERS = [
  ...["0", "-0", "-1", "1.0", "0.1", "1e400", "-1e400", "1e-400", "9007199254740993"],
  ...["18446744073709551616", "2147483648", "1e308", "5e-324", "1E2", `1${"0".repeat(400)}`],
];

/** What JSON.stringify cannot write: stands in the text as it is. */
const RAW = /"@raw ([^"]*)"/g;

/** One value, of any kind. */
export function hostileValue(draws: Draws): unknown {
  const kind = draws.below(8);
  if (kind < 4) return oneOf(draws, STRINGS);
  if (kind < 6) return `@raw ${oneOf(draws, NUMBERS)}`;
  return oneOf(draws, [null, true, [], {}, [[]], { "": null }, Array(500).fill(0)]);
}

/** One string that a header, a path or a query may be made of. */
export const hostileString = (draws: Draws): string => oneOf(draws, STRINGS);

/** A copy in which members are replaced, left out or added, at any depth. */
export function mutated(draws: Draws, value: unknown): unknown {
  if (draws.chance(0.15)) return hostileValue(draws);
  if (Array.isArray(value)) {
    const at = draws.below(value.length);
    return value.map((one, index) => (index === at ? mutated(draws, one) : one));
  }
  if (typeof value !== "object" || value === null) return hostileValue(draws);
  const entries = Object.entries(value);
  const at = draws.below(entries.length + 1);
  const [name = hostileString(draws), one = {}] = entries[at] ?? [];
  const rest = entries.filter(([other]) => other !== name);
  return Object.fromEntries(draws.chance(0.2) ? rest : [...rest, [name, mutated(draws, one)]]);
}

/** Ways to spoil a text of JSON as bytes. */
const SPOILS: ((text: string, draws: Draws) => string | Buffer)[] = [
  (text, draws) => text.slice(0, draws.below(text.length)),
  (text) => `${text},`,
  (text) => `\ufeff${text}`,
  (text) => text.replace("{", '{"a":1,"a":2,'),
  (text) => text.replace(/:/, ": NaN, "),
  (text) => `${"[".repeat(DEEP)}${text}${"]".repeat(DEEP)}`,
  (text) => `${'{"a":'.repeat(DEEP)}${text}${"}".repeat(DEEP)}`,
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])]),
  (text) => Buffer.from(text.replace(/"[^"]*"/, '"\u00ff\u00fe"'), "latin1"),
  (text) => Buffer.from(text, "utf16le"),
  (text) => text.replaceAll('"', "'"),
  (text, draws) => text.replace(/[a-z]/, hostileString(draws)),
  () => "",
  () => "\u0000",
];

/** JSON of a value, as numbers that no program can hold; a third of it spoiled. */
export function hostileText(draws: Draws, value: unknown): Buffer {
  const text = (JSON.stringify(value) ?? "").replace(RAW, "$1");
  return Buffer.from(draws.chance(0.33) ? oneOf(draws, SPOILS)(text, draws) : text);
}

/** One of a list. */
export const oneOf = <T>(draws: Draws, list: readonly T[]): T => list[draws.below(list.length)]!;
