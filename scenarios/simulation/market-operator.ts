/** Who opens markets and ends them, moves marks, and opens agents. */
import type { Command, CreateMarket, MarketKind } from "../../reference/index.ts";
import type { Gateway } from "./gateway.ts";
import type { ObservedMarket } from "./observed-market.ts";
import type { Random } from "./random.ts";
import { later, type SimulationContext } from "./simulation-context.ts";

/** 65,000.00 USD in cents per BTC, with room for five times the mark, and for a fifth. */
const DEAR_PERP = { band: [100_000, 50_000_000], markPrice: 6_500_000 } as const;
/** The same, where a position below half of the least initial margin is closed. */
const MARGINED_PERP = { ...DEAR_PERP, maintenanceMarginBps: 250 } as const;
/** So cheap that what is rounded is felt. */
const CHEAP_PERP = { band: [10, 50_000], tick: 1, markPrice: 1_000 } as const;
/** Between the end of trading and that of the market. Units: ms. */
const EXPIRED_MS = [2_000, 60_000];

/** Runs the venue's business from time to time. */
export class MarketOperator {
  readonly #context: SimulationContext;
  readonly #gateway: Gateway;
  readonly #random: Random;
  #ids = 0;

  constructor(context: SimulationContext, gateway: Gateway, random: Random) {
    this.#context = context;
    this.#gateway = gateway;
    this.#random = random;
  }

  /** Opens the markets and one agent; further agents are opened by `openAgent`. */
  open(): void {
    for (const [kind, count] of Object.entries(this.#context.parameters.markets)) {
      for (let n = 0; n < count; n++) this.#create(kind as MarketKind);
    }
  }

  /** Opens an agent and returns its id. */
  openAgent(name: string): string {
    const agentId = this.#newId("a");
    const { cashCents } = this.#context.parameters;
    const ids = { agentId, accountId: this.#newId("c"), publicId: agentId.slice(-8) };
    this.#gateway.apply({ type: "open-agent", ...ids, owner: name, name, cashCents });
    return agentId;
  }

  /** Does something every so often, until trading ends. */
  live(): void {
    const seconds = this.#context.parameters.operatorSeconds;
    later(this.#context, this.#random.between(1, 2_000 * seconds), () => {
      if (!this.#context.isTrading) return;
      this.#act();
      this.live();
    });
  }

  #act(): void {
    const markets = this.#gateway.lookAround();
    if (markets.length === 0)
      this.#create("BTC_BINARY"); // a crash lost the last one
    else this.#change(this.#random.pick(markets));
  }

  #change(market: ObservedMarket): void {
    const choice = this.#random.below(4);
    if (choice === 0) this.#end(market);
    else if (choice === 1) this.#gateway.apply(this.#oddity());
    else this.#moveMark(market);
  }

  #moveMark({ marketId, kind, mark }: ObservedMarket): void {
    if (kind !== "BTC_PERP" || mark === null) return;
    const markPrice = Math.max(1, Math.round(mark * (0.9 + this.#random.below(2_001) / 10_000)));
    this.#gateway.apply({ type: "update-market", marketId, markPrice });
  }

  /** A market ends, at once or by way of EXPIRED, and another of its kind takes its place. */
  #end({ marketId, kind }: ObservedMarket): void {
    if (this.#random.chance(0.5)) {
      this.#gateway.apply({ type: "update-market", marketId, status: "EXPIRED" });
    }
    const resolution = this.#random.pick(["YES", "NO"] as const);
    const isVoid = this.#random.chance(0.3);
    const to = isVoid ? { status: "VOID" as const } : { status: "RESOLVED" as const, resolution };
    later(this.#context, this.#random.between(0, this.#random.pick(EXPIRED_MS)), () => {
      this.#gateway.apply({ type: "update-market", marketId, ...to });
    });
    if (kind !== "BTC_PARLAY") this.#create(kind);
    else this.#create("BTC_BINARY");
  }

  #create(kind: MarketKind): void {
    const command: CreateMarket = { type: "create-market", marketId: this.#newId("b"), kind };
    if (kind === "BTC_PERP") {
      Object.assign(command, this.#random.pick([DEAR_PERP, MARGINED_PERP, CHEAP_PERP]));
    }
    if (kind === "BTC_PARLAY") {
      const binaries = this.#gateway.lookAround().filter((one) => one.kind === "BTC_BINARY");
      command.legs = binaries.slice(0, 2).map(({ marketId }) => marketId);
    }
    this.#gateway.apply(command);
  }

  /** What an operator may do by mistake. */
  #oddity(): Command {
    const marketId = this.#newId("d");
    const owner = "somebody";
    const ids = { agentId: this.#newId("e"), accountId: this.#newId("f"), publicId: "x" };
    const keyId = this.#newId("9");
    const [first = ids.agentId] = this.#gateway.clients.keys();
    const key = { keyId, digest: keyId, prefix: "", scopes: [], name: "key" };
    return this.#random.pick<Command>([
      { type: "update-market", marketId, status: "VOID" },
      { type: "create-market", marketId, kind: "BTC_BINARY", tick: 0 },
      { type: "open-agent", ...ids, owner, name: owner, cashCents: 0 },
      { type: "revoke-key", keyId },
      { type: "add-key", ...key, agentId: first },
      { type: "add-key", ...key, agentId: ids.agentId },
    ]);
  }

  #newId(sort: string): string {
    return `${sort}0000000-0000-4000-8000-${(++this.#ids).toString(16).padStart(12, "0")}`;
  }
}
