/** Orders taken in the order in which they came to rest: histories of it, legal by construction. */
import type { Operation } from "./history.ts";
import type { Model } from "./model.ts";

/** What is asked of a market: to let an order rest, or to take the one that has rested longest. */
export interface QueueOp {
  market: string;
  rests: number | null;
}

/** The order taken; null where none rested, and of one that rests. */
export type Taken = number | null;

export const QUEUE: Model<readonly number[], QueueOp, Taken> = {
  initial: [],
  step(resting, { rests }, taken) {
    if (rests !== null) return [[...resting, rests]];
    const [first = null, ...rest] = resting;
    return taken === undefined || taken === first ? [rest] : [];
  },
  key: (resting) => resting.join(),
  partition: ({ market }) => market,
};

/** A request, the moment at which it takes effect, and how long it is under way on either side. */
export interface Request {
  client: string;
  market: string;
  takes: boolean;
  moment: number;
  early: number;
  late: number;
  /** Whether its answer is lost. */
  lost?: boolean;
}

/** What a venue answers that serves requests one after another, at their moments, and numbers them. */
export function served(requests: readonly Request[]): Operation<QueueOp, Taken>[] {
  const resting = new Map<string, number[]>();
  const inTurn = requests.toSorted((one, two) => one.moment - two.moment);
  return inTurn.map(({ client, market, takes, moment, early, late, lost }, sequence) => {
    const queue = resting.get(market) ?? [];
    resting.set(market, queue);
    const result = takes ? (queue.shift() ?? null) : null;
    if (!takes) queue.push(sequence);
    const op = { market, rests: takes ? null : sequence };
    const asked = { client, op, call: moment - early, sequence };
    return lost ? asked : { ...asked, answer: { at: moment + late, result } };
  });
}

/** The same history, as one sees it of a venue that does not number anything. */
export function unnumbered<Op, Result>(
  history: readonly Operation<Op, Result>[],
): Operation<Op, Result>[] {
  return history.map(({ sequence: _, ...operation }) => operation);
}

/** Clients that each ask again as soon as they are answered. Units: `answersIn` as times. */
export interface Crowd {
  clients: number;
  operations: number;
  answersIn: number;
  /** Longest pause behind an answer. */
  pauses: number;
  /** How many of all take: the more, the fewer rest. */
  taking: number;
}

const MODULUS = 2 ** 31 - 1;
const FACTOR = 48_271;

/** Requests of a crowd, the same each time. */
export function crowd({ clients, operations, answersIn, pauses, taking }: Crowd): Request[] {
  let drawn = 1;
  const draw = () => {
    drawn = (drawn * FACTOR) % MODULUS;
    return drawn / MODULUS;
  };
  return Array.from({ length: clients }, (_, client) => {
    let now = draw() * (answersIn + pauses);
    return Array.from({ length: operations / clients }, (): Request => {
      const [early, late] = [draw() * answersIn, draw() * answersIn];
      const moment = now + early;
      now = moment + late + draw() * pauses;
      const market = "BTC";
      return { client: `c${client}`, market, takes: draw() < taking, moment, early, late };
    });
  }).flat();
}
