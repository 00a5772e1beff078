/** Where a failure begins and ends: the failing request again, one thing varied at a time. */

import { readPlaced } from "../../scenarios/deployment/reading/order.ts";
import type { BookReading } from "../../scenarios/deployment/reading/reading.ts";
import type { CallerKind, Dimension } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import {
  callers,
  headers,
  isRefusedOrder,
  members,
  prefixes,
  sides,
  tifs,
  type VariedChoice,
} from "./choices.ts";
import { type Choice, choiceText, edgeText } from "./edge-text.ts";
import { searchEdges } from "./edges.ts";
import { numbersOfOrder, numbersOfQuery, type VariedNumber } from "./numbers.ts";
import { isOrder, type NarrowedFailure, Prober, type WaitingTime } from "./prober.ts";
import { mayTake, quotedIn } from "./quotes.ts";

/** What is known beside the failure. */
export interface NarrowingFacts {
  /** What its failed cells say already. */
  known: ReadonlySet<Dimension>;
  /** Whose keys there are. */
  able: ReadonlySet<CallerKind>;
  waiting: WaitingTime;
}

/** Looks for one edge; null where there is none. */
type Narrows = (prober: Prober) => Promise<string | null>;

/** What came of it. Shape: `edge` is the first that was found, null where all that was varied fails. */
export interface Narrowing {
  edge: string | null;
}

/**
 * Looks for an edge; null where the failure does not show again by its request alone, and where that
 * cannot be sent safely. Errors: Inconclusive where an answer is lost,
 * Missing where others trade and what they quote cannot be read.
 */
export async function narrowed(
  t: CheckContext,
  failure: NarrowedFailure,
  facts: NarrowingFacts,
): Promise<Narrowing | null> {
  const prober = new Prober(t, failure, facts.waiting);
  const book = isOrder(failure.request) ? await quotedIn(prober.market) : null;
  if (mayTake(failure.request.body, book)) return null;
  if ((await prober.ask()) !== "fails") return null;
  for (const narrows of waysOf(failure, prober, { ...facts, book })) {
    const edge = await narrows(prober);
    if (edge !== null) return { edge };
  }
  return { edge: null };
}

/** What is varied, in this order: an engine looks at the order, what stands before it at the rest. */
function waysOf(
  failure: NarrowedFailure,
  prober: Prober,
  { known, able, book }: NarrowingFacts & { book: BookReading | null },
): Narrows[] {
  const { request, deciding } = failure;
  const isPlain = isOrder(request) && !request.arranged;
  const isRefused = isPlain && isRefusedOrder(failure);
  const numbers = isPlain ? numbersOfOrder(failure, prober.market, book) : numbersOfQuery(failure);
  const around = [prefixes(request), callers(request, able)];
  const within = [
    ...(isPlain ? [sides(failure, prober.market, book)] : []),
    ...(isRefused ? [tifs(request), ...members(request)] : []),
    ...((deciding.response?.status ?? 0) >= 400 ? headers(request) : []),
  ];
  const choices = (all: readonly (VariedChoice | null)[]) =>
    all
      .filter((one) => one !== null)
      .filter(({ dimension }) => dimension === undefined || !known.has(dimension))
      .map(choosing);
  const isDecline = readPlaced({}, deciding).fate === "declined";
  return isPlain && isDecline
    ? [...numbers.map(searching), ...choices(within), ...choices(around)]
    : [...choices(around), ...numbers.map(searching), ...choices(within)];
}

const searching =
  ({ name, failing, range, change }: VariedNumber): Narrows =>
  async (prober) => {
    const asked = await searchEdges(failing, range, (value) => prober.ask(change(value)));
    return edgeText(name, prober.words, asked);
  };

const choosing =
  ({ phrase, others, isPair = false }: VariedChoice): Narrows =>
  async (prober) => {
    const choices: Choice[] = [{ phrase, likeness: "fails" }];
    for (const other of others) {
      const likeness = await prober.ask(other.change);
      choices.push({ phrase: other.phrase, likeness: likeness ?? "other" });
    }
    return choiceText(prober.words, choices, isPair);
  };
