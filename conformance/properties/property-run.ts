/** A market as one play trades it: its agents, the model of what they did, and the comparison. */

import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Expectation } from "../check/expectation.ts";
import type { Flaw } from "../check/flaw.ts";
import type { HumanClient } from "../check/human-client.ts";
import type { TradePart } from "../model/free-cash.ts";
import { EMPTY, type MarketState, type PlaceSummary, type Terms } from "../model/market-state.ts";
import { cancel, cancelAll, trade } from "../model/venue.ts";
import { Broken, type Deviation } from "./broken.ts";
import { type Callers, startedAnew } from "./fresh-start.ts";
import { follow } from "./property-send.ts";
import {
  differenceOf,
  type KnownOrder,
  type Reading,
  readAgent,
  readBook,
  type WholeOfAgent,
} from "./readings.ts";
import { LEVELS, type OrderStep } from "./step.ts";
import { wayOf } from "./ways.ts";

/** An order that was placed: how to send it again, and what is known of it. */
export interface Sent extends KnownOrder {
  caller: AgentClient;
  body: OrderBody;
  terms: Terms;
  /** What its first answer said. */
  first: PlaceSummary;
}

/**
 * How a play reads: once, or until a reading is as demanded; `certain` also lets a cancel take
 * effect before it goes on (D-029).
 */
export type Pace = "hasty" | "patient" | "certain";

/** What a property changes of a request: members of the body, and the way it is sent. */
export interface Change {
  fields?: OrderBody;
  how?: How;
}

/** The markets of one play, by the same agents. */
export type MarketRuns = readonly [PropertyRun, ...PropertyRun[]];

const DECLINES_MAX = 2;
const CANCEL_GRACE_MS = 2_100;

export class PropertyRun {
  readonly callers: Callers;
  /** The first agent's owner, signed in, where control does that. */
  readonly human: HumanClient | null;
  readonly agents: readonly string[];
  readonly owners: readonly string[];
  readonly market: TradableMarket;
  /** Neighbouring prices inside everybody else's spread, ascending. */
  readonly prices: readonly number[];
  /** What the answers so far say the market is. */
  state: MarketState = EMPTY;
  /** Every accepted order, the earliest first, but those of which it is not known what they met. */
  sent: Sent[] = [];
  /** Every agent's part in every trade; `isPriced` while it is known at which prices all were. */
  readonly parts: TradePart[] = [];
  isPriced = true;
  /** Whether amends are offered, as far as is known. */
  amends = true;
  /** Whether ladders are known to be taken. */
  ladders = false;
  /** What may be wrong with an order that is flawed. */
  flaws: readonly Flaw[] = [];
  /** Orders whose flaw was not sent as drawn: it was none, one decline too many, or met no counterpart. */
  readonly unsent: OrderStep[] = [];
  /** How the first agent's commands are sent by a browser, where one may. */
  browser: How | null = null;
  /** Whether the agents have no orders in other markets. */
  readonly ownAgents: boolean;
  /** Whether all began flat, for all that can be read. */
  readonly mayReduce: boolean;
  /** Trades with a choice of makers, and how many of them went by price, then time. */
  readonly turns = { all: 0, inTurn: 0 };
  readonly #t: CheckContext;
  readonly #pace: Pace;
  readonly #held: readonly number[];
  readonly #declines = new Map<string, number>();

  private constructor(
    parts: Pick<PropertyRun, "callers" | "human" | "market" | "prices">,
    { t, pace, held }: { t: CheckContext; pace: Pace; held: readonly (number | null)[] },
  ) {
    this.callers = parts.callers;
    this.human = parts.human;
    this.agents = parts.callers.map(({ name }) => name);
    this.owners = parts.callers.map(({ credentials }) => credentials.owner);
    this.market = parts.market;
    this.prices = parts.prices;
    this.ownAgents = t.run.ownAgents;
    this.#t = t;
    this.#pace = pace;
    this.#held = held.map((position) => position ?? 0);
    this.mayReduce = held.every((position) => position === 0);
  }

  /** Opens the first market of a check for one play. */
  static async open(t: CheckContext, pace: Pace): Promise<PropertyRun> {
    const [first] = await PropertyRun.openAll(t, pace);
    return first;
  }

