/** Plays what is traded and read of a market: every list is there for all, and a limit cuts it. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import { rowsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { bookOf } from "../../../scenarios/deployment/reading/reading.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../../check/agent-client.ts";
import { ENDED, PREFIXES, SIDES } from "../../check/cell.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { MAY_BE_CLOSED } from "../../expect/route-request.ts";
import { Broken } from "../broken.ts";
import type { Callers } from "../fresh-start.ts";
import { browserOf, wayOf } from "../ways.ts";
import type { DataStep } from "./step.ts";

/** After it at least one whole second lies between what was and what comes. Units: ms. */
const A_SECOND_APART_MS = 2_100;
/** Of a shared market the clock is waited for. */
const PASSES_SHARED_MAX = 1;

/** A key, another one and a session. */
const CREDENTIALS = 3;
/** Prices that orders rest at on a side. */
const LEVELS = 4;

/** A list that has a size: whose it is, and where. Shape: `limit` names its parameter. */
interface List {
  of: "everybody" | "caller";
  path(marketId: string): string;
  query?(marketId: string): Record<string, string>;
  limit: string | null;
  rows?(body: unknown): readonly unknown[] | null;
}

const side = (name: "bids" | "asks") => (body: unknown) => bookOf(body)?.[name] ?? null;
const book = {
  of: "everybody",
  path: (id: string) => `/markets/${id}/book`,
  limit: "depth",
} as const;
const here = (id: string) => ({ market_id: id });

const LISTS: readonly List[] = [
  { of: "everybody", path: (id) => `/markets/${id}`, limit: null, rows: () => null },
  { of: "everybody", path: (id) => `/markets/${id}/trades`, limit: "limit" },
  { of: "everybody", path: (id) => `/markets/${id}/mid-history`, limit: "limit" },
  { of: "everybody", path: (id) => `/markets/${id}/candles`, limit: "limit" },
  {
    ...{ of: "everybody", path: (id) => `/markets/${id}/candles`, limit: "limit" },
    query: () => ({ period_seconds: "1" }),
  },
  { ...book, rows: side("bids") },
  { ...book, rows: side("asks") },
  { of: "caller", path: () => "/orders", query: here, limit: "limit" },
  { of: "caller", path: () => "/orders/open", query: here, limit: "limit" },
  { of: "caller", path: () => "/positions", limit: null, rows: () => null },
  { of: "caller", path: () => "/me/wallet", limit: null, rows: () => null },
  { of: "caller", path: () => "/account", limit: null, rows: () => null },
];

export class DataPlay {
  readonly #t: CheckContext;
  readonly #callers: Callers;
  readonly #market: TradableMarket;
  readonly #browser: How | null;
  #passes = 0;
  #rested = 0;
  #isOpen = true;

  private constructor(
    t: CheckContext,
    parts: { callers: Callers; market: TradableMarket; browser: How | null },
  ) {
    this.#t = t;
    this.#callers = parts.callers;
    this.#market = parts.market;
    this.#browser = parts.browser;
  }

  /** Plays a script with agents and a market of its own, where control makes some. Errors: Broken. */
  static async play(t: CheckContext, script: readonly DataStep[]): Promise<void> {
    const leased = await t.run.leaseAgain({ secondKey: true, human: true });
    const { agent = t.agent, other = t.other, human = null, market = t.market } = leased;
    const callers: Callers = [agent, other];
    const browser = await browserOf({ callers, human, market });
    const play = new DataPlay(t, { callers, market, browser });
    for (const step of script) await play.#perform(step);
  }

