/** Which checks run side by side, which alone, and in what order. */

import type { Pool } from "../../scenarios/deployment/pool.ts";
import { type Check, isScenario, wishOf } from "../check/check.ts";
import { disturbsAll, sendsBursts } from "../check/need.ts";
import type { Task } from "./task.ts";

/** Groups of properties: what the model does not explain is no matter for the others. */
const PROPERTIES = [/^PROP-STATEFUL-/, /^PROP-(?!STATEFUL-)/] as const;

/** The rule that a write passes after Retry-After. */
const AFTER_THE_WAIT = "LIM-WRITE-06";

/** Checks at once where each has agents and markets of its own. */
export const SIDE_BY_SIDE = 24;

/** How the checks of a run are scheduled. */
export interface Lanes {
  /** Run side by side, as far as they have no agents and markets in common. */
  main: readonly Check[];
  /** Properties, when what they stand on has been judged: one group after another. */
  properties: readonly (readonly Check[])[];
  /** After them, as they bring their own callers. */
  scenarios: readonly Check[];
  /** The limit rules: they take a minute of the target's time, on an agent of their own. */
  load: readonly Check[];
  /** Wait while real time passes, with a ticket, a socket or an order that nobody else touches. */
  waiting: readonly Check[];
  /**
   * Want the whole venue, or change it: run one by one when all others have ended, or without control before
   * they begin; last what lets hours pass, as a session that all share may end meanwhile.
   */
  alone: readonly Check[];
}

/** Sorts the checks into lanes; the order within a lane is kept. */
export function lanesOf(checks: readonly Check[], pool: Pool): Lanes {
  const load = checks.filter(sendsBursts).toSorted((a, b) => turnOf(a) - turnOf(b));
  const alone = checks
    .filter((check) => !sendsBursts(check) && disturbsAll(check.needs, pool))
    .toSorted((a, b) => hoursOf(a) - hoursOf(b));
  const waiting = checks.filter((check) => !alone.includes(check) && waitsBeside(check));
  const properties = PROPERTIES.map((start) =>
    checks.filter(({ proves }) => startsOne(proves, start)),
  );
  const timed = new Set([...load, ...alone, ...waiting]);
  const scenarios = checks.filter((check) => isScenario(check) && !timed.has(check));
  const apart = new Set([...timed, ...properties.flat(), ...scenarios]);
  const main = checks.filter((check) => !apart.has(check));
  return { main, properties, scenarios, load, waiting, alone };
}

/** True for checks that wait a minute of real time beside the others. */
export function waitsBeside({ needs }: Check): boolean {
  return needs.includes("minute") || (needs.includes("wait") && needs.includes("stream"));
}

function startsOne(rules: readonly string[], start: RegExp): boolean {
  return rules.some((rule) => start.test(rule));
}

/**
 * The limit rules come first: they measure a whole budget, on which nothing may have drawn in the
 * minute before. The wait for it to be whole again comes last: the others need it spent.
 */
function turnOf({ proves }: Check): number {
  if (proves.includes(AFTER_THE_WAIT)) return 2;
  return proves.some((rule) => rule.startsWith("LIM-")) ? 0 : 1;
}

function hoursOf({ needs }: Check): number {
  return Number(needs.includes("hours"));
}

/** Tasks in the orders that workers take them in; every order has all of them. */
export type TaskOrders = readonly (readonly Task[])[];

/**
 * First what takes two owners. Of what takes one, a worker begins with what takes more of it than a key,
 * which not every owner has, and the next one with what any owner can do. After the properties comes what
 * takes many orders of an agent: by then it has most of them.
 */
export function ordersOf(tasks: readonly Task[], properties: readonly Task[]): TaskOrders {
  const wishes = new Map(tasks.map((task) => [task, wishOf(task.check, task.cells[0] ?? {})]));
  const many = tasks.filter(({ check }) => check.needs.includes("many-orders"));
  const few = tasks.filter((task) => !many.includes(task));
  const both = few.filter((task) => wishes.get(task)?.other);
  const one = few.filter((task) => !wishes.get(task)?.other);
  const takesMore = (task: Task) => {
    const { human, secondKey, sibling, reader } = wishes.get(task) ?? {};
    return Boolean(human || secondKey || sibling || reader);
  };
  const more = one.filter(takesMore);
  const plain = one.filter((task) => !takesMore(task));
  return [
    [...both, ...more, ...plain, ...properties, ...many],
    [...both, ...plain, ...more, ...properties, ...many],
  ];
}

/** Runs `task` over all items, at most `width` at a time, started in order. */
export async function sideBySide<T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next++] as T;
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
