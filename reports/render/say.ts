/** Where text leaves for the terminal, whoever wrote it: what a terminal obeys is spelled out here. */
import { inspect } from "node:util";
import { onOneLine, printable } from "./text.ts";

/** The colours of our own pages. */
const ESCAPE = "\u001b";
const COLOUR = new RegExp(`(${ESCAPE}\\[\\d{1,2}m)`);

/** Prints lines to stdout. */
export function say(text: string): void {
  console.log(printable(text));
}

/** Whether pages are painted: on a terminal whose user has not asked for none of it. */
export function isPainted(): boolean {
  return process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
}

/** The same for a page that we have painted: colours pass, and nothing else that a terminal obeys. */
export function sayPainted(text: string): void {
  console.log(painted(text));
}

/** Writes what another program reads: as it is into a pipe or a file, legible on a terminal. */
export function sayData(text: string): void {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);
}

/** @bound {LINE_CHARS_MAX} characters of a line to stderr: the rest is left off; reports/render/say.test.ts */
const LINE_CHARS_MAX = 2_000;

/** Prints one line to stderr, whatever stands in the text. */
export function tell(text: string): void {
  const line = onOneLine(text.slice(0, LINE_CHARS_MAX));
  console.error(text.length > LINE_CHARS_MAX ? `${line}...` : line);
}

/** Prints lines to stderr. */
export function tellLines(text: string): void {
  console.error(printable(text));
}

/** Prints an error that nobody foresaw to stderr, with its stack. */
export function tellUnforeseen(error: unknown): void {
  tellLines(inspect(error));
}

function painted(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 1 ? part : printable(part)))
    .join("");
}