  async #perform(step: DataStep): Promise<void> {
    if (step.do === "read") await this.#read(step);
    else if (step.do === "read-all") await this.#readAll(step.prefix);
    else if (step.do === "end") await this.#end(step.as);
    else if (step.do === "pass") await this.#pass();
    else if (step.do === "trade") await this.#trade(step);
    else if (step.do === "rest") await this.#rest(step.side);
    else await this.#callers[0].cancelAll(this.#market.id);
  }

  async #trade({ side: index, qty }: Extract<DataStep, { do: "trade" }>): Promise<void> {
    const [agent, other] = this.#callers;
    const taken = SIDES[index] ?? "BUY";
    const [price = 0] = await this.#market.inside();
    await other.rests(this.#market.limit(opposite(taken), price, { qty }));
    await agent.takes(this.#market.limit(taken, price, { qty }));
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
    if (!this.#market.info.own && this.#passes > PASSES_SHARED_MAX) return;
    await this.#t.clock.pass(A_SECOND_APART_MS);
  }

  /** Nothing rests by then, as what becomes of that is another rule's. */
  async #end(index: number): Promise<void> {
    const { own, id } = this.#market.info;
    if (!own || !this.#isOpen) return;
    this.#isOpen = false;
    await this.#t.control.setMarket(id, endedAs(ENDED[index]));
  }

  /** Reads a list whole, in part and whole again, and in the plain way before and after. */
  async #read({ list: index, limit, who, way }: Extract<DataStep, { do: "read" }>): Promise<void> {
    const list = LISTS[index % LISTS.length];
    if (list === undefined) return;
    const by = list.of === "caller" ? who % this.#callers.length : who;
    const asked = this.#asked(by, way);
    const plainly = () => this.#ask(list, { ...asked, how: {} });
    const before = await plainly();
    const whole = await this.#ask(list, asked);
    const part = list.limit === null ? {} : { [list.limit]: String(limit) };
    const cut = await this.#ask(list, asked, part);
    const again = await this.#ask(list, asked);
    const after = await plainly();
    for (const one of [before, whole, cut, again, after]) {
      if (asked.caller === undefined && isRefused(one)) return;
      isThere(one);
    }
    if (sameCount(list, whole, again) && sameCount(list, before, after)) {
      isAsPlain(list, { plain: after, other: again });
      if (list.limit !== null) isCut(list, { whole, again, cut, limit });
    }
  }

  /** Everybody reads every list, in every way. */
  async #readAll(prefix: number): Promise<void> {
    const [agent] = this.#callers;
    const ways = Array.from({ length: CREDENTIALS }, (_, by) => by * PREFIXES.length + prefix);
    for (const list of LISTS) {
      const plain = await this.#ask(list, { caller: agent, how: {} });
      isThere(plain);
      const readers = list.of === "caller" ? [0] : [0, 1, this.#callers.length];
      for (const asked of readers.flatMap((by) => ways.map((way) => this.#asked(by, way)))) {
        const other = await this.#ask(list, asked);
        if (asked.caller === undefined && isRefused(other)) continue;
        isThere(other);
        if (!this.#market.info.own) continue;
        isAsPlain(list, { plain, other });
        if (list.limit === null) continue;
        const cut = await this.#ask(list, asked, { [list.limit]: "1" });
        isThere(cut);
        isCut(list, { whole: other, again: plain, cut, limit: 1 });
      }
    }
  }

  /** Who reads, and how: an agent in one of its ways, or nobody. */
  #asked(by: number, way: number): Asked {
    const caller = this.#callers[by];
    if (caller === undefined) return { how: { prefix: PREFIXES[way % PREFIXES.length] ?? "" } };
    return { caller, how: wayOf(caller, by === 0 ? this.#browser : null, way) };
  }

  #ask(list: List, { caller, how }: Asked, part: Record<string, string> = {}): Promise<Exchange> {
    const { id } = this.#market;
    const query = { ...list.query?.(id), ...part };
    const ask = { method: "GET", path: list.path(id), query, tolerates: MAY_BE_CLOSED, ...how };
    return caller === undefined ? this.#t.anonymously(ask) : caller.request(ask);
  }
}

/** Shape: without a caller it is nobody. */
interface Asked {
  caller?: AgentClient;
  how: How;
}

/** Whether nobody is shown this: which routes are public is not shown. */
function isRefused({ response }: Exchange): boolean {
  return [401, 403].includes(response?.status ?? 0);
}

/** Errors: Broken where it is not 200; StandsOn where the route is closed. */
function isThere(exchange: Exchange): void {
  const status = exchange.response?.status ?? 0;
  if (status === 200) return;
  if (MAY_BE_CLOSED.includes(status)) throw new StandsOn("GEN-ROUTE-01", "a route is closed");
  throw new Broken("answers", { expected: "HTTP 200", actual: `HTTP ${status}` }, exchange);
}

function rowsIn({ rows = rowsOf }: List, { response }: Exchange): readonly unknown[] | null {
  return rows(response?.body);
}

/** Whether both have as many rows as the other; not where they cannot be counted. */
function sameCount(list: List, one: Exchange, other: Exchange): boolean {
  const count = rowsIn(list, one)?.length;
  return count !== undefined && count === rowsIn(list, other)?.length;
}

/** Errors: Broken where one way shows more or fewer rows than the plain one. */
function isAsPlain(list: List, { plain, other }: { plain: Exchange; other: Exchange }): void {
  const [wanted, seen] = [rowsIn(list, plain), rowsIn(list, other)];
  if (!wanted || !seen || wanted.length === seen.length) return;
  const expected = `${wanted.length} rows, as in the plain way`;
  throw new Broken("state", { expected, actual: `${seen.length}` }, other);
}

/** Errors: Broken where the part is neither the beginning nor the end of the whole. */
function isCut(
  list: List,
  reads: { whole: Exchange; again: Exchange; cut: Exchange; limit: number },
): void {
  const [all = [], same, cut = []] = [reads.whole, reads.again, reads.cut].map((one) =>
    rowsIn(list, one)?.map((row) => JSON.stringify(row)),
  );
  const wanted = Math.min(reads.limit, all.length);
  const broken = (expected: string, actual: string) =>
    new Broken("state", { expected, actual }, reads.cut);
  if (cut.length !== wanted) throw broken(`${wanted} of ${all.length} rows`, `${cut.length}`);
  // What tells the time beside is another each time.
  if (all.some((row, at) => row !== same?.[at])) return;
  const isPart = [all.slice(0, wanted), all.slice(all.length - wanted)].some((one) =>
    one.every((row, at) => row === cut[at]),
  );
  if (!isPart) throw broken(`the first or the last ${wanted} of ${all.length} rows`, "others");
}
