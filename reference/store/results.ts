/**
 * What agents were answered under their client order ids: all of it in the store, the newest in the
 * venue's memory too.
 */
import type { Command, ForgetResults, OrderRequest } from "../core/commands.ts";
import type { Outcomes, PlaceOutcome } from "../core/outcomes.ts";
import type { Venue } from "../core/venue.ts";
import type { HistoryRow, Value } from "./batch.ts";

/**
 * Results in memory, of all agents together.
 * @bound {IN_MEMORY} results: the oldest are read from the store when they are asked for again;
 * reference/store/results.test.ts
 */
const IN_MEMORY = 10_000;
/**
 * How many leave memory at once, so that it is a command of its own but seldom; or twice as many as
 * came since, where those are more: memory empties faster than any commit fills it.
 */
const AT_ONCE = 1_000;

/** How long the store keeps a result at least, by the venue's clock. D-046. Units: hours. */
export const HOURS_KEPT = 24;

/** How many results are kept in memory, and for how long in the store: see IN_MEMORY, HOURS_KEPT. */
export interface ResultsKept {
  inMemory?: number;
  hours?: number;
}

/** A result of an agent, and the journal's record that made it or brought it back. */
interface Remembered {
  agentId: string;
  clientOrderId: string;
  seq: number;
}

/** A command that was applied, and what came of it. Units: epoch ms. */
export interface AppliedCommand {
  command: Command;
  outcome: Outcomes[Command["type"]];
  at: number;
}

/** Of one running venue. */
export class Results {
  readonly #inMemory: number;
  /**
   * What the venue's memory has, oldest first.
   * @bound {IN_MEMORY} results, and those that are not committed yet: the oldest are let go;
   * reference/store/results.test.ts
   */
  readonly #remembered = new Map<string, Remembered>();
  /** Not taken into a page yet, the last of each id. @bound the records of a page: written with it; reference/store/results.test.ts */
  #rows = new Map<string, Value[]>();
  /** Since memory was last looked through for what is to leave it. */
  #came = 0;

  constructor(inMemory = IN_MEMORY) {
    this.#inMemory = inMemory;
  }

  /** Goes on with what a recovered venue has in its memory, after the record `seq`. */
  resume(venue: Pick<Venue, "results">, seq: number): void {
    for (const [agentId, results] of venue.results()) {
      for (const [clientOrderId] of results) this.#remember({ agentId, clientOrderId, seq });
    }
    this.#came = 0;
  }

  /** Takes in a command as the record `seq`. */
  take(applied: AppliedCommand, seq: number): void {
    const { command } = applied;
    if (command.type === "recall-results") {
      const { agentId, results } = command;
      for (const { clientOrderId } of results) this.#remember({ agentId, clientOrderId, seq });
    }
    for (const values of resultValues(applied)) {
      const [agentId, clientOrderId] = values as [string, string];
      this.#rows.set(keyOf(agentId, clientOrderId), values);
      this.#remember({ agentId, clientOrderId, seq });
    }
  }

  /** The rows since they were last taken; `journalSeq` is what their page ends with. */
  rows(journalSeq: number): HistoryRow[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows.map((values) => ({ table: "results", values: [...values, journalSeq] }));
  }

  /** What the venue is to let go: the oldest, of which the store has all; null while it is little. */
  surplus(committedSeq: number): ForgetResults | null {
    const most = Math.max(AT_ONCE, 2 * this.#came);
    this.#came = 0;
    const surplus = this.#remembered.size - this.#inMemory;
    if (surplus < AT_ONCE) return null;
    const byAgent = new Map<string, string[]>();
    let count = 0;
    for (const [key, { agentId, clientOrderId, seq }] of this.#remembered) {
      if (count === Math.min(most, surplus) || seq > committedSeq) break;
      count++;
      this.#remembered.delete(key);
      const ids = byAgent.get(agentId);
      if (ids === undefined) byAgent.set(agentId, [clientOrderId]);
      else ids.push(clientOrderId);
    }
    if (count === 0) return null;
    const results = [...byAgent].map(([agentId, clientOrderIds]) => ({ agentId, clientOrderIds }));
    return { type: "forget-results", results };
  }

  /** The newest last, also of those that are made anew under their id: D-042. */
  #remember(result: Remembered): void {
    const key = keyOf(result.agentId, result.clientOrderId);
    this.#remembered.delete(key);
    this.#remembered.set(key, result);
    this.#came++;
  }
}

/** The rows that a command makes, but for their journal_seq. */
function resultValues({ command, outcome, at }: AppliedCommand): Value[][] {
  if (command.type === "place") {
    return rowOf(command.agentId, {
      request: command.request,
      outcome: outcome as PlaceOutcome,
      at,
    });
  }
  if (command.type !== "replace-ladder") return [];
  const ladder = outcome as Outcomes["replace-ladder"];
  if (ladder.kind !== "ladder") return [];
  return command.orders.flatMap(({ request }, index) =>
    rowOf(command.agentId, { request, outcome: ladder.results[index]!, at }),
  );
}

interface PlacedRequest {
  request: OrderRequest;
  outcome: PlaceOutcome;
  at: number;
}

/** None for what was answered before, or binds no id. */
function rowOf(agentId: string, { request, outcome, at }: PlacedRequest): Value[][] {
  const { clientOrderId } = request;
  if (clientOrderId === undefined || outcome.kind !== "result" || outcome.replayed) return [];
  return [resultRow({ agentId, clientOrderId, at, request, result: outcome.result })];
}

/** A result as it is kept. Units: epoch ms. */
export interface KeptResult {
  agentId: string;
  clientOrderId: string;
  at: number;
  request: OrderRequest;
  result: Extract<PlaceOutcome, { kind: "result" }>["result"];
}

/** Its row, but for the journal_seq. */
export function resultRow({ agentId, clientOrderId, at, request, result }: KeptResult): Value[] {
  return [agentId, clientOrderId, at, JSON.stringify(request), JSON.stringify(result)];
}

const keyOf = (agentId: string, clientOrderId: string): string => `${agentId} ${clientOrderId}`;
