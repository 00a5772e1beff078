/** What befalls the venue itself, second by second. */
import type { Gateway } from "./gateway.ts";
import type { Random } from "./random.ts";
import { later, type SimulationContext } from "./simulation-context.ts";
import type { CrashEntry } from "./tape.ts";

const SECOND_MS = 1_000;
const JUMP_MS = [1_000, 3_600_000] as const;
const WHILE_MS = [500, 10_000] as const;
const SQUEEZE_PER_MINUTE = 5;
/** Seconds after which the venue keeps a snapshot: about as many as it crashes after. */
const SNAPSHOT_SHARE = 0.05;
/** A torn page ends somewhere before this byte. */
const TORN_BYTES_MAX = 2_000;

/** Lets faults of the venue strike, and undoes them after a while. */
export class Mishaps {
  /** Whether anybody will ever ask for a snapshot. */
  readonly #mayCrash: boolean;
  /** A crash that must happen before anything else does. */
  crash: CrashEntry | null = null;
  readonly #setting: SimulationContext;
  readonly #exchange: Gateway;
  readonly #random: Random;
  /** What each perp was last marked at before its feed was lost. */
  readonly #marks = new Map<string, number>();

  constructor(setting: SimulationContext, exchange: Gateway, random: Random) {
    this.#setting = setting;
    this.#exchange = exchange;
    this.#random = random;
    const { crash, "torn-record": torn } = setting.parameters.faults;
    this.#mayCrash = crash !== undefined || torn !== undefined;
  }

  /** Looks every second, until trading ends. */
  live(): void {
    later(this.#setting, SECOND_MS, () => {
      if (!this.#setting.isTrading) return;
      this.#second();
      this.live();
    });
  }

  /** Undoes what lasts. */
  heal(): void {
    this.#exchange.perMinute = Number.POSITIVE_INFINITY;
    this.#exchange.storeFailsUntilMs = 0;
    if (this.#exchange.world.shadow.frozen) this.#freeze(false);
    this.#restoreFeed();
  }

  #second(): void {
    const { faults } = this.#setting;
    if (faults.strikes("clock-jump")) this.#setting.aheadMs += faults.lasting(...JUMP_MS);
    if (faults.strikes("store-error")) {
      this.#exchange.storeFailsUntilMs = this.#setting.nowMs + faults.lasting(...WHILE_MS);
    }
    if (faults.strikes("kill-switch")) {
      this.#freeze(true);
      this.#laterOn(() => this.#freeze(false));
    }
    if (faults.strikes("feed-loss")) {
      this.#loseFeed();
      this.#laterOn(() => this.#restoreFeed());
    }
    if (faults.strikes("rate-squeeze")) {
      this.#exchange.perMinute = SQUEEZE_PER_MINUTE;
      this.#laterOn(() => {
        this.#exchange.perMinute = Number.POSITIVE_INFINITY;
      });
    }
    this.#crashes();
  }

  /** All of the page that was being written may be lost, or none, or it is torn. */
  #crashes(): void {
    const { faults } = this.#setting;
    const { uncommitted, venueMs: at } = this.#exchange;
    if (this.#mayCrash && this.#random.chance(SNAPSHOT_SHARE)) {
      this.#exchange.world.keepSnapshot(at);
    }
    if (faults.strikes("crash")) {
      const lost = this.#random.between(0, uncommitted);
      this.crash = { at, crash: { lost, tornAt: null } };
    } else if (faults.strikes("torn-record")) {
      const tornAt = this.#random.below(TORN_BYTES_MAX);
      this.crash = { at, crash: { lost: uncommitted, tornAt } };
    }
  }

  #freeze(frozen: boolean): void {
    this.#exchange.apply({ type: "freeze", frozen });
  }

  #loseFeed(): void {
    for (const { marketId, kind, mark } of this.#exchange.lookAround()) {
      if (kind !== "BTC_PERP" || mark === null) continue;
      this.#marks.set(marketId, mark);
      this.#exchange.apply({ type: "update-market", marketId, markPrice: null });
    }
  }

  #restoreFeed(): void {
    for (const { marketId, kind, mark } of this.#exchange.lookAround()) {
      if (kind !== "BTC_PERP" || mark !== null) continue;
      const before = this.#marks.get(marketId)!;
      const markPrice = Math.round((before * this.#random.between(92, 108)) / 100);
      this.#exchange.apply({ type: "update-market", marketId, markPrice });
    }
  }

  #laterOn(run: () => void): void {
    later(this.#setting, this.#setting.faults.lasting(...WHILE_MS), run);
  }
}
