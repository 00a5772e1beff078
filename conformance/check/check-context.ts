/** One run of one check: who and what it works with, and how it judges. */

import type { Control } from "../../scenarios/deployment/control.ts";
import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { ClaimName, Claims } from "../../scenarios/deployment/profile/claims.ts";
import type { ApiRequest, Sender } from "../../scenarios/deployment/send.ts";
import type { IdentityProvider } from "../../scenarios/deployment/sign-in/identity-provider.ts";
import { given, Inconclusive, readable } from "../../scenarios/deployment/stops.ts";
import type { MarketStatus, Side } from "../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
import type { ScenarioResult } from "../../scenarios/scenario/run.ts";
import type { AgentClient } from "./agent-client.ts";
import type { Cell } from "./cell.ts";
import type { CheckClock } from "./check-clock.ts";
import { type Clients, carriedBy } from "./clients.ts";
import type { Conditions } from "./conditions.ts";
import type { ExchangeLog } from "./exchange-log.ts";
import { type Expectation, that } from "./expectation.ts";
import type { HumanClient } from "./human-client.ts";
import type { Judge } from "./judge.ts";
import type { Patience } from "./patience.ts";
import type { Stream } from "./stream.ts";

/** The run that a check is part of. */
export interface RunOfCheck {
  /** What a property draws its commands from. */
  seed: number;
  /** Whether a broken property is judged by the script that was found, however long. */
  asFound: boolean;
  /** Of the deployment's address, as a page served from it would say. */
  origin: string;
  /** Path of the deployment's address, before every prefix; empty where it has none. */
  basePath: string;
  /** Agents and markets that this run has found flat; what is held there since, it caused. */
  foundFlat: Set<string>;
  /** Rules that the run has shown not to hold so far. */
  failedRules(): string[];
  /** A client_order_id nobody used before; at most 32 characters. */
  freshId(): string;
  /**
   * Waits until no other check sends, and holds them up: bursts want it (H-16). What is returned
   * lets them go on; so does the end of the check.
   */
  alone(): Promise<() => void>;
  /** Whether nobody else acts as the agents, now or earlier in the run. */
  ownAgents: boolean;
  /**
   * Agents and markets for another play: new ones as far as control makes them, else those leased. What
   * is wished for `beside` comes along where control makes it.
   */
  leaseAgain(beside?: Wish): Promise<Clients>;
  /** Runs a scenario on the target, with actors and markets of its own. */
  runScenario(scenario: Scenario): Promise<ScenarioResult>;
}

/** What the runner gives a check to work with. */
export interface CheckContextParts {
  cell: Cell;
  judge: Judge;
  clients: Clients;
  sender: Sender;
  stream: Stream;
  clock: CheckClock;
  control: Control | null;
  provider: IdentityProvider | null;
  claims: Claims;
  patience: Patience;
  /** Settles after what the conditions of a check have moved. */
  settling: Patience;
  run: RunOfCheck;
  /** The side of orders in a cell that has none. */
  side: Side;
  /** How the trades go that it arranges. */
  trading: Pick<Conditions, "takes" | "taker">;
  /** What its agent has been made to hold in its market, its other agent the opposite. Units: contracts. */
  held: number;
}

/** What the body of a check is given: agents, markets and the clock, and the judge of its rules. */
export class CheckContext {
  readonly #parts: CheckContextParts;
  #tradedBack: Promise<void> | undefined;

  constructor(parts: CheckContextParts) {
    this.#parts = parts;
  }

  /** Where this run of the body looks; empty where its rules range over nothing. */
  get cell(): Cell {
    return this.#parts.cell;
  }

  /** The side of the cell; of a cell that has none, that of orders which say no other. */
  get side(): Side {
    return this.cell.side ?? this.#parts.side;
  }

