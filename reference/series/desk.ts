/** Opens, expires and settles the markets of the series, by the price of bitcoin. */
import type { CreateMarket, UpdateMarket } from "../core/commands.ts";
import type { SpotFeed } from "../feed/spot-feed.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Binary, Parlay } from "../store/facts.ts";
import type { Journal } from "../store/journal.ts";
import type { JournaledVenue, ReadableVenue } from "../store/journaled-venue.ts";
import { granted } from "../wire/refused.ts";
import type { Duty } from "./schedule.ts";
import { ABOVE, PARLAY, PERPETUAL, type Series, WINDOW_MS } from "./series.ts";

/** How many windows take orders at once. */
const WINDOWS_OPEN = 3;
/** Strikes stand on this grid. Units: cents per BTC (100 USD). */
const STRIKE_GRID_CENTS = 10_000;
/** Half of the initial margin at the highest leverage. Units: basis points. D-076. */
const MAINTENANCE_BPS = 250;
/** Between expiry and settlement, for a price that comes late. Units: ms. */
const SETTLE_AFTER_MS = 60_000;
const THOUSANDS = /\B(?=(\d{3})+$)/g;
/** A market whose price is out of reach so long after its expiry is void. Units: ms. */
const GIVE_UP_AFTER_MS = WINDOW_MS;

/** What the desk works with; ids come from an entropy of its own. */
export interface DeskTools {
  venue: ReadableVenue;
  journaled: JournaledVenue;
  feed: SpotFeed;
  entropy: Entropy;
  journal: Journal;
}

/** Keeps three windows open, with a parlay over each two that follow one another. D-032, D-077. */
export class Desk implements Duty {
  readonly everyMs = 60_000;
  readonly catchUpMs = 24 * 3_600_000;
  readonly #tools: DeskTools;
  /**
   * Not settled yet, soonest expiry first.
   * @bound the windows that are not settled: a settled one leaves;
   * reference/series/open-series.test.ts
   */
  binaries: Binary[] = [];
  /**
   * @bound the windows that are not settled: a settled one leaves;
   * reference/series/open-series.test.ts
   */
  parlays: Parlay[] = [];
  readonly perpId: string;
  /** As they were noted last. */
  #kept = "";

  /** Goes on with the markets that the journal knows, or opens new ones. */
  constructor(tools: DeskTools, startMs: number) {
    this.#tools = tools;
    const kept = tools.journal.facts.the("desk");
    if (kept !== null) {
      this.perpId = kept.perpId;
      this.binaries = [...kept.binaries];
      this.parlays = kept.parlays.map((parlay) => linked(parlay, this.binaries));
      return;
    }
    const markPrice = tools.feed.priceCents(startMs);
    const facts = { title: PERPETUAL.title, markPrice, maintenanceMarginBps: MAINTENANCE_BPS };
    this.perpId = this.#create(PERPETUAL, facts, startMs);
  }

  run(atMs: number): void {
    for (const market of [...this.binaries, ...this.parlays]) this.#expire(market, atMs);
    for (const binary of this.binaries) this.#settle(binary, atMs);
    this.binaries = this.binaries.filter(({ marketId }) => this.#isUnsettled(marketId));
    this.parlays = this.parlays.filter(({ marketId }) => this.#isUnsettled(marketId));
    this.#openWindows(atMs);
    this.#keep(atMs);
  }

  /** Notes what has changed of the markets. */
  #keep(atMs: number): void {
    const { perpId, binaries, parlays } = this;
    const text = JSON.stringify([binaries, parlays]);
    if (text === this.#kept) return;
    this.#kept = text;
    this.#tools.journal.note({ type: "desk", perpId, binaries, parlays }, atMs);
  }

  #expire({ marketId, expiryMs }: Binary | Parlay, atMs: number): void {
    const { status } = this.#tools.venue.market(marketId)!;
    if (status === "OPEN" && expiryMs <= atMs) this.#update({ marketId, status: "EXPIRED" }, atMs);
  }

  /** The price at expiry decides; a parlay follows its legs. */
  #settle(binary: Binary, atMs: number): void {
    const { marketId, strikeCents, expiryMs } = binary;
    const { feed, venue } = this.#tools;
    const isDue = atMs >= expiryMs + SETTLE_AFTER_MS;
    if (!isDue || venue.market(marketId)!.status !== "EXPIRED") return;
    const priceCents = feed.priceCents(expiryMs);
    if (priceCents !== null) {
      binary.outcome = priceCents > strikeCents ? "YES" : "NO";
      const how = { resolution: binary.outcome, settlementPrice: priceCents };
      this.#update({ marketId, status: "RESOLVED", ...how }, atMs);
    } else if (feed.isReachable || atMs >= expiryMs + GIVE_UP_AFTER_MS) {
      this.#update({ marketId, status: "VOID" }, atMs);
    }
  }

