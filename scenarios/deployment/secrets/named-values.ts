/** Finds values in a text that a name before them makes secret, whatever the text is written in. */
import { byteClass, type Span, WORD_BYTES } from "./encodings.ts";
import { isSecretName } from "./names.ts";
import {
  bareAt,
  elementAt,
  type NamedValue,
  nestedOrQuotedAt,
  quotedAt,
  type Values,
} from "./text-values.ts";

const SEPARATORS = byteClass(":=>");
const COLON = 0x3a;
const MORE = 0x3e;
const BRACE = 0x7b;
const SPACES = byteClass(" \t");
const QUOTES = byteClass("\"'");
const BACKSLASH = byteClass("\\");
const SPACES_MAX = 4;
const BACKSLASHES_MAX = 15;
const NAME_LENGTH_MAX = 64;
/** How far from its name a value may stand. Units: characters. */
const ANNOUNCED_WITHIN = 300;

/** Members that say what the next one, or the part of the form, is called. */
const ANNOUNCES = /^(name|key|field)$/i;
/** Parameters that sign-in passes secrets by, in a link. */
const IN_LINKS = /^(code|state|login_hint|key)$/i;
const LINK_VALUE_MIN = 6;
const ELEMENT = /<(?:[\w.-]{1,64}:)?([A-Za-z][\w.-]{1,64})(?:\s[^<>]{0,300})?>/g;
const PLACEHOLDER = /^\{\{[^{}]+\}\}$/;

/** Every value that is secret by its name. */
export function namedValuesIn(bytes: Buffer): NamedValue[] {
  const found: NamedValue[] = [];
  // A character of the text is a byte. It is made once there is a name to look behind.
  let text: string | null = null;
  let over = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (SEPARATORS[bytes[at]!] === 0 || at < over) continue;
    const name = nameBefore(bytes, at);
    const isCandidate = name !== null && (isSecretName(name.text) || isOther(name.text));
    if (!isCandidate) continue;
    text ??= bytes.toString("latin1");
    const values = valuesOf(text, name, at);
    // What a value takes up is not looked into again, so that every byte is passed once.
    if (values === null) continue;
    for (const value of values.found) if (isValue(bytes, value)) found.push(value);
    over = values.over;
  }
  if (!bytes.includes("</")) return found;
  const elements = elementsIn(text ?? bytes.toString("latin1"));
  return [...found, ...elements.filter((one) => isValue(bytes, one))];
}

function isValue(bytes: Buffer, { from, to }: Span): boolean {
  if (to <= from || bytes[from] !== BRACE) return to > from;
  return !PLACEHOLDER.test(bytes.toString("latin1", from, Math.min(to, from + 200)));
}

interface NameInText {
  text: string;
  from: number;
}

/** The word that a separator stands behind, quoted or not. */
function nameBefore(bytes: Buffer, separator: number): NameInText | null {
  let at = separator - 1;
  // `=>` is one separator.
  if (bytes[separator] === MORE && at >= 0 && bytes[at] !== 0x3d) return null;
  if (bytes[separator] === MORE) at -= 1;
  at = backOver(bytes, at, { among: SPACES, max: SPACES_MAX });
  at = backOver(bytes, at, { among: QUOTES, max: 1 });
  at = backOver(bytes, at, { among: BACKSLASH, max: BACKSLASHES_MAX });
  const from = backOver(bytes, at, { among: WORD_BYTES, max: NAME_LENGTH_MAX });
  if (from === at) return null;
  return { text: bytes.toString("latin1", from + 1, at + 1), from: from + 1 };
}

function backOver(
  bytes: Buffer,
  start: number,
  { among, max }: { among: Uint8Array; max: number },
): number {
  let at = start;
  while (at >= 0 && start - at < max && among[bytes[at]!] === 1) at -= 1;
  return at;
}

function isOther(name: string): boolean {
  return name.length <= 10 && (ANNOUNCES.test(name) || IN_LINKS.test(name));
}

function valuesOf(text: string, name: NameInText, separator: number): Values | null {
  const at = separator + 1;
  if (isSecretName(name.text)) {
    const before = text.slice(Math.max(0, name.from - 8), name.from);
    const isLine = /(^|[\r\n])[ \t-]*$/.test(before);
    const isProse = text.charCodeAt(separator) === COLON;
    return nestedOrQuotedAt(text, at) ?? bareAt(text, at, isProse && { isLine });
  }
  if (IN_LINKS.test(name.text) && /[?&;#]/.test(text[name.from - 1] ?? "")) {
    const value = bareAt(text, at, false);
    return value !== null && value.over - at >= LINK_VALUE_MIN ? value : null;
  }
  const called = ANNOUNCES.test(name.text) ? quotedAt(text, at) : null;
  if (
    called === null ||
    !isSecretName(text.slice(called.from, Math.min(called.to, called.from + NAME_LENGTH_MAX + 1)))
  )
    return null;
  return announcedAt(text, called.after);
}

/** The value of a part of a form begins behind an empty line; that of a pair has a name again. */
function announcedAt(text: string, at: number): Values | null {
  const near = text.slice(at, at + ANNOUNCED_WITHIN);
  const [pair] = /^[^{}]{0,200}?value\\{0,15}["']?[ \t]{0,4}[:=]/i.exec(near) ?? [];
  if (pair !== undefined) return nestedOrQuotedAt(text, at + pair.length);
  const [gap] = /^[^\r\n]{0,100}(\r?\n[^\r\n]{1,150}){0,2}\r?\n\r?\n/.exec(near) ?? [];
  if (gap !== undefined) {
    const from = at + gap.length;
    const end = text.indexOf("\n--", from);
    const to = end < 0 ? text.length : text[end - 1] === "\r" ? end - 1 : end;
    return { found: [{ from, to, isSure: true }], over: to };
  }
  return text[at] === ">" ? elementAt(text, at + 1) : null;
}

function elementsIn(text: string): NamedValue[] {
  const found: NamedValue[] = [];
  for (const { index, 0: tag, 1: name } of text.matchAll(ELEMENT)) {
    if (isSecretName(name!)) found.push(...elementAt(text, index + tag.length).found);
  }
  return found;
}