  /** The first agent: reads, trades, has cash. */
  get agent(): AgentClient {
    return needed(this.#parts.clients.agent, "agent");
  }

  /** An agent of another owner. */
  get other(): AgentClient {
    return needed(this.#parts.clients.other, "two-owners");
  }

  /** Another agent of the first agent's owner. */
  get sibling(): AgentClient {
    return needed(this.#parts.clients.sibling, "sibling");
  }

  /** An agent whose key may only read. */
  get reader(): AgentClient {
    return needed(this.#parts.clients.reader, "read-only-key");
  }

  /** A signed-in human. */
  get human(): HumanClient {
    return needed(this.#parts.clients.human, "browser");
  }

  /** A signed-in human of another owner. */
  get otherHuman(): HumanClient {
    return needed(this.#parts.clients.otherHuman, "two-browsers");
  }

  /** An OPEN market of the kind the check needs. */
  get market(): TradableMarket {
    return needed(this.#parts.clients.market, "market");
  }

  /** Another OPEN market. */
  get secondMarket(): TradableMarket {
    return needed(this.#parts.clients.secondMarket, "two-markets");
  }

  /** A third one, which moments may end. */
  get endingMarket(): TradableMarket {
    return needed(this.#parts.clients.endingMarket, "two-markets");
  }

  /** A market in that status, or in any status but OPEN. */
  closedMarket(status?: MarketStatus): TradableMarket {
    const { closed } = this.#parts.clients;
    return needed(
      status === undefined ? closed.values().next().value : closed.get(status),
      "closed-market",
    );
  }

  /** The WebSocket stream. */
  get stream(): Stream {
    return this.#parts.stream;
  }

  /** The target's clock, and waiting. */
  get clock(): CheckClock {
    return this.#parts.clock;
  }

  /** What the control protocol allows: the kill switch, market status, the clock. */
  get control(): Control {
    return needed(this.#parts.control ?? undefined, "operator");
  }

  /** The pages of the identity provider, and who may sign in there. */
  get provider(): IdentityProvider {
    return needed(this.#parts.provider ?? undefined, "provider");
  }

  /** All that the venue claims. */
  get claims(): Claims {
    return this.#parts.claims;
  }

  /** What the venue claims there. Errors: Missing where it does not. */
  claim<Name extends ClaimName>(name: Name): NonNullable<Claims[Name]> {
    return given(this.claims[name] ?? null, `claims.${name}`);
  }

  /** The run that this check is part of. */
  get run(): RunOfCheck {
    return this.#parts.run;
  }

  /** What this check has sent so far. */
  get sent(): ExchangeLog {
    return this.#parts.judge.sent;
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

  /**
   * Polls a reading until it is as demanded, then judges the last one (H-09); what nobody claims is
   * read once.
   */
  async eventually<T>(rule: string, read: () => Promise<T>, demand: Expectation<T>): Promise<void> {
    const isUnclaimed = this.#parts.judge.isUnclaimed(rule);
    if (isUnclaimed) await this.settle();
    this.expect(rule, isUnclaimed ? await read() : await this.reading(read, demand), demand);
  }

  /** The first reading that is as demanded, or the last one when patience ends. */
  reading<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    return this.#parts.patience.reading(read, demand);
  }

  /** The same for what is late for reasons of its own: a ranking that others change, a socket's frames. */
  awaited<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    return this.#parts.patience.awaited(read, demand);
  }

  /** Waits until a write that happened would show in reads: before judging an absence. */
  settle(): Promise<void> {
    return this.#parts.patience.settle();
  }

  /** A request without credentials but those that its headers carry. */
  anonymously(ask: ApiRequest): Promise<Exchange> {
    const drawsOn = carriedBy(ask.headers, this.#parts.clients);
    return this.#parts.sender.send(null, { ...ask, ...(drawsOn && { drawsOn }) });
  }

  /**
   * Arranges a trade between the two agents inside the spread: `buyer` is left longer by `qty`.
   * Errors: Inconclusive when a third party took part or it did not trade.
   */
  async trade(parts: {
    buyer: AgentClient;
    seller: AgentClient;
    qty?: number;
    market?: TradableMarket;
  }): Promise<void> {
    const { buyer, seller, qty = 1, market = this.market } = parts;
    const { takes, taker: side = "BUY" } = this.#parts.trading;
    const [price = 0] = await market.inside();
    const [maker, taker] = side === "BUY" ? [seller, buyer] : [buyer, seller];
    await maker.rests(market.limit(opposite(side), price, { qty }));
    const limited = () => market.limit(side, price, { qty, ...(takes && { tif: takes }) });
    const order = takes === "MARKET" ? market.sweep(side, { qty }) : limited();
    const taken = await taker.place(order);
    if (taken.filledQty !== qty) {
      throw new Inconclusive(`the arranged trade of ${qty} filled ${taken.filledQty}`);
    }
  }

  /**
   * Demands a flat start. What it was made to hold is traded back, what third parties' fills of this
   * run's orders left there is given back; what the agent held before the run is not touched. Errors:
   * Inconclusive when the position stays; Missing where it cannot be read and others may have filled
   * an order.
   */
  async flat(agent: AgentClient, market: TradableMarket = this.market): Promise<void> {
    const { foundFlat } = this.run;
    await this.#tradeBack();
    const place = `${agent.name} in ${market.id}`;
    const { held, patience, settling } = this.#parts;
    await (held === 0 ? patience : settling).settle();
    const read = () => this.reading(() => agent.position(market), flatOrUnreadable);
    let position = await read();
    if (position && foundFlat.has(place)) {
      const side = position > 0 ? "SELL" : "BUY";
      await agent.place(market.sweep(side, { qty: Math.abs(position), reduce_only: true }));
      position = await read();
    }
    if (!market.info.own) readable(position, "a position that others may have changed");
    if (position) throw new Inconclusive(`the agent starts with a position of ${position}`);
    if (position === 0) foundFlat.add(place);
  }

  /** Once for both of its agents. */
  #tradeBack(): Promise<void> | undefined {
    const { held } = this.#parts;
    if (held === 0) return;
    const [buyer, seller] = held > 0 ? [this.other, this.agent] : [this.agent, this.other];
    this.#tradedBack ??= this.trade({ buyer, seller, qty: Math.abs(held) });
    return this.#tradedBack;
  }
}

const flatOrUnreadable: Expectation<number | null> = that("flat", (position) => !position);

/** The side that makes an order of `side` trade. */
export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

function needed<T>(value: T | undefined, need: string): T {
  if (value === undefined) throw new Error(`the check uses what it does not need: ${need}`);
  return value;
}
