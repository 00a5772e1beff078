/** Values as they stand behind a name: quoted, nested, bare, or in an element. */

import type { Span } from "./encodings.ts";
import { isDescribing } from "./names.ts";

/** A value and how sure it is that it is one. */
export interface NamedValue extends Span {
  /** Quoted, or of a form: prose does not look so. */
  isSure: boolean;
}

/** Values, and where the search goes on. */
export interface Values {
  found: NamedValue[];
  over: number;
}

const OPENING = /[ \t\r\n]{0,16}(\\{0,15}["'])/y;
const NESTED = /[ \t\r\n]{0,16}[{[]/y;
const BARE_BEGIN = /[ \t]{0,4}(?=[^\s"'&;,<>(){}[\]\\])/y;
const BARE_END = /[\s"'&;,<>(){}[\]\\]/g;
const LINE_END = /[\r\n"'\\]/g;
const SCHEME = /^(bearer|basic|digest|token|negotiate|hmac-?\w{0,9}|aws4-?\w{0,20})$/i;
const SCHEME_LENGTH_MAX = 30;
const NOTHING = /^(null|true|false|none|undefined)$/i;
/** What prose says after a colon is shorter and has no digit. */
const LOOKS_MADE = /\d|.{12}/;
const LEAF = /[[\]{}]|(?<=[:,[][ \t\r\n]{0,8})-?\d[\d.eE+-]{0,64}|\\{0,15}["']/g;
const IS_NAME = /[ \t\r\n]{0,16}:/y;
const CDATA = "<![CDATA[";
const NAME_LENGTH_MAX = 64;

/** The value, or every one in a list or record; null where neither begins there. */
export function nestedOrQuotedAt(text: string, at: number): Values | null {
  if (matchAt(NESTED, text, at) !== null) return leavesAt(text, at);
  const quoted = quotedAt(text, at);
  return quoted && oneValue({ from: quoted.from, to: quoted.to });
}

/** A quoted text, and what stands behind its closing quote. */
interface Quoted extends Span {
  after: number;
}

/** Escaped quotes within have more backslashes than those around. */
export function quotedAt(text: string, at: number): Quoted | null {
  const opening = matchAt(OPENING, text, at)?.[1];
  if (opening === undefined) return null;
  const from = OPENING.lastIndex;
  const quote = opening.at(-1)!;
  for (let end = text.indexOf(quote, from); end >= 0; end = text.indexOf(quote, end + 1)) {
    let slashes = 0;
    while (slashes < opening.length && text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes < opening.length) {
      return { from, to: Math.max(from, end - slashes), after: end + 1 };
    }
  }
  return { from, to: text.length, after: text.length };
}

/** An unquoted value; null for none. In prose only what looks made, or ends a line of its own. */
export function bareAt(
  text: string,
  at: number,
  prose: false | { isLine: boolean },
): Values | null {
  if (matchAt(BARE_BEGIN, text, at) === null) return null;
  const from = BARE_BEGIN.lastIndex;
  const to = endAt(BARE_END, text, from);
  const start = text.slice(from, Math.min(to, from + SCHEME_LENGTH_MAX + 1));
  if (NOTHING.test(start)) return null;
  if (SCHEME.test(start)) {
    const end = endAt(LINE_END, text, to);
    return oneValue({ from: to + text.slice(to, to + 100).search(/\S|$/), to: end });
  }
  if (prose === false) return oneValue({ from, to });
  return LOOKS_MADE.test(start) || prose.isLine ? oneValue({ from, to }, false) : null;
}

/** What stands between this tag and the next. */
export function elementAt(text: string, from: number): Values {
  const isData = text.startsWith(CDATA, from);
  const start = isData ? from + CDATA.length : from;
  const end = text.indexOf(isData ? "]]>" : "<", start);
  return oneValue({ from: start, to: end < 0 ? text.length : end });
}

function oneValue({ from, to }: Span, isSure = true): Values {
  return { found: [{ from, to, isSure }], over: to };
}

/** Every text and number within the list or record that begins there, but for what describes. */
function leavesAt(text: string, at: number): Values {
  const found: NamedValue[] = [];
  let depth = 0;
  // How deep a member stands that only describes: its text, or its list of texts, is no secret.
  let plain: number | null = null;
  LEAF.lastIndex = at;
  for (let match = LEAF.exec(text); match !== null; match = LEAF.exec(text)) {
    const [sign] = match;
    if (sign === "{" || sign === "[") {
      depth += 1;
      if (sign === "{") plain = null;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (plain !== null && depth <= plain) plain = null;
    } else if (/\d$/.test(sign)) {
      if (plain === null) found.push({ from: match.index, to: LEAF.lastIndex, isSure: false });
      else if (depth === plain) plain = null;
    } else {
      const { from, to, after } = quotedAt(text, match.index)!;
      LEAF.lastIndex = after;
      if (matchAt(IS_NAME, text, after) !== null) {
        plain = isDescribing(text.slice(from, Math.min(to, from + NAME_LENGTH_MAX))) ? depth : null;
      } else if (plain === null) found.push({ from, to, isSure: true });
      else if (depth === plain) plain = null;
    }
    if (depth <= 0) return { found, over: LEAF.lastIndex };
  }
  return { found, over: text.length };
}

function endAt(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
