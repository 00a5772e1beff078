/** Writes down what a run changes at a target before it does, and what it has put back. */
import { join } from "node:path";
import { tell } from "../../../reports/render/say.ts";
import type { ControlCall } from "../control.ts";
import type { Credentials } from "../profile/credentials.ts";
import type { Profile } from "../profile/profile.ts";
import { KEY_PATH, keyIdIn } from "../reading/made-key.ts";
import { isSuccess } from "../wire/exchange.ts";
import {
  cancelsAll,
  keyMadeBy,
  marketOfOrders,
  nameOf,
  switchedBy,
  type TargetChange,
  type UndoableRequest,
} from "./change.ts";
import { append, begin, folderOf, forget, thisRun, type UndoLine } from "./undo-file.ts";

/** What is known of an answer. Shape: `body` may be parsed when it is read, and so is read last. */
export interface Outcome {
  readonly status: number;
  readonly body?: unknown;
}

export class UndoLog {
  /**
   * What is not put back yet, by name.
   * @bound {CHANGES_MAX} changes: orders are then written for all markets of their agent, keys no more; scenarios/deployment/undo/undo-log.test.ts
   */
  readonly #open = new Map<string, TargetChange>();
  /**
   * Orders that were all cancelled since the last one was placed, by name.
   * @bound {CHANGES_MAX} names: of what is open alone; scenarios/deployment/undo/undo-log.test.ts
   */
  readonly #cancelled = new Set<string>();
  readonly #agents: readonly AgentNamed[];
  readonly #target: string;
  readonly #file: string | null;
  #isBegun = false;
  #isBroken = false;
  /** What an agent held in a market before the run; null where nobody looked. */
  heldBefore: (agent: string, market: string) => number | null = () => null;

  private constructor(
    { agents, browser, baseUrl }: Pick<Profile, "agents" | "browser" | "baseUrl">,
    file: string | null,
  ) {
    this.#agents = browser === null ? agents : [...agents, browser];
    this.#target = baseUrl;
    this.#file = file;
  }

  /** Of a run on a deployment that outlives it. */
  static of(profile: Profile, runId: string): UndoLog {
    return new UndoLog(profile, join(folderOf(profile.baseUrl), `${process.pid}-${runId}.jsonl`));
  }

  /** Of a run whose venue ends with it: nothing is written. */
  static ofNothing(): UndoLog {
    return new UndoLog({ agents: [], browser: null, baseUrl: "" }, null);
  }

  /** What is not put back yet. */
  get open(): readonly TargetChange[] {
    return [...this.#open.values()];
  }

  /** Before an operator's call. */
  calling(call: ControlCall): void {
    const switched = switchedBy(call);
    if (switched !== null && !switched.isBack) this.before(switched.change);
  }

  /** After it: what was refused has switched nothing. */
  called(call: ControlCall, status: number | null): void {
    const switched = switchedBy(call);
    if (switched === null || status === null) return;
    if (switched.isBack ? isSuccess(status) : isRefused(status)) this.undone(switched.change);
  }

  /** Before a request of a caller, whose agents are the profile's: others are not met again. */
  sending(credentials: Credentials | null, sent: UndoableRequest): void {
    const made = keyMadeBy(sent);
    if (made !== null && this.#agents.some(({ agentId }) => agentId === made.agent)) {
      this.before(made);
    }
    const agent = credentials === null ? null : this.#agentOf(credentials);
    const market = agent === null ? null : marketOfOrders(sent);
    if (agent !== null && market !== null) this.places(agent, market);
  }

  /** After it; null without an answer. */
  sent(credentials: Credentials | null, sent: UndoableRequest, answer: Outcome | null): void {
    if (answer === null) return;
    const { status } = answer;
    const made = keyMadeBy(sent);
    if (made !== null && this.#open.has(nameOf(made))) {
      const id = isSuccess(status) ? keyIdIn(answer.body, made.agent) : null;
      if (id !== null) this.before({ ...made, id });
      if (id !== null || isRefused(status)) this.undone(made);
    }
    if (sent.method !== "DELETE" || !isSuccess(status)) return;
    const [, ofAgent, id] = KEY_PATH.exec(sent.path) ?? [];
    if (ofAgent !== undefined && id !== undefined) {
      this.undone({ what: "key", agent: ofAgent, name: null, id });
    }
    const agent = credentials === null ? null : this.#agentOf(credentials);
    for (const [name, change] of this.#open) {
      const isOf = change.what === "orders" && change.agent === agent;
      if (isOf && cancelsAll(sent, change.market)) this.#cancelled.add(name);
    }
  }

  /** An agent of the profile is about to have orders in a market. */
  places(agent: string, market: string): void {
    const there = { what: "orders", agent, market, held: null } as const;
    const name = nameOf(there);
    this.#cancelled.delete(name);
    if (this.#open.has(name)) return;
    if (this.#open.size >= CHANGES_MAX) this.before({ ...there, market: null });
    else this.before({ ...there, held: this.heldBefore(agent, market) });
  }

  /** A change is about to be made. */
  before(change: TargetChange): void {
    const name = nameOf(change);
    this.#cancelled.delete(name);
    const isFull = this.#open.size >= CHANGES_MAX && change.what === "key";
    if (this.#file === null || this.#open.has(name) || isFull) return;
    this.#open.set(name, change);
    this.#write({ before: change });
  }

  /** A change was put back. */
  undone(change: TargetChange): void {
    this.#cancelled.delete(nameOf(change));
    if (!this.#open.delete(nameOf(change))) return;
    if (this.#open.size === 0) this.#remove();
    else this.#write({ undone: change });
  }

  /** All is put back that was found to be, when a run has looked. */
  settle(isPutBack: (change: TargetChange) => boolean): void {
    for (const change of this.open) if (isPutBack(change)) this.undone(change);
  }

  /** The run is over: what it has not put back stays written down. */
  close(): void {
    this.settle((change) => this.#cancelled.has(nameOf(change)));
  }

  /** The profile's name of who acts; null for somebody made for the run. */
  #agentOf({ name, agentId }: Credentials): string | null {
    const isSame = (one: AgentNamed) =>
      one.name === name || (agentId !== null && one.agentId === agentId);
    return this.#agents.find(isSame)?.name ?? null;
  }

  #write(line: UndoLine): void {
    if (this.#file === null || this.#isBroken) return;
    try {
      if (!this.#isBegun) begin(this.#file, thisRun(this.#target));
      this.#isBegun = true;
      append(this.#file, line);
    } catch (error) {
      this.#isBroken = true;
      const { message } = error as Error;
      tell(`touchstone: what this run changes cannot be written down: ${message}`);
    }
  }

  #remove(): void {
    if (this.#file === null || !this.#isBegun) return;
    this.#isBegun = false;
    forget(this.#file);
  }
}

type AgentNamed = Pick<Credentials, "name" | "agentId">;

/** More than a run in order leaves open at once. */
const CHANGES_MAX = 500;

const isRefused = (status: number): boolean => status >= 400 && status < 500;
