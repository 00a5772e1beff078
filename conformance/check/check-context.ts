/** One run of one check: who and what it works with, and how it judges. */

import type { Control } from "../../scenarios/deployment/control.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { ApiRequest, Sender } from "../../scenarios/deployment/send.ts";
import { Inconclusive, readable } from "../../scenarios/deployment/stops.ts";
import type { MarketStatus, Side } from "../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
import type { ScenarioResult } from "../../scenarios/scenario/run.ts";
import type { AgentClient } from "./agent-client.ts";
import { type Expectation, that } from "./expectation.ts";
import type { HumanClient } from "./human-client.ts";
import type { Judge } from "./judge.ts";
import type { Stream } from "./stream.ts";

/** Two agents and a market for one play of a property; `other` where the check needs one. */
export interface Roles {
  agent: AgentClient;
  other: AgentClient | null;
  market: TradableMarket;
}

/** What the runner gives a check; absent members are those the check did not ask for in `needs`. */
export interface CheckContextParts {
  judge: Judge;
  link: Sender;
  agent?: AgentClient;
  other?: AgentClient;
  reader?: AgentClient;
  human?: HumanClient;
  otherHuman?: HumanClient;
  stream: Stream;
  market?: TradableMarket;
  secondMarket?: TradableMarket;
  closed: ReadonlyMap<MarketStatus, TradableMarket>;
  operator?: Control;
  freshId(): string;
  /** Agents and market for another play: new ones where control makes them, else those leased. */
  cast(): Promise<Roles>;
  /** Tells a story on the target, with a cast and markets of its own. */
  tell(story: Scenario): Promise<ScenarioResult>;
  /** What a property draws its commands from. */
  seed: number;
  /** Whether a broken property is judged by the script that was found, however long. */
  asFound: boolean;
  /** Rules that the run has shown not to hold so far. */
  failedRules(): string[];
  /** Agents and markets that this run has found flat; what is held there since, it caused. */
  foundFlat: Set<string>;
  /** What this check has sent so far. */
  exchanges(): readonly Exchange[];
  pass(ms: number): Promise<void>;
  /** How long a contains or excludes rule is polled before it is judged (H-09). Milliseconds. */
  patienceMs: number;
  /** Longest delay seen on this target between a write and the reads that show it. */
  lag: { seenMs(): number; note(ms: number): void };
  /** The target's clock: its Date header corrected for the way there (H-07). Epoch ms. */
  serverNow(): Promise<number>;
  sleep(ms: number): Promise<void>;
  /** Resolves when every other check has ended; bursts wait for it (H-16). */
  alone(): Promise<void>;
}

const POLLS_MS = [25, 50, 100, 200, 400, 800, 1_600];

export class CheckContext {
  readonly #parts: CheckContextParts;

  constructor(parts: CheckContextParts) {
    this.#parts = parts;
  }

