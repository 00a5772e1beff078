/**
 * A venue of perps as plainly as it can be written: lists of fills and quotes, whole numbers without
 * bounds, and every amount worked out anew from the lists. Written from the guide, not from the core.
 */

/** Units: price units, contracts. */
interface Deal {
  isBuy: boolean;
  price: bigint;
  qty: bigint;
}

/** A deal, and by how much its price was worse than the mark for a position of its own margin. */
interface Fill extends Deal {
  worse: bigint;
}

/** What an agent has in a market: all that it ever traded there, and the terms of what is open. */
interface Stand {
  fills: Fill[];
  leverage: bigint;
  isIsolated: boolean;
  housePaid: bigint;
}

/** An order of the maker that rests; the list is in order of arrival. */
export interface Quote extends Deal {
  market: string;
}

/** An order that takes what it finds and ends. Shape: `leverage` null where none is named. */
export interface Take {
  agent: string;
  market: string;
  isBuy: boolean;
  price: bigint;
  qty: bigint;
  leverage: bigint | null;
  isIsolated: boolean;
}

/** Units: contracts; the others price units. */
interface Held {
  qty: bigint;
  entry: bigint;
  openLoss: bigint;
  gained: bigint;
}

const UNITS_PER_CENT = 1_000n;
const BPS = 10_000n;
const SLIP_BPS = 500n;
export const MAKER = "maker";

const least = (one: bigint, other: bigint) => (one < other ? one : other);
const most = (one: bigint, other: bigint) => (one > other ? one : other);
const size = (qty: bigint) => (qty < 0n ? -qty : qty);
const up = (units: bigint, by: bigint) => (units + by - 1n) / by;
const down = (units: bigint, by: bigint) => -up(-units, by);

/** First what closes, at its share of the entry, a part of a unit against the agent; then the rest. */
function heldAfter(fills: readonly Fill[]): Held {
  const held = { qty: 0n, entry: 0n, openLoss: 0n, gained: 0n };
  for (const { isBuy, price, qty, worse } of fills) {
    const closes = isBuy === held.qty < 0n ? least(qty, size(held.qty)) : 0n;
    if (closes > 0n) {
      const cost = held.entry * closes;
      const share = isBuy ? cost / size(held.qty) : up(cost, size(held.qty));
      held.gained += isBuy ? share - price * closes : price * closes - share;
      held.entry -= share;
      held.openLoss -= (held.openLoss * closes) / size(held.qty);
    }
    held.entry += price * (qty - closes);
    held.openLoss += worse * (qty - closes);
    held.qty += isBuy ? qty : -qty;
  }
  return held;
}

/** Perps of one maker, who quotes and never runs out of cash, and of agents who take. */
export class NaivePerps {
  readonly cash = new Map<string, bigint>();
  quotes: Quote[] = [];
  readonly #marks: Map<string, bigint>;
  readonly #maintenanceBps: bigint;
  readonly #stands = new Map<string, Stand>();

  /** Units: cents, price units by market, basis points. */
  constructor(
    cash: readonly [agent: string, cents: bigint][],
    marks: readonly [market: string, price: bigint][],
    maintenanceBps: bigint,
  ) {
    for (const [agent, cents] of cash) this.cash.set(agent, cents);
    this.#marks = new Map(marks);
    this.#maintenanceBps = maintenanceBps;
  }

