/** How deep JSON of others may nest: whatever walks it calls itself once a level. */

/** @bound {LEVELS_MAX} levels: text that nests deeper is refused, or read as no JSON; reports/schema/nesting.test.ts */
const LEVELS_MAX = 1_000;
const QUOTE = 34;
const BACKSLASH = 92;

/** Whether lists and objects of a JSON text stand deeper in each other than anybody may walk. */
export function nestsTooDeep(text: string): boolean {
  if (text.length <= LEVELS_MAX || opensAtMost(text, LEVELS_MAX)) return false;
  let level = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText && code === BACKSLASH) at += 1;
    else if (code === QUOTE) isText = !isText;
    else if (!isText && (code === 91 || code === 123)) level += 1;
    else if (!isText && (code === 93 || code === 125)) level -= 1;
    if (level > LEVELS_MAX) return true;
  }
  return false;
}

/** Whether so few lists and objects begin in the text, counting those that are only quoted. */
function opensAtMost(text: string, most: number): boolean {
  let opened = 0;
  for (const sign of ["[", "{"]) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      opened += 1;
      if (opened > most) return false;
    }
  }
  return true;
}