  /**
   * Opens every market that a check needs for one play; nothing of an earlier play is left on
   * them. `flat` also ends what the agents of a shared market hold against each other; `beside` is leased
   * too, where control makes it.
   */
  static async openAll(
    t: CheckContext,
    pace: Pace,
    { flat = false, beside = {} }: { flat?: boolean; beside?: Wish } = {},
  ): Promise<MarketRuns> {
    const leased = await t.run.leaseAgain(beside);
    const { agent, other, sibling, human = null, market, secondMarket } = leased;
    if (!agent || !other || !market) throw new Missing("needs two agents of different owners");
    const callers: Callers = [agent, other, ...(sibling ? [sibling] : [])];
    const open = async (one: TradableMarket) => {
      const held = one.info.own ? [] : await startedAnew(t, callers, { market: one, flat });
      const prices = await one.wellInside(LEVELS);
      return new PropertyRun({ callers, human, market: one, prices }, { t, pace, held });
    };
    const first = await open(market);
    return secondMarket ? [first, await open(secondMarket)] : [first];
  }

  /** Whether nobody else trades here. */
  get own(): boolean {
    return this.market.info.own;
  }

  /** How a command of an agent is sent in the way of that number; plainly where there is none. */
  wayOf(caller: AgentClient, way?: number): How {
    const browser = caller === this.callers[0] ? this.browser : null;
    return way === undefined ? {} : wayOf(caller, browser, way);
  }

  /** Whether one more decline of this agent and side keeps below any cooldown (H-03). */
  mayDecline(agent: string, side: string): boolean {
    const caller = this.callers.find(({ name }) => name === agent);
    const count = this.#declines.get(`${agent} ${side}`) ?? 0;
    return count < DECLINES_MAX && caller?.mayDecline(this.market.id, side) === true;
  }

  /** Whether an agent holds nothing here. */
  isFlat(agent: string): boolean {
    return this.mayReduce && (this.state.positions[agent] ?? 0) === 0;
  }

  /** Whether an agent holds nothing here, and nothing of it rests. */
  hasNothing(agent: string): boolean {
    return this.isFlat(agent) && !this.state.resting.some((one) => one.agent === agent);
  }

  /** The highest leverage that is claimed; 1 where none is. */
  get leverageCap(): number {
    return this.#t.claims.leverage_cap ?? 1;
  }

  /** The body of an order with these terms, under an id of its own. */
  bodyOf({ side, tif, price, qty, reduceOnly }: Terms): OrderBody {
    const reduces = reduceOnly ? { reduce_only: true } : {};
    if (tif === "MARKET" || price === null) return this.market.sweep(side, { qty, ...reduces });
    return this.market.limit(side, price, { qty, tif, ...reduces });
  }

  /** Places an order. Errors: Broken where its answer is none that the spec allows. */
  async place(
    caller: AgentClient,
    terms: Terms,
    { fields, how }: Change = {},
  ): Promise<PlaceResponse> {
    const body = { ...this.bodyOf(terms), ...fields };
    return this.explain(caller, terms, await caller.placePunctually(body, how));
  }

  /** Brings the model to where an answer says the venue is. Errors: Broken where it cannot be. */
  async explain(caller: AgentClient, terms: Terms, placed: PlaceResponse): Promise<PlaceResponse> {
    if (placed.fate === "declined") this.declined(caller.name, terms.side);
    await follow(this, { caller, terms }, placed);
    return placed;
  }

  /** Moves the model on by a trade. */
  enter(arrival: Parameters<typeof trade>[1], taken: Readonly<Record<string, number>>): void {
    const { agent, terms } = arrival;
    for (const { id, agent: maker, side, price } of this.state.resting) {
      const qty = taken[id] ?? 0;
      if (qty === 0) continue;
      this.parts.push({ agent: maker, as: "maker_bps", side, price, qty });
      this.parts.push({ agent, as: "taker_bps", side: terms.side, price, qty });
    }
    this.state = trade(this.state, arrival, taken);
    for (const order of this.sent) order.executed += taken[order.id] ?? 0;
  }