  /** How much the order took; null when it is declined for want of cash. */
  take(order: Take): bigint | null {
    const { agent, market, isBuy, price, qty } = order;
    const stand = this.stand(agent, market);
    const { qty: before, entry } = heldAfter(stand.fills);
    const leverage = before === 0n ? (order.leverage ?? 1n) : stand.leverage;
    const bid = isBuy ? 0n : (this.#bestBid(market) ?? 0n);
    const value = most(most(price, this.#marks.get(market)!), bid);
    const opening = most(0n, qty - (isBuy ? most(0n, -before) : most(0n, before)));
    const more = this.#margin(entry + opening * value, leverage) - this.#kept(agent, market);
    if (more > 0n && more > this.free(agent)) return null;
    const stood = { leverage: stand.leverage, isIsolated: stand.isIsolated };
    if (before === 0n) Object.assign(stand, { leverage, isIsolated: order.isIsolated });
    const taken = this.#match(order, value);
    if (taken === 0n) Object.assign(stand, stood);
    return taken;
  }

  /** The mark moves, and what its margin no longer bears is closed, agent by agent. */
  mark(market: string, price: bigint): void {
    this.#marks.set(market, price);
    if (this.#maintenanceBps === 0n) return;
    for (const agent of this.cash.keys()) {
      const { qty } = this.held(agent, market);
      if (qty === 0n || !this.#isBelow(agent, market)) continue;
      const slip = (price * SLIP_BPS) / BPS;
      const limit = qty < 0n ? price + slip : price - slip;
      const terms = { leverage: null, isIsolated: false };
      this.#match({ agent, market, isBuy: qty < 0n, price: limit, qty: size(qty), ...terms }, 0n);
    }
  }

  stand(agent: string, market: string): Stand {
    const key = `${agent} ${market}`;
    let stand = this.#stands.get(key);
    if (stand === undefined) {
      stand = { fills: [], leverage: 1n, isIsolated: false, housePaid: 0n };
      this.#stands.set(key, stand);
    }
    return stand;
  }

  held(agent: string, market: string): Held {
    return heldAfter(this.stand(agent, market).fills);
  }

  /** What closing has gained. Units: full cents, a part of one left out of gain and loss alike. */
  realized(agent: string, market: string): bigint {
    return this.held(agent, market).gained / UNITS_PER_CENT;
  }

  /** Cash that no margin keeps and no CROSS position has lost. Units: cents. */
  free(agent: string): bigint {
    const gain = this.#crossGain(agent);
    const lost = gain < 0n ? up(-gain, UNITS_PER_CENT) : 0n;
    const opening = [...this.#marks.keys()].map((market) => this.#openLoss(agent, market));
    return most(0n, this.#uncommitted(agent) - lost - opening.reduce((sum, one) => sum + one, 0n));
  }

  #match({ agent, market, isBuy, price, qty }: Take, value: bigint): bigint {
    let taken = 0n;
    const reached = this.quotes
      .filter((quote) => quote.market === market && quote.isBuy !== isBuy)
      .filter((quote) => (isBuy ? quote.price <= price : quote.price >= price))
      .sort((one, two) => Number(isBuy ? one.price - two.price : two.price - one.price));
    for (const quote of reached) {
      const fill = least(quote.qty, qty - taken);
      if (fill === 0n) break;
      taken += fill;
      quote.qty -= fill;
      const rest = { isBuy, qty: qty - taken, value };
      this.#fill({ agent, market, rest }, { isBuy, price: quote.price, qty: fill });
      const maker = { agent: MAKER, market, rest: { isBuy: !isBuy, qty: 0n, value } };
      this.#fill(maker, { isBuy: !isBuy, price: quote.price, qty: fill });
    }
    this.quotes = this.quotes.filter((quote) => quote.qty > 0n);
    return taken;
  }

  #fill(who: { agent: string; market: string; rest: Rest }, fill: Deal): void {
    const { agent, market, rest } = who;
    const stand = this.stand(agent, market);
    const before = this.held(agent, market);
    const kept = this.#behind(agent, market);
    const mark = this.#marks.get(market)!;
    const worse = most(0n, fill.isBuy ? fill.price - mark : mark - fill.price);
    const closes = fill.isBuy === before.qty < 0n ? least(fill.qty, size(before.qty)) : 0n;
    const realized = this.realized(agent, market);
    stand.fills.push({ ...fill, worse: stand.isIsolated ? worse : 0n });
    const gain = this.realized(agent, market) - realized;
    const after = this.held(agent, market);
    const closable = rest.isBuy ? most(0n, -after.qty) : most(0n, after.qty);
    const opening = most(0n, rest.qty - closable) * rest.value;
    const works = this.#margin(after.entry + opening, stand.leverage);
    const reserved = works - this.#margin(after.entry, stand.leverage);
    let paid = gain;
    if (gain < 0n) {
      const free = most(0n, this.#uncommitted(agent) - reserved);
      const bearable = closes === 0n ? 0n : up(kept * closes, size(before.qty));
      paid = -least(-gain, stand.isIsolated ? least(bearable, free) : free);
    }
    this.cash.set(agent, this.cash.get(agent)! + paid);
    stand.housePaid += paid - gain;
  }

  #bestBid(market: string): bigint | null {
    const bids = this.quotes.filter((quote) => quote.market === market && quote.isBuy);
    return bids.length === 0 ? null : bids.map(({ price }) => price).reduce(most);
  }

  #margin(units: bigint, leverage: bigint): bigint {
    return up(units, UNITS_PER_CENT * leverage);
  }

  #kept(agent: string, market: string): bigint {
    return this.#margin(this.held(agent, market).entry, this.stand(agent, market).leverage);
  }

  #openLoss(agent: string, market: string): bigint {
    return up(this.held(agent, market).openLoss, UNITS_PER_CENT);
  }

  #behind(agent: string, market: string): bigint {
    return this.#kept(agent, market) + this.#openLoss(agent, market);
  }

  #uncommitted(agent: string): bigint {
    const kept = [...this.#marks.keys()].map((market) => this.#kept(agent, market));
    return this.cash.get(agent)! - kept.reduce((sum, cents) => sum + cents, 0n);
  }

  #gain(agent: string, market: string): bigint {
    const { qty, entry } = this.held(agent, market);
    return this.#marks.get(market)! * qty + (qty > 0n ? -entry : entry);
  }

  #crossMarkets(agent: string): string[] {
    return [...this.#marks.keys()].filter((market) => !this.stand(agent, market).isIsolated);
  }

  #crossGain(agent: string): bigint {
    const gains = this.#crossMarkets(agent).map((market) => this.#gain(agent, market));
    return gains.reduce((sum, units) => sum + units, 0n);
  }

  #isBelow(agent: string, market: string): boolean {
    const { isIsolated } = this.stand(agent, market);
    const markets = isIsolated ? [market] : this.#crossMarkets(agent);
    const units = markets.map((one) =>
      up(size(this.held(agent, one).qty) * this.#marks.get(one)! * this.#maintenanceBps, BPS),
    );
    const need = up(
      units.reduce((sum, one) => sum + one, 0n),
      UNITS_PER_CENT,
    );
    if (isIsolated) {
      return this.#behind(agent, market) + down(this.#gain(agent, market), UNITS_PER_CENT) < need;
    }
    const isolated = [...this.#marks.keys()].filter((one) => this.stand(agent, one).isIsolated);
    const kept = isolated.reduce((sum, one) => sum + this.#behind(agent, one), 0n);
    return this.cash.get(agent)! - kept + down(this.#crossGain(agent), UNITS_PER_CENT) < need;
  }
}

/** What is left of an order that takes: it still reserves what it would open. */
interface Rest {
  isBuy: boolean;
  qty: bigint;
  value: bigint;
}
