/** Plays what is traded and read of a market: every list is there for all, and a limit cuts it. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { statusIn } from "../../../scenarios/deployment/reading/reading.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../../check/agent-client.ts";
import { ENDED, PREFIXES, SIDES } from "../../check/cell.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { that } from "../../check/expectation.ts";
import { pageFrom, pageNaming, rowCount, toldAs } from "../../expect/pages.ts";
import { MAY_BE_CLOSED, mayBeClosed } from "../../expect/route-request.ts";
import { Broken } from "../broken.ts";
import type { Callers } from "../fresh-start.ts";
import type { Pace } from "../property-run.ts";
import { browserOf, wayOf } from "../ways.ts";
import { deviationOf, type Readings } from "./judging.ts";
import { LISTS, type ListPart, partOf, type ReadList } from "./lists.ts";
import type { DataStep } from "./step.ts";

/** After it what comes is of another second; stamps of orders under way stay fresh. Units: ms. */
const A_SECOND_ON_MS = 1_100;
/** How often real time is waited for. */
const PASSES_REAL_MAX = 1;

/** No value of those that a list can be narrowed by. */
const NONE = -1;
/** What does not exist. Spec: HTTP statuses. */
const NOT_THERE = 404;
/** More rows than a play makes. */
const MANY = 200;
/** Prices that orders rest at on a side. */
const LEVELS = 4;

export class DataPlay {
  readonly #t: CheckContext;
  readonly #callers: Callers;
  readonly #market: TradableMarket;
  readonly #browser: How | null;
  /** The first agent's, which may only read; null where there is none. */
  readonly #readKey: string | null;
  readonly #pace: Pace;
  #passes = 0;
  #rested = 0;
  /** What it has ended as; null while it goes on. */
  #endedAs: (typeof ENDED)[number] | null = null;

  private constructor(
    t: CheckContext,
    parts: {
      callers: Callers;
      market: TradableMarket;
      browser: How | null;
      readKey: string | null;
      pace: Pace;
    },
  ) {
    this.#t = t;
    this.#callers = parts.callers;
    this.#market = parts.market;
    this.#browser = parts.browser;
    this.#readKey = parts.readKey;
    this.#pace = parts.pace;
  }

  /** Plays a script with agents and a market of its own, where control makes some. Errors: Broken. */
  static async play(t: CheckContext, script: readonly DataStep[], pace: Pace): Promise<void> {
    const leased = await t.run.leaseAgain({ secondKey: true, human: true, reader: true });
    const { agent = t.agent, other = t.other, human = null, market = t.market } = leased;
    const readKey = leased.reader?.credentials.apiKey ?? null;
    const browser = await browserOf({ callers: [agent, other], human, market });
    // Where agents are made, that of the check is one who has nothing to do with this market.
    const callers: Callers = [agent, other, ...(t.agent.name === agent.name ? [] : [t.agent])];
    const play = new DataPlay(t, { callers, market, browser, readKey, pace });
    for (const step of script) await play.#perform(step);
  }

