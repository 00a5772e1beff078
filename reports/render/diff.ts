/** Expected against actual, word by word: what they do not share is marked. */
import { markup } from "./text.ts";

/** Longer texts are shown unmarked: the comparison is quadratic. */
const WORDS_MAX = 600;
/** Texts that share less than this part are two different things: marks would cover both. */
const SHARED_MIN = 0.25;

/** Both texts as HTML. */
export interface Diff {
  expected: string;
  actual: string;
}

/** Marks the words of each text that the other lacks, in their order. */
export function diffOf(expected: string, actual: string): Diff {
  const left = wordsOf(expected);
  const right = wordsOf(actual);
  const plain = { expected: markup(expected), actual: markup(actual) };
  if (Math.max(left.length, right.length) > WORDS_MAX) return plain;
  const shared = commonWords(left, right);
  const solid = shared.filter(([at]) => /\w/.test(left[at] ?? "")).length;
  const most = Math.max(solidCount(left), solidCount(right), 1);
  if (solid / most < SHARED_MIN) return plain;
  return {
    expected: marked(left, new Set(shared.map(([at]) => at)), "del"),
    actual: marked(right, new Set(shared.map(([, at]) => at)), "ins"),
  };
}

function wordsOf(text: string): string[] {
  return text.match(/[\w.-]+|\s+|[^\w\s]/g) ?? [];
}

function solidCount(words: readonly string[]): number {
  return words.filter((word) => /\w/.test(word)).length;
}

/** Places of the longest common subsequence, in both texts. */
function commonWords(left: readonly string[], right: readonly string[]): [number, number][] {
  const lengths = lengthsOf(left, right);
  const places: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) places.push([i++, j++]);
    else if (lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}

/** At [i][j]: how many words the rests from i and from j have in common. */
function lengthsOf(left: readonly string[], right: readonly string[]): number[][] {
  const lengths: number[][] = Array.from({ length: left.length + 1 }, () => []);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const same = left[i] === right[j];
      const skipping = Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
      (lengths[i] as number[])[j] = same ? lengthAt(lengths, i + 1, j + 1) + 1 : skipping;
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** Neighbouring marks are one. */
function marked(words: readonly string[], kept: ReadonlySet<number>, tag: string): string {
  const html = words.map((word, at) =>
    kept.has(at) ? markup(word) : `<${tag}>${markup(word)}</${tag}>`,
  );
  return html.join("").replaceAll(`</${tag}><${tag}>`, "");
}
