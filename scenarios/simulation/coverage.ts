/** What a run got to: codes and order rules, counted, and the table of a batch of seeds. */

import pc from "picocolors";
import { REFUSAL_CODES, REJECT_CODES } from "../../reference/index.ts";
import type { SimulationReport } from "../../reports/schema/simulation.ts";
import { FAULT_NAMES } from "./faults.ts";

/** Order rules that a run can come by; each is one sentence of the venue's behaviour. */
const ORDER_RULES = {
  "gtc-rests": "a GTC order that finds nobody rests",
  "gtc-fills-and-rests": "a GTC order takes what is there, and its rest rests",
  "ioc-remainder": "what an IOC order does not find is cancelled",
  "ioc-filled": "an IOC order is filled",
  "fok-filled": "a FOK order is filled whole",
  "post-only-rests": "a POST_ONLY order rests",
  "market-filled": "a MARKET order is filled",
  "market-protected": "a MARKET order stops at its price protection",
  sweep: "one order trades through several levels",
  "queue-at-a-price": "one order trades with several orders of one level",
  "own-order-in-the-way": "an order of one's own in the way is cancelled",
  "reduce-only-rests": "a reduce-only order rests",
  "reduce-only-trimmed": "a resting reduce-only order is trimmed as its position shrinks",
  "cancel-resting": "a resting order is cancelled",
  "cancel-all": "all orders of an agent are cancelled",
  "cancel-all-of-a-market": "all orders of an agent in one market are cancelled",
  "ladder-replaced": "a ladder replaces another",
  "amend-in-place": "an amendment that takes contracts off keeps its priority",
  "amend-requeues": "an amendment that asks for more queues anew",
  "amend-trades": "an amendment trades at once",
  "replay-answered": "a known client order id is answered again",
  "position-closed": "a fill closes a position",
  "position-flipped": "a fill turns a long position short, or the other way",
  liquidated: "a mark moves, and the venue closes what its margin no longer bears",
  "house-pays": "a loss exceeds free cash, and the house pays the rest",
  "cooldown-ends": "an order enters after a pause",
  expired: "a market expires with orders in it",
  resolved: "a market resolves with positions in it",
  void: "a market is voided with positions in it",
  "parlay-follows": "a parlay follows its legs",
  "recovered-torn": "a venue recovers from a torn record",
  "recovered-snapshot": "a venue recovers from a snapshot and the records after it",
  "answer-withheld": "an answer waits for a store that does not commit",
} as const;

/** The name of an order rule. */
export type OrderRule = keyof typeof ORDER_RULES;

/** Counts by name. Shape: every code and rule has an entry, zero where it was not reached. */
export class Coverage {
  readonly codes = new Map<string, number>();
  readonly rules = new Map<string, number>();

  constructor() {
    for (const code of [...REJECT_CODES, ...REFUSAL_CODES]) this.codes.set(code, 0);
    for (const rule of Object.keys(ORDER_RULES)) this.rules.set(rule, 0);
  }

  code(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  rule(rule: OrderRule): void {
    this.rules.set(rule, this.rules.get(rule)! + 1);
  }

  /** Adds what another run got to. */
  add(other: { codes: Iterable<[string, number]>; rules: Iterable<[string, number]> }): void {
    for (const [code, count] of other.codes) {
      this.codes.set(code, (this.codes.get(code) ?? 0) + count);
    }
    for (const [rule, count] of other.rules) {
      this.rules.set(rule, (this.rules.get(rule) ?? 0) + count);
    }
  }

  /** Names not reached. */
  missing(): string[] {
    return [...this.codes, ...this.rules].filter(([, count]) => count === 0).map(([name]) => name);
  }
}

const DAY_MS = 86_400_000;

/** Codes, order rules and faults with their counts, and the size of it all in a last line. */
export function coverageTable(report: SimulationReport): string {
  const faults = FAULT_NAMES.map((name) => [name, report.faults[name] ?? 0] as const);
  return [
    ...block("codes", Object.entries(report.codes)),
    ...block("order rules", Object.entries(report.order_rules)),
    ...block("faults", faults),
    sizeLine(report),
  ].join("\n");
}

function block(title: string, counts: readonly (readonly [string, number])[]): string[] {
  const reached = counts.filter(([, count]) => count > 0).length;
  const lines = counts.map(([name, count]) => {
    const line = `  ${name.padEnd(26)} ${String(count).padStart(9)}`;
    return count === 0 ? pc.dim(line) : line;
  });
  return [`${title}: ${reached} of ${counts.length}`, ...lines];
}

/** Seeds, events, and how much faster than the clock on the wall. */
function sizeLine(report: SimulationReport): string {
  const { seeds, commands, events, virtual_ms: virtualMs } = report;
  const tookMs = Math.max(report.duration_ms, 1);
  const number = (value: number): string => Math.round(value).toLocaleString("en");
  const rate = number(events / (tookMs / 1_000));
  const days = (virtualMs / DAY_MS).toFixed(2);
  return (
    `${number(seeds)} ${seeds === 1 ? "seed" : "seeds"}, ${number(commands)} commands, ${number(events)} events in ` +
    `${(tookMs / 1_000).toFixed(1)} s: ${rate} events/s; ${days} days of virtual time, ` +
    `${number(virtualMs / tookMs)} times as fast as the clock`
  );
}