  /** The first agent: reads, trades, has cash. */
  get agent(): AgentClient {
    return given(this.#parts.agent, "agent");
  }

  /** An agent of another owner. */
  get other(): AgentClient {
    return given(this.#parts.other, "two-owners");
  }

  /** A caller whose key may only read. */
  get reader(): AgentClient {
    return given(this.#parts.reader, "read-only-key");
  }

  /** A signed-in human. */
  get human(): HumanClient {
    return given(this.#parts.human, "browser");
  }

  /** A signed-in human of another owner. */
  get otherHuman(): HumanClient {
    return given(this.#parts.otherHuman, "two-browsers");
  }

  /** The WebSocket stream. */
  get stream(): Stream {
    return this.#parts.stream;
  }

  /** An OPEN market of the kind the check needs. */
  get market(): TradableMarket {
    return given(this.#parts.market, "market");
  }

  /** Another OPEN market. */
  get secondMarket(): TradableMarket {
    return given(this.#parts.secondMarket, "two-markets");
  }

  /** What the control protocol allows: the kill switch, market status, the clock. */
  get operator(): Control {
    return given(this.#parts.operator, "operator");
  }

  /** A market in that status, or in any status but OPEN. */
  closedMarket(status?: MarketStatus): TradableMarket {
    const { closed } = this.#parts;
    return given(
      status === undefined ? closed.values().next().value : closed.get(status),
      "closed-market",
    );
  }

  /** Judges a value; see Judge.expect. */
  expect<T>(rule: string, value: T, demand: Expectation<T>): void {
    this.#parts.judge.expect(rule, value, demand);
  }

  /** Records what was seen in an open place. */
  observe(rule: string, seen: unknown, warn?: string): void {
    this.#parts.judge.observe(rule, seen, warn);
  }

  /** A conditional rule whose situation did not arise. */
  moot(rule: string, why: string): void {
    this.#parts.judge.moot(rule, why);
  }

  /** Tells a story on the target, with a cast and markets of its own. */
  tell(story: Scenario): Promise<ScenarioResult> {
    return this.#parts.tell(story);
  }

  /** What a property draws its commands from. */
  get seed(): number {
    return this.#parts.seed;
  }

  /** Whether a broken property is judged by the script that was found, however long. */
  get asFound(): boolean {
    return this.#parts.asFound;
  }

  /** Rules that the run has shown not to hold so far. */
  get failedRules(): string[] {
    return this.#parts.failedRules();
  }

  /** Requests this check has sent so far. */
  get sent(): number {
    return this.#parts.exchanges().length;
  }

  /** What was sent last. */
  get latest(): Exchange | undefined {
    return this.#parts.exchanges().at(-1);
  }

  /** A failure from here on is shown by what is sent from here on. */
  startOver(): void {
    this.#parts.judge.startOver();
  }

  /** Waits in real time. */
  sleep(ms: number): Promise<void> {
    return this.#parts.sleep(ms);
  }

  /** Agents and market for another play: new ones where control makes them. */
  recast(): Promise<Roles> {
    return this.#parts.cast();
  }

  /** Polls a reading until it is as demanded, then judges the last one (H-09). */
  async eventually<T>(rule: string, read: () => Promise<T>, demand: Expectation<T>): Promise<void> {
    this.expect(rule, await this.reading(read, demand), demand);
  }

  /** The first reading that is as demanded, or the last one when patience ends. */
  async reading<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    let spentMs = 0;
    for (const waitMs of POLLS_MS) {
      const value = await read();
      const met = demand.judge(value).ok;
      if (met) this.#parts.lag.note(spentMs);
      if (met || spentMs >= this.#parts.patienceMs) return value;
      await this.#parts.sleep(waitMs);
      spentMs += waitMs;
    }
    return read();
  }

  /** Waits until a write that happened would show in reads: before judging an absence. */
  async settle(): Promise<void> {
    const lagMs = this.#parts.lag.seenMs();
    if (lagMs > 0) await this.#parts.sleep(Math.min(2 * lagMs, 3_000));
  }

  /** Lets time pass on the target's clock. */
  pass(ms: number): Promise<void> {
    return this.#parts.pass(ms);
  }

  serverNow(): Promise<number> {
    return this.#parts.serverNow();
  }

  alone(): Promise<void> {
    return this.#parts.alone();
  }

  freshId(): string {
    return this.#parts.freshId();
  }

  /** A request without credentials. */
  anonymously(ask: ApiRequest): Promise<Exchange> {
    return this.#parts.link.send(null, ask);
  }

  /**
   * Arranges a trade between the two agents inside the spread: `buyer` is left longer by `qty`.
   * Errors: Inconclusive when a stranger took part or it did not trade.
   */
  async trade(parts: {
    buyer: AgentClient;
    seller: AgentClient;
    qty?: number;
    market?: TradableMarket;
  }): Promise<void> {
    const { buyer, seller, qty = 1, market = this.market } = parts;
    const [price = 0] = await market.inside();
    await seller.rests(market.limit("SELL", price, { qty }));
    const taken = await buyer.place(market.limit("BUY", price, { qty }));
    if (taken.filledQty !== qty) {
      throw new Inconclusive(`the arranged trade of ${qty} filled ${taken.filledQty}`);
    }
  }

  /**
   * Demands a flat start. What strangers' fills of this run's orders left there is given back;
   * what the agent held before the run is not touched. Errors: Inconclusive when the position
   * stays; Missing where it cannot be read and others may have filled an order.
   */
  async flat(agent: AgentClient, market: TradableMarket = this.market): Promise<void> {
    const { foundFlat } = this.#parts;
    const place = `${agent.seat.name} in ${market.id}`;
    await this.settle();
    const read = () => this.reading(() => agent.position(market), flatOrUnreadable);
    let position = await read();
    if (position && foundFlat.has(place)) {
      const side = position > 0 ? "SELL" : "BUY";
      await agent.place(market.sweep(side, { qty: Math.abs(position), reduce_only: true }));
      position = await read();
    }
    if (!market.seat.own) readable(position, "a position that others may have changed");
    if (position) throw new Inconclusive(`the agent starts with a position of ${position}`);
    if (position === 0) foundFlat.add(place);
  }
}

const flatOrUnreadable: Expectation<number | null> = that("flat", (position) => !position);

/** The side that makes an order of `side` trade. */
export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

function given<T>(value: T | undefined, need: string): T {
  if (value === undefined) throw new Error(`the check uses what it does not need: ${need}`);
  return value;
}
