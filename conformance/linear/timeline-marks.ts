/** What a drawing shows of a history, and what the check made of each operation. */
import { markup, valueText } from "../../reports/render/text.ts";
import { type Operation, returnOf } from "./history.ts";
import { momentsOf } from "./partition.ts";
import type { Verdict } from "./verdict.ts";

/** How a drawing words things. Shape: without them values stand as they are, or as JSON. */
export interface TimelineOptions<State, Op, Result> {
  title?: string;
  asked?(op: Op): string;
  answered?(result: Result): string;
  stateText?(state: State): string;
  /** What the times are in, such as "ms"; they are counted from the first call. */
  unit?: string;
  /** Most operations drawn; those next to the end are. */
  operationsMax?: number;
}

/** An operation as it is drawn. Shape: texts are as they came; `number` is its place in the order. */
export interface Marked {
  client: string;
  asked: string;
  answered: string;
  call: number;
  /** Infinity where no answer came. */
  end: number;
  fate: "placed" | "stuck" | "unplaced";
  number: number | null;
  /** When it took effect in that order, at the earliest. */
  moment: number | null;
}

/** What is drawn, and how many explained operations before it are not. */
export interface Selected {
  marked: readonly Marked[];
  before: number;
  /** All in question, drawn or not. */
  total: number;
}

const UNPLACED_SHARE = 0.5;

/** The operations next to the end of what is explained, by their calls. */
export function selected<State, Op, Result>(
  history: readonly Operation<Op, Result>[],
  verdict: Verdict<State, Op, Result>,
  options: TimelineOptions<State, Op, Result>,
): Selected {
  const { operationsMax = 40 } = options;
  const order = verdict.verdict === "linear" ? verdict.order : verdict.explained;
  const all = verdict.verdict === "contradiction" ? verdict.history : history;
  const stuck = verdict.verdict === "contradiction" ? verdict.stuck : undefined;
  const known = new Set([...order, stuck]);
  const unplaced = all
    .filter((one) => !known.has(one))
    .toSorted((one, two) => one.call - two.call)
    .slice(0, Math.floor(operationsMax * UNPLACED_SHARE));
  const before = Math.max(0, order.length + unplaced.length - operationsMax);
  const moments = momentsOf(order);
  const placed = order.slice(before).map((operation, at): Marked => {
    const place = { number: before + at + 1, moment: moments[before + at]! };
    return { ...worded(operation, options), fate: "placed", ...place };
  });
  const others = (fate: Marked["fate"], operations: readonly Operation<Op, Result>[]) =>
    operations.map((one): Marked => {
      return { ...worded(one, options), fate, number: null, moment: null };
    });
  const marked = [
    ...placed,
    ...others("unplaced", unplaced),
    ...others("stuck", stuck === undefined ? [] : [stuck]),
  ];
  const drawn = marked.toSorted((one, two) => one.call - two.call);
  return { marked: drawn, before, total: all.length };
}

function worded<State, Op, Result>(
  operation: Operation<Op, Result>,
  { asked = valueText, answered = valueText }: TimelineOptions<State, Op, Result>,
): Pick<Marked, "client" | "asked" | "answered" | "call" | "end"> {
  const { client, op, call, answer } = operation;
  const says = answer === undefined ? "no answer" : answered(answer.result);
  return { client, asked: asked(op), answered: says, call, end: returnOf(operation) };
}

const ELLIPSIS = "…";

/** The text as markup, cut where it would fill a page. */
export function clipped(text: string, length: number): string {
  const chars = [...text.slice(0, length * 2 + 2)];
  if (chars.length <= length) return markup(text);
  return `${markup(chars.slice(0, length - 1).join(""))}${ELLIPSIS}`;
}
