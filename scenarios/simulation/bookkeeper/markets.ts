/** Books what operators do to markets: creation, marks, and the end with its payouts. */
import type {
  CreateMarket,
  MarketOutcome,
  MarketStatus,
  UpdateMarket,
} from "../../../reference/index.ts";
import { violate } from "../violation.ts";
import { payOut, refund } from "./cash.ts";
import type { EventReader } from "./events.ts";
import { bookLiquidations } from "./liquidation.ts";
import type { Placements } from "./placement.ts";
import {
  forgetTerms,
  ownSide,
  type Shadow,
  type ShadowMarket,
  type ShadowOrder,
} from "./shadow.ts";
import { ShadowSide } from "./shadow-side.ts";
import { LEVERAGE_CAP, PAYOUT_CENTS, PERP_MARK, POSITION_CAP } from "./terms.ts";

const NEXT: Record<MarketStatus, readonly MarketStatus[]> = {
  OPEN: ["EXPIRED", "RESOLVED", "VOID"],
  EXPIRED: ["RESOLVED", "VOID"],
  RESOLVED: [],
  VOID: [],
};

/** Books one command about a market and consumes its events. */
export class Markets {
  readonly #shadow: Shadow;
  readonly #reader: EventReader;
  readonly #placements: Placements;

  constructor(reader: EventReader, placements: Placements) {
    this.#shadow = reader.shadow;
    this.#reader = reader;
    this.#placements = placements;
  }

  create(command: CreateMarket, outcome: MarketOutcome) {
    if (outcome.kind === "refused") return this.#reader.coverage.code(outcome.code);
    const isPerp = command.kind === "BTC_PERP";
    const [low, high] = command.band ?? (isPerp ? [100_000, 50_000_000] : [1, PAYOUT_CENTS - 1]);
    const { marketId, kind, markPrice: mark = isPerp ? PERP_MARK : null } = command;
    this.#shadow.markets.set(marketId, {
      marketId,
      kind,
      isPerp,
      low,
      high,
      mark,
      tick: command.tick ?? (isPerp ? 100 : 1),
      positionCap: command.positionCap ?? (isPerp ? POSITION_CAP.perp : POSITION_CAP.other),
      leverageCap: command.leverageCap ?? LEVERAGE_CAP,
      maintenanceBps: command.maintenanceMarginBps ?? null,
      lastPrice: null,
      status: command.status ?? "OPEN",
      resolution: null,
      legs: command.legs ?? [],
      bids: new ShadowSide(true),
      asks: new ShadowSide(false),
      isTouched: false,
    });
  }

  update(command: UpdateMarket, outcome: MarketOutcome) {
    const { marketId, status, resolution = null, markPrice } = command;
    const market = this.#shadow.markets.get(marketId);
    const due = this.#refusal(market, command);
    const code = outcome.kind === "refused" ? outcome.code : null;
    if (code !== due) violate("settlement", `market update: ${code ?? "done"}, due ${due}`);
    if (code !== null) return this.#reader.coverage.code(code);
    if (markPrice !== undefined) {
      market!.mark = markPrice;
      const means = { reader: this.#reader, placements: this.#placements };
      if (status === undefined) bookLiquidations(market!, means);
    }
    const ending: ShadowMarket[] = [];
    if (status !== undefined) this.#end(market!, { status, resolution }, ending);
    this.#closeOrders(ending);
    for (const one of ending) if (one.status !== "EXPIRED") this.#settle(one);
    if (outcome.kind === "market" && outcome.market.status !== market!.status) {
      violate("settlement", `the market is ${outcome.market.status}, due ${market!.status}`);
    }
  }

  #refusal(market: ShadowMarket | undefined, { status, resolution }: UpdateMarket) {
    if (market === undefined) return "MARKET_NOT_FOUND";
    if (status === undefined) return null;
    if (!NEXT[market.status].includes(status)) return "VALIDATION_ERROR";
    const isUndecided = status === "RESOLVED" && !market.isPerp && resolution === undefined;
    return isUndecided ? "VALIDATION_ERROR" : null;
  }

  /** Ends a market, and the parlays that hang on it; `ending` lists them in that order. */
  #end(
    market: ShadowMarket,
    to: Pick<ShadowMarket, "status" | "resolution">,
    ending: ShadowMarket[],
  ) {
    const { coverage } = this.#reader;
    market.status = to.status;
    if (to.status === "RESOLVED" && !market.isPerp) market.resolution = to.resolution;
    ending.push(market);
    if (to.status === "EXPIRED") return coverage.rule("expired");
    coverage.rule(to.status === "VOID" ? "void" : "resolved");
    for (const parlay of this.#shadow.markets.values()) {
      const isAlive = parlay.status === "OPEN" || parlay.status === "EXPIRED";
      if (!isAlive || !parlay.legs.includes(market.marketId)) continue;
      const fate = this.#fateOf(parlay);
      if (fate !== null) {
        this.#end(parlay, fate, ending);
        coverage.rule("parlay-follows");
      }
    }
  }

  #fateOf({ legs }: ShadowMarket): Pick<ShadowMarket, "status" | "resolution"> | null {
    const ended = legs.map((leg) => this.#shadow.markets.get(leg)!);
    if (ended.some(({ status }) => status === "VOID")) return { status: "VOID", resolution: null };
    if (ended.some(({ resolution }) => resolution === "NO")) {
      return { status: "RESOLVED", resolution: "NO" };
    }
    const isWon = ended.every(({ resolution }) => resolution === "YES");
    return isWon ? { status: "RESOLVED", resolution: "YES" } : null;
  }

  #closeOrders(ending: readonly ShadowMarket[]): void {
    const markets = new Set(ending);
    this.#reader.mayCancel = (order: ShadowOrder) => markets.has(order.market);
    this.#reader.takeAll();
    for (const market of ending) {
      const left = ownSide(market, "BUY").orders.length + ownSide(market, "SELL").orders.length;
      if (left > 0) violate("settlement", `${left} orders outlive their market`);
    }
  }

  #settle(market: ShadowMarket): void {
    const price = priceOf(market);
    for (const agent of this.#shadow.agents.values()) {
      const position = agent.positions.get(market.marketId);
      if (position === undefined) continue;
      this.#reader.touched.add(position);
      if (price === null) refund(position);
      else if (payOut(position, price)) this.#reader.coverage.rule("house-pays");
      forgetTerms(position);
    }
  }
}

/** What a position is paid out at; null: it gets its entry cost back. */
function priceOf({ status, isPerp, mark, lastPrice, resolution }: ShadowMarket): number | null {
  if (status === "VOID") return null;
  if (isPerp) return mark ?? lastPrice;
  return resolution === "YES" ? PAYOUT_CENTS : 0;
}
