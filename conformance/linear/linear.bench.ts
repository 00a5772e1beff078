/** Operations checked a second: of sixteen clients, with and without numbers, and beside a naive search. */
import assert from "node:assert/strict";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { checkLinear } from "./check.ts";
import type { Operation } from "./history.ts";
import { hasOrder } from "./oracle.fixture.ts";
import { crowd, QUEUE, type QueueOp, served, type Taken, unnumbered } from "./queue.fixture.ts";

const ROUNDS = 5;
const OPERATIONS = 10_000;
/** Ten thousand operations take no longer. */
const SECONDS_MAX = 10;

type History = readonly Operation<QueueOp, Taken>[];

/** Half of the sixteen under way at any time; little rests, so that a wrong turn shows soon. */
const CALM = { clients: 16, operations: OPERATIONS, answersIn: 1, pauses: 2, taking: 0.75 };
/** All of them, and what rests is taken a hundred orders later: without numbers nobody knows. */
const BUSY = { ...CALM, pauses: 0, taking: 0.5 };
/** Few enough for a search that remembers nothing, which an answer that nobody gave drives through all. */
const SMALL = { ...CALM, clients: 4, operations: 20, pauses: 0 };

/** Medians over rounds that take turns. */
export async function bench(): Promise<BenchRow[]> {
  const numbered = served(crowd(CALM));
  const calm = unnumbered(numbered);
  const busy = served(crowd(BUSY));
  const small = contradicted(unnumbered(served(crowd(SMALL))));
  const rounds = Array.from({ length: ROUNDS }, () => ({
    calm: checked(calm, "linear"),
    numbered: checked(numbered, "linear"),
    busy: checked(busy, "linear"),
    small: checked(small, "contradiction"),
    naive: naively(small),
  }));
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[name]));
  const named = (name: string) => ({ name: `histories checked: ${name}` });
  const inSeconds = (name: string, rate: number): BenchRow => ({
    ...named(name),
    ...{ measured: OPERATIONS / rate, unit: "s", aim: SECONDS_MAX, isAtMost: true, note: "" },
  });
  const times = (name: string, measured: number, aim: number, note: string): BenchRow => ({
    ...{ ...named(name), measured, unit: "×", aim, note },
  });
  return [
    inSeconds("10,000 operations of 16 clients", of("calm")),
    times("the same numbered, against not", of("numbered") / of("calm"), 1, "operations a second"),
    inSeconds("10,000 of 16 clients that are always under way, numbered", of("busy")),
    times(
      "a contradiction in 20, against a naive search",
      of("small") / of("naive"),
      10,
      "4 clients",
    ),
  ];
}

/** Operations a second. */
function checked(history: History, verdict: "linear" | "contradiction"): number {
  return rate(history, () => assert.equal(checkLinear(history, QUEUE).verdict, verdict));
}

function naively(history: History): number {
  return rate(history, () => assert.equal(hasOrder(history, QUEUE), false));
}

function rate({ length }: History, work: () => void): number {
  const startedAt = performance.now();
  work();
  return (length * 1_000) / (performance.now() - startedAt);
}

/** The last answer is one that nobody gave. */
function contradicted(history: History): History {
  const last = history.at(-1)!;
  const answer = { ...last.answer!, result: -1 };
  return [...history.slice(0, -1), { ...last, op: { ...last.op, rests: null }, answer }];
}