  /** Notes an order of an agent that rests without having been placed alone: no id is known of it. */
  rests(caller: AgentClient, id: string, terms: Terms): void {
    const { name: agent } = caller;
    const placed = { status: "NEW", reason: null, filled: 0, remaining: terms.qty } as const;
    const first: PlaceSummary = { fate: "accepted", ...placed, orderId: id };
    this.enter({ agent, terms, summary: first }, {});
    const { client_order_id: _, ...body } = this.bodyOf(terms);
    this.sent.push({ id, agent, executed: 0, caller, body, terms, first });
  }

  /** Notes whether a choice of makers went by price, then time. */
  tookInTurn(inTurn: boolean): void {
    this.turns.all += 1;
    this.turns.inTurn += Number(inTurn);
  }

  /** Cancels an own order, resting or done. Errors: Broken where a resting one survives. */
  async cancel(caller: AgentClient, orderId: string, how: How = {}): Promise<void> {
    const rested = this.state.resting.some(({ id, contested }) => id === orderId && !contested);
    const exchange = await caller.cancel(orderId, how);
    if (rested) demandSuccess(exchange, "the cancel of a resting order to succeed");
    this.state = cancel(this.state, orderId);
    await this.#grace();
  }

  /** Cancels all of an agent here. Errors: Broken where that is refused. */
  async cancelAll(caller: AgentClient, how: How = {}): Promise<void> {
    const query = { market_id: this.market.id };
    const exchange = await caller.request({ method: "DELETE", path: "/orders", query, ...how });
    await this.cancelled(caller, exchange);
  }

  /** Moves the model on by a cancel-all. Errors: Broken where it was refused. */
  async cancelled(caller: AgentClient, exchange: Exchange): Promise<void> {
    demandSuccess(exchange, "cancel-all to succeed");
    this.state = cancelAll(this.state, caller.name);
    await this.#grace();
  }

  /** Where a reading differs from the model; null where all is explained. */
  differenceFrom(reading: Reading): Deviation | null {
    return differenceOf(reading, { state: this.state, known: this.sent }, this);
  }

  /** Reads once, or until it is as demanded where the play is patient. */
  async reading<T>(read: () => Promise<T>, demand: Expectation<T>): Promise<T> {
    if (this.#pace !== "hasty") return this.#t.reading(read, demand);
    await this.#t.settle();
    return read();
  }

  /** An order with a flaw; null where it cannot have it. */
  spoilt({ spoil }: Flaw, order: OrderBody): Promise<OrderBody | null> {
    return spoil(order, this.#t);
  }

  /** The target's time. Units: epoch milliseconds. */
  now(): Promise<number> {
    return this.#t.clock.serverNow();
  }

  /** Waits in real time. */
  pause(ms: number): Promise<void> {
    return this.#t.clock.sleep(ms);
  }

  /** Everything that can be read now in that way, but what has been read of all markets. */
  async read(way?: number, whole: readonly WholeOfAgent[] = []): Promise<Reading> {
    const { market, callers } = this;
    const agents = callers.map((one, index) => {
      const [held = 0, of] = [this.#held[index], whole[index]];
      return readAgent(one, { market, held, how: this.wayOf(one, way), ...(of && { whole: of }) });
    });
    const book = readBook(callers[0], { market, how: this.wayOf(callers[0], way) });
    // Together: a reading that fails while another is awaited alone would end the run.
    const [read, shown] = await Promise.all([Promise.all(agents), book]);
    return { agents: read, book: shown };
  }

  /** Counts a decline, which no more than a few may be. */
  declined(agent: string, side: string): void {
    const name = `${agent} ${side}`;
    this.#declines.set(name, (this.#declines.get(name) ?? 0) + 1);
  }

  async #grace(): Promise<void> {
    if (this.#pace === "certain") await this.pause(CANCEL_GRACE_MS);
  }
}

function demandSuccess(exchange: Exchange, expected: string): void {
  if (succeeded(exchange)) return;
  const actual = `HTTP ${exchange.response?.status ?? 0}`;
  throw new Broken("answers", { expected, actual }, exchange);
}
