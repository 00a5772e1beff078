/** Makes a failing tape small: by whole agents and markets, then by blocks, then by arguments. */
import type { Command, OrderRequest } from "../../reference/index.ts";
import { Coverage } from "./coverage.ts";
import { holdShell } from "./http-agreement.ts";
import { ObservedVenue } from "./observed-venue.ts";
import type { Parameters } from "./parameters.ts";
import type { TapeEntry } from "./tape.ts";
import { type Law, Violation } from "./violation.ts";

/** How often a tape may be tried. */
export const EXECUTIONS_MAX = 300;

/** A smaller tape that breaks the same law, and what it took to find it. */
export interface Shrunk {
  tape: TapeEntry[];
  message: string;
  executions: number;
}

/**
 * What a tape does to a fresh venue: the law it breaks and where; null when it breaks none.
 * Shape: with the parameters of a simulation over HTTP, it is performed there too.
 */
export async function retrace(
  tape: readonly TapeEntry[],
  parameters?: Parameters,
): Promise<{ law: Law; message: string; step: number } | null> {
  const observed = new ObservedVenue({ coverage: new Coverage() });
  try {
    await observed.perform(tape);
    observed.finish();
    if (parameters?.tier === "http") {
      await holdShell(observed.judged, observed.venue, { parameters, coverage: new Coverage() });
    }
    return null;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return { law: error.law, message: error.message, step: observed.tape.length };
  }
}

/** The smallest tape found within the budget; null when the tape alone does not break the law. */
export async function shrink(
  tape: readonly TapeEntry[],
  law: Law,
  parameters?: Parameters,
): Promise<Shrunk | null> {
  const shrinker = new Shrinker(law, isOfShell(law) ? parameters : undefined);
  if (!(await shrinker.accepts([...tape]))) return null;
  await shrinker.bySubject(agentOf);
  await shrinker.bySubject(marketOf);
  await shrinker.byBlocks();
  await shrinker.byArguments();
  await shrinker.byBlocks();
  const { best, message, executions } = shrinker;
  return { tape: best, message, executions };
}

/** Laws that only the HTTP tier can break; a tape that breaks another needs no HTTP to show it. */
const isOfShell = (law: Law): boolean => law === "shell" || law === "view" || law === "idempotency";

class Shrinker {
  best: TapeEntry[] = [];
  message = "";
  executions = 0;
  readonly #law: Law;
  readonly #parameters: Parameters | undefined;

  constructor(law: Law, parameters: Parameters | undefined) {
    this.#law = law;
    this.#parameters = parameters;
  }

  /** Tries a tape, and keeps it when it breaks the same law. */
  async accepts(tape: TapeEntry[]): Promise<boolean> {
    if (this.executions >= EXECUTIONS_MAX) return false;
    this.executions++;
    const failure = await retrace(tape, this.#parameters);
    if (failure?.law !== this.#law) return false;
    this.best = tape.slice(0, failure.step);
    this.message = failure.message;
    return true;
  }

  /** Leaves out all that one agent did, or all in one market: halves of them first. */
  async bySubject(subjectOf: (entry: TapeEntry) => string | null): Promise<void> {
    let subjects = [...new Set(this.best.map(subjectOf))].filter((one) => one !== null);
    for (let size = subjects.length >> 1; size >= 1; size >>= 1) {
      for (let start = subjects.length - size; start >= 0; start -= size) {
        const gone = new Set(subjects.slice(start, start + size));
        const left = this.best.filter((entry) => !gone.has(subjectOf(entry) ?? ""));
        if (await this.accepts(left)) subjects = subjects.filter((one) => !gone.has(one));
      }
    }
  }

  /** Leaves out blocks, large ones first, the last ones first. */
  async byBlocks(): Promise<void> {
    for (let size = this.best.length >> 1; size >= 1; size >>= 1) {
      for (let start = this.best.length - 1 - size; start >= 0; start -= size) {
        if (start + size > this.best.length) continue;
        await this.accepts([...this.best.slice(0, start), ...this.best.slice(start + size)]);
      }
    }
  }

  /** Makes what is left plain: optional fields away, small quantities, one moment. */
  async byArguments(): Promise<void> {
    const [first] = this.best;
    if (first !== undefined) await this.accepts(this.best.map((one) => ({ ...one, at: first.at })));
    for (let index = 0; index < this.best.length; index++) {
      for (const plainer of plainerThan(this.best[index]!)) {
        await this.accepts(this.best.with(index, plainer));
      }
    }
  }
}

/** Whose doing an entry is. */
function agentOf(entry: TapeEntry): string | null {
  return "command" in entry && "agentId" in entry.command ? entry.command.agentId : null;
}

/** In which market something is done. */
function marketOf(entry: TapeEntry): string | null {
  if (!("command" in entry)) return null;
  const { command } = entry;
  if (command.type === "place") return command.request.marketId;
  return "marketId" in command ? (command.marketId ?? null) : null;
}

const OPTIONAL = [
  "clientOrderId",
  "timestampMs",
  "recvWindowMs",
  "slippageCapCents",
  "slippageCapBps",
  "marginMode",
  "leverage",
  "reduceOnly",
  "confirmFatFinger",
  "tif",
] as const satisfies (keyof OrderRequest)[];

function* plainerThan(entry: TapeEntry): Generator<TapeEntry> {
  if (!("command" in entry)) return;
  const { command, at } = entry;
  if (command.type === "place") {
    for (const request of plainerOrders(command.request)) {
      yield { at, command: { ...command, request } satisfies Command };
    }
  }
  if (command.type === "replace-ladder") {
    for (let n = 0; n < command.orders.length; n++) {
      yield { at, command: { ...command, orders: command.orders.toSpliced(n, 1) } };
    }
  }
}

function* plainerOrders(request: OrderRequest): Generator<OrderRequest> {
  for (const name of OPTIONAL) {
    if (request[name] === undefined) continue;
    const { [name]: _, ...rest } = request;
    yield rest;
  }
  if (request.qty > 1) yield { ...request, qty: 1 };
  if (request.qty > 10) yield { ...request, qty: 10 };
}