  async #perform(step: DataStep): Promise<void> {
    if (step.do === "read") await this.#read(step);
    else if (step.do === "read-all") await this.#readAll(step.prefix);
    else if (step.do === "unmark") await this.#unmark();
    else if (step.do === "end") await this.#end(step.as);
    else if (step.do === "find") await this.#find(step);
    else if (step.do === "pass") await this.#pass();
    else if (step.do === "trade") await this.#trade(step);
    else if (step.do === "rest") await this.#rest(step.side);
    else await this.#callers[step.who]?.cancelAll(this.#market.id);
  }

  /** Of what one of them rests, at two prices where it can be, the other takes some: there may be some left. */
  async #trade(step: Extract<DataStep, { do: "trade" }>): Promise<void> {
    const { maker: by, side: index, qty, left } = step;
    const [agent, other] = this.#callers;
    const [maker, taker] = by === 0 ? [agent, other] : [other, agent];
    const side = SIDES[index] ?? "BUY";
    const [best = 0, worse = best] = await this.#inside(opposite(side));
    const first = qty > 1 ? 1 : 0;
    if (first > 0) await maker.rests(this.#market.limit(side, best, { qty: first }));
    await maker.rests(this.#market.limit(side, worse, { qty: qty - first + left }));
    await taker.takes(this.#market.limit(opposite(side), worse, { qty }));
  }

  /** Prices to meet at, best first for that taker; what is left of earlier trades goes where there are none. */
  async #inside(taking: Side): Promise<number[]> {
    const market = this.#market;
    return market.ladder(2, taking).catch(async () => {
      for (const caller of this.#callers) await caller.cancelAll(market.id);
      return market.ladder(2, taking).catch(() => market.ladder(1, taking));
    });
  }

  /** At different prices, so that there is something to cut of a book. */
  async #rest(index: number): Promise<void> {
    const { info } = this.#market;
    const side = SIDES[index] ?? "BUY";
    const nearer = (this.#rested++ % LEVELS) * info.tick * (side === "BUY" ? 1 : -1);
    const price = this.#market.far(side) + nearer;
    await this.#callers[0].rests(this.#market.resting(side, { price }));
  }

  async #pass(): Promise<void> {
    this.#passes += 1;
    const { clock } = this.#t;
    if (clock.moves || this.#passes <= PASSES_REAL_MAX) await clock.pass(A_SECOND_ON_MS);
  }

  /** What is held of a perp can be valued no more. */
  async #unmark(): Promise<void> {
    const { own, id, kind } = this.#market.info;
    if (own && kind === "BTC_PERP") await this.#t.control.setMarket(id, { mark_price: null });
  }

  async #end(index: number): Promise<void> {
    const { own, id } = this.#market.info;
    if (!own || this.#endedAs !== null) return;
    this.#endedAs = ENDED[index] ?? "EXPIRED";
    await this.#t.control.setMarket(id, endedAs(this.#endedAs));
  }

  /** Somebody looks for what has ended among its like. Errors: Broken where it is not there. */
  async #find({ who, way }: Extract<DataStep, { do: "find" }>): Promise<void> {
    const status = this.#endedAs;
    if (status === null || status === "EXPIRED") return; // what has expired may be decided any moment
    const { id, kind } = this.#market.info;
    const asked = this.#asked(who % this.#callers.length, way);
    const turnTo = (offset = {}) => this.#send("/markets", asked, { status, kind, ...offset });
    const look = async () => pageNaming(id, await turnTo(), turnTo);
    const isFound = that<Exchange>(
      "the market on a page, or no page without rows",
      ({ response }) => response?.status !== 200 || rowCount(response.body) !== 0,
    );
    const page = await this.#t.reading(look, isFound);
    if (!isFound.judge(page).ok) {
      const expected = `a market that is ${status} among those of its kind and status`;
      throw new Broken("answers", { expected, actual: "pages without it" }, page);
    }
    // What it is called in a listing is judged elsewhere.
    if (statusIn(page.response?.body, id) === status) await this.#findLater(asked, status);
  }

  /** Errors: Broken where it has another status on a page that begins with it. */
  async #findLater(asked: ListReader, status: string): Promise<void> {
    const { id, kind } = this.#market.info;
    const ask = (query: Record<string, string>) => this.#send("/markets", asked, query);
    const look = () => pageFrom(id, [{ status }, { kind }, {}], ask);
    const page = await this.#t.reading(look, toldAs(id, status));
    const told = page && statusIn(page.response?.body, id);
    if (page === null || told === status) return;
    throw new Broken("state", { expected: `${status}`, actual: `${told}` }, page);
  }

  /** Somebody reads a list, in part too. Errors: Broken. */
  async #read({
    list: index,
    limit,
    only,
    who,
    way,
  }: Extract<DataStep, { do: "read" }>): Promise<void> {
    const list = LISTS[index % LISTS.length];
    if (list === undefined) return;
    const by = list.of === "caller" ? who % this.#callers.length : who;
    await this.#compare(list, [this.#asked(by, way)], partOf(list, limit, only));
  }

  /** Everybody reads every list, one row of it, and as many as no number says. Errors: Broken. */
  async #readAll(prefix: number): Promise<void> {
    for (const list of LISTS) {
      const everybody = this.#everybody(list, prefix);
      await this.#compare(list, everybody, partOf(list, 1, NONE));
      await this.#refused(list, this.#asked(0, prefix));
      for (const only of list.narrowedBy?.values.keys() ?? []) {
        await this.#compare(list, everybody.slice(0, 1), partOf(list, MANY, only));
      }
    }
  }

  /** Errors: Broken where a limit that is no number is taken. */
  async #refused(list: ReadList, asked: ListReader): Promise<void> {
    if (list.limit === null) return;
    const answer = await this.#ask(list, asked, { [list.limit]: "many" });
    if (answer.response?.status !== 200) return;
    const expected = `${list.limit}=many to be refused`;
    throw new Broken("state", { expected, actual: "HTTP 200" }, answer);
  }

  /** Errors: Broken where those who ask are not shown what is read plainly, or no part of it. */
  async #compare(list: ReadList, all: readonly ListReader[], part: ListPart | null): Promise<void> {
    const deviation = (readings: readonly Readings[]) =>
      readings.map((one) => deviationOf(list, one)).find((one) => one !== null) ?? null;
    const asPlain = that<readonly Readings[]>("as read plainly", (all) => deviation(all) === null);
    const read = () => this.#readings(list, all, part);
    if (this.#pace === "hasty") await this.#t.settle();
    const wrong = deviation(
      await (this.#pace === "hasty" ? read() : this.#t.reading(read, asPlain)),
    );
    if (wrong !== null) throw wrong;
  }

  /** What each of them is shown; none where the list is not there to be judged. */
  async #readings(
    list: ReadList,
    all: readonly ListReader[],
    part: ListPart | null,
  ): Promise<Readings[]> {
    const [first] = all;
    const plainly = () => this.#plainly(list, first?.caller);
    const before = await plainly();
    if (!this.#isJudged(list, before)) return [];
    const shown = await Promise.all(all.map((asked) => this.#shown(list, asked, part)));
    const after = await plainly();
    return shown.flatMap((one) => (one === null ? [] : [{ before, ...one, after }]));
  }

  /** A list, and a part of it, as somebody is shown them; null for who is refused. */
  async #shown(
    list: ReadList,
    asked: ListReader,
    part: ListPart | null,
  ): Promise<Omit<Readings, "before" | "after"> | null> {
    const whole = await this.#ask(list, asked);
    if (isRefused(list, asked, whole)) return null;
    const of = part && (await this.#ask(list, asked, part.query));
    return { whole, part: part && of && { ...part, of }, by: asked.caller };
  }

  /** The agent in each of its ways; what is public also another agent and nobody. */
  #everybody(list: ReadList, prefix: number): ListReader[] {
    const ways = [0, 1, 2].map((by) => by * PREFIXES.length + prefix);
    const own = ways.map((way) => this.#asked(0, way));
    if (this.#readKey !== null) own.push(this.#reading(this.#readKey, prefix));
    const others = [1, 2, 3].slice(0, this.#callers.length).map((by) => this.#asked(by, prefix));
    return [...own, ...(list.of === "everybody" ? others : [])];
  }

  /** By the first agent's key; a caller's own list by the caller's. */
  #plainly(list: ReadList, caller?: AgentClient): Promise<Exchange> {
    const [first] = this.#callers;
    return this.#ask(list, { caller: list.of === "caller" ? (caller ?? first) : first, how: {} });
  }

  /** Whether a list is there to be judged: some are closed, others end with their market, which exists. */
  #isJudged({ lasts, optional }: ReadList, answer: Exchange): boolean {
    const status = answer.response?.status ?? 0;
    if (status === 200) return true;
    if (mayBeClosed(answer) || optional !== undefined) return false;
    return this.#endedAs === null || lasts === true || status === NOT_THERE;
  }

  /** Who reads, and how: an agent in one of its ways, or nobody. */
  #asked(by: number, way: number): ListReader {
    const caller = this.#callers[by];
    if (caller === undefined) return { how: { prefix: PREFIXES[way % PREFIXES.length] ?? "" } };
    return { caller, how: wayOf(caller, by === 0 ? this.#browser : null, way) };
  }

  /** The first agent by a key that may only read. */
  #reading(key: string, prefix: number): ListReader {
    const [caller] = this.#callers;
    return { caller, how: { prefix: PREFIXES[prefix] ?? "", key }, mayOnlyRead: true };
  }

  #ask(list: ReadList, asked: ListReader, part: Record<string, string> = {}): Promise<Exchange> {
    const { info, id } = this.#market;
    return this.#send(list.path(id), asked, { ...list.query?.(info), ...part });
  }

  #send(
    path: string,
    { caller, how }: ListReader,
    query: Record<string, string>,
  ): Promise<Exchange> {
    const ask = { method: "GET", path, query, tolerates: MAY_BE_CLOSED, ...how };
    return caller === undefined ? this.#t.anonymously(ask) : caller.request(ask);
  }
}

/** Shape: without a caller it is nobody. */
interface ListReader {
  caller?: AgentClient;
  how: How;
  mayOnlyRead?: true;
}

/**
 * Which routes are public is not shown: nobody may be refused, and so may a session. Nor is which of
 * them a key may read that may do nothing else (D-130).
 */
function isRefused(
  { of }: ReadList,
  { caller, how, mayOnlyRead }: ListReader,
  { response }: Exchange,
): boolean {
  const isNoKey = of === "everybody" && (caller === undefined || how.as !== undefined);
  const isGuest = isNoKey || mayOnlyRead === true;
  const status = response?.status ?? 0;
  return isGuest && status !== 200 && statusesOf("D-112", "anonymous").includes(status);
}
