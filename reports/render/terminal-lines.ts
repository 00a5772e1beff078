/** What every part of a page for a terminal is made of: labelled lines and titled lists. */
import { type Colors, printable } from "./text.ts";
import { wrapped } from "./wrap.ts";

/** The page that is being written. Units: `width` in columns. */
export interface TerminalPage {
  colors: Colors;
  width: number;
}

/** Where the text of a labelled line begins. Units: columns. */
export const LABELLED = 12;

/** "  expected  an order id", its text as it is given. */
export function labelled(label: string, text: string, { colors }: TerminalPage): string {
  return `  ${colors.dim(label.padEnd(LABELLED - 3))} ${text}`;
}

/** A titled list of label and text, aligned; nothing at all when it is empty. */
export function titledList(
  title: string,
  lines: readonly (readonly [string, string])[],
  { colors, width }: TerminalPage,
): string {
  if (lines.length === 0) return "";
  const column = Math.max(...lines.map(([label]) => label.length));
  const body = lines.map(
    ([label, text]) =>
      `  ${colors.bold(label.padEnd(column))}  ${wrapped(printable(text), column + 4, width)}`,
  );
  return [colors.underline(title), ...body].join("\n");
}

/** Lines that text takes on a terminal. */
export function linesIn(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}