  #isUnsettled(marketId: string): boolean {
    const { status } = this.#tools.venue.market(marketId)!;
    return status === "OPEN" || status === "EXPIRED";
  }

  /** Without a price there is no strike: the next run tries again. */
  #openWindows(atMs: number): void {
    const priceCents = this.#tools.feed.priceCents(atMs);
    if (priceCents === null) return;
    const strikeCents = Math.round(priceCents / STRIKE_GRID_CENTS) * STRIKE_GRID_CENTS;
    const windowMs = atMs - (atMs % WINDOW_MS);
    for (let ahead = 1; ahead <= WINDOWS_OPEN; ahead++) {
      const expiryMs = windowMs + ahead * WINDOW_MS;
      if (!this.binaries.some((binary) => binary.expiryMs === expiryMs)) {
        this.#openBinary({ strikeCents, expiryMs }, atMs);
      }
    }
  }

  #openBinary(terms: Pick<Binary, "strikeCents" | "expiryMs">, atMs: number): void {
    const { strikeCents, expiryMs } = terms;
    const title = `BTC above ${usd(strikeCents)} at ${utc(expiryMs)}`;
    const facts = { title, strikePrice: strikeCents, ...eventOf(ABOVE, expiryMs) };
    const marketId = this.#create(ABOVE, facts, atMs);
    const binary = { ...terms, marketId, outcome: null };
    this.binaries.push(binary);
    const before = this.binaries.find((other) => other.expiryMs === expiryMs - WINDOW_MS);
    if (before !== undefined) this.#openParlay([before, binary], atMs);
  }

  #openParlay(legs: readonly [Binary, Binary], atMs: number): void {
    const [first, { marketId: secondId, strikeCents, expiryMs }] = legs;
    const title =
      `BTC above ${usd(first.strikeCents)} at ${utc(first.expiryMs)}` +
      ` and above ${usd(strikeCents)} at ${utc(expiryMs)}`;
    const facts = { title, legs: [first.marketId, secondId], ...eventOf(PARLAY, expiryMs) };
    this.parlays.push({ marketId: this.#create(PARLAY, facts, atMs), legs, expiryMs });
  }

  #create(
    { seriesId, kind }: Series,
    facts: Omit<CreateMarket, "type" | "marketId" | "kind">,
    atMs: number,
  ): string {
    const { journaled, entropy } = this.#tools;
    const marketId = entropy.uuid();
    granted(journaled.apply({ type: "create-market", marketId, kind, seriesId, ...facts }, atMs));
    return marketId;
  }

  #update(change: Omit<UpdateMarket, "type">, atMs: number): void {
    granted(this.#tools.journaled.apply({ type: "update-market", ...change }, atMs));
  }
}

/** A parlay whose legs are the very binaries that will be settled, where they are not yet. */
function linked(parlay: Parlay, binaries: readonly Binary[]): Parlay {
  const [first, second] = parlay.legs.map(
    (leg) => binaries.find(({ marketId }) => marketId === leg.marketId) ?? leg,
  );
  return { ...parlay, legs: [first!, second!] };
}

/** The names of what is decided at a time. D-108. */
function eventOf({ seriesId }: Series, expiryTsMs: number) {
  const eventId = `${seriesId}-${expiryTsMs / 1_000}`;
  const fixtureKey = `${seriesId}/${new Date(expiryTsMs).toISOString().slice(0, 16)}Z`;
  return { eventId, fixtureKey, expiryTsMs };
}

/** Of whole dollars. Asking for a locale would load all of them, while the venue starts. */
const usd = (cents: number): string => `${String(cents / 100).replace(THOUSANDS, ",")} USD`;
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`;
