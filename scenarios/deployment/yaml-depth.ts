/** Keeps YAML out that is nested so deeply that its parser would run out of stack, and end the process. */

const LEVELS_MOST = 200;
/** A level of a block takes two characters at the beginning of a line, or more. */
const LEAD_MOST = 2 * LEVELS_MOST;

/** What is wrong with such a text. */
export const TOO_DEEP = `lists and objects nested deeper than ${LEVELS_MOST} levels`;

/** The first line that lies so deep, counted from 1; null where none does. */
export function deepLineOf(text: string): number | null {
  let open = 0;
  for (const [index, line] of text.split("\n").entries()) {
    open = opened(line, open);
    if (open > LEVELS_MOST || leadOf(line) > LEAD_MOST) return index + 1;
  }
  return null;
}

/** Characters before what a line says, those that begin lists and members among them. */
function leadOf(line: string): number {
  return line.length - line.replace(/^[ \-?:]+/, "").length;
}

/** Brackets that are open at the deepest place of a line, or at its end where it goes less deep. */
function opened(line: string, before: number): number {
  let open = before;
  for (const character of line) {
    if (character === "[" || character === "{") open += 1;
    if (character === "]" || character === "}") open = Math.max(0, open - 1);
    if (open > LEVELS_MOST) return open;
  }
  return open;
}
