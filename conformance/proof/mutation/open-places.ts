/**
 * Places that the spec leaves open, read from the comments of the code.
 * A comment that names a decision (D-…) speaks of the declaration or statement below it, one that
 * opens a file of the whole file. So a place moves with its code, and nothing lists it.
 */
import { opens } from "./stated-decisions.ts";

/** Lines that a decision leaves open. Units: lines, from 1. */
export interface OpenPlace {
  first: number;
  last: number;
  decisions: readonly string[];
}

/** The open places of a file; those of decisions that leave nothing but a form open are none. */
export function openPlaces(text: string): OpenPlace[] {
  return placesOf(text).flatMap(({ decisions, ...lines }) => {
    const open = decisions.filter(opens);
    return open.length > 0 ? [{ ...lines, decisions: open }] : [];
  });
}

/** The decisions that leave a line open, in order; none where the spec states what it does. */
export function decisionsAt(places: readonly OpenPlace[], line: number): string[] {
  const around = places.filter(({ first, last }) => first <= line && line <= last);
  return [...new Set(around.flatMap(({ decisions }) => decisions))].sort();
}

/** Every decision that the comments of a file name. */
export function decisionsNamed(text: string): string[] {
  return placesOf(text).flatMap(({ decisions }) => decisions);
}

/** What each comment that names a decision speaks of. */
function placesOf(text: string): OpenPlace[] {
  const lines = text.split("\n");
  return commentsOf(lines).flatMap(({ first, last }) => {
    const decisions = decisionsIn(lines.slice(first, last + 1).join("\n"));
    if (decisions.length === 0) return [];
    if (first === 0) return [{ first: 1, last: lines.length, decisions }];
    return [{ first: last + 2, last: lastLine(lines, last + 1) + 1, decisions }];
  });
}

/** Where comments begin and end that have their lines for themselves. Units: lines, from 0. */
function commentsOf(lines: readonly string[]): { first: number; last: number }[] {
  const found = [];
  for (let first = 0; first < lines.length; first++) {
    const start = lines[first]!.trimStart();
    if (!start.startsWith("//") && !start.startsWith("/**")) continue;
    let last = first;
    while (start.startsWith("/**") && !lines[last]!.includes("*/")) last++;
    found.push({ first, last });
    first = last;
  }
  return found;
}

/** The end of what begins on a line: up to the next that is indented as far, or less. */
function lastLine(lines: readonly string[], first: number): number {
  const depth = indentOf(lines[first]!);
  const next = lines.findIndex(
    (line, at) =>
      at > first &&
      line.trim() !== "" &&
      (indentOf(line) < depth || (indentOf(line) === depth && !CLOSES.test(line))),
  );
  return next < 0 ? lines.length - 1 : next - 1;
}

/** Goes on with what began at the same depth, as `}`, `} else {` and `): Order {` do. */
const CLOSES = /^ *[)}\]]/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

const DECISIONS = /\bD-(\w{3})(?: to D-(\d{3}))?/g;

function decisionsIn(comment: string): string[] {
  return [...comment.matchAll(DECISIONS)].flatMap(([, from, to]) =>
    to === undefined ? [`D-${from}`] : between(Number(from), Number(to)),
  );
}

function between(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => `D-${String(from + n).padStart(3, "0")}`);
}
