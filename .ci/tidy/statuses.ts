/** Rule 10: which HTTP statuses are accepted where the spec leaves room is said by the decisions. */
import { filesOf, isSource, isTest, placesOf, type Tree } from "./tree.ts";

const LIST = /[^0-9][2-5][0-9]{2}, [2-5][0-9]{2}\b/g;

/** Where venues are made: right ones, wrong ones, legal ones; and the decisions themselves. */
const AT_HOME =
  /^(reference|scenarios\/decisions|conformance\/(interposer|dialects))\/|\/proof\/|\/mutants[^/]*\.ts$/;

/** Prose: the spec's sentences, and statements and fixes of rules, from which no code reads a number. */
const PROSE = /^conformance\/(spec\/|areas\/[^/]+\/rules\.ts$)/;

/** What the spec itself says by a list, as the range of a validator. */
const ELSEWHERE_MAX = 15;

/** At most fifteen lines with two or more HTTP statuses stand outside of those places. */
export function statuses(tree: Tree): string[] {
  const lines = filesOf(
    tree,
    (file) => isSource(file) && !isTest(file) && !AT_HOME.test(file) && !PROSE.test(file),
  ).flatMap(([file, text]) => placesOf(text, LIST).map(([line]) => `${file}:${line}`));
  const places = [...new Set(lines)];
  if (places.length <= ELSEWHERE_MAX) return [];
  const many = `statuses: ${places.length} lines list some, at most ${ELSEWHERE_MAX}`;
  return [many, ...places.map((place) => `${place}: lists statuses; take them from a decision`)];
}
