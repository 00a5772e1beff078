/** What befalls the venue itself: second by second, and over HTTP while its store refuses. */

import type { Coverage } from "./coverage.ts";
import type { Gateway } from "./gateway.ts";
import type { HttpVenue } from "./http-venue.ts";
import type { Random } from "./random.ts";
import { later, type SimulationContext } from "./simulation-context.ts";
import type { CommandEntry, CrashEntry } from "./tape.ts";
import { violate } from "./violation.ts";

const SECOND_MS = 1_000;
const JUMP_MS = [1_000, 3_600_000] as const;
const WHILE_MS = [500, 10_000] as const;
const SQUEEZE_PER_MINUTE = 5;
/** Seconds after which the venue keeps a snapshot: about as many as it crashes after. */
const SNAPSHOT_SHARE = 0.05;
/** A torn page ends somewhere before this byte. */
const TORN_BYTES_MAX = 2_000;

/** Lets faults of the venue strike, and undoes them after a while. */
export class FaultSchedule {
  /** Whether anybody will ever ask for a snapshot. */
  readonly #mayCrash: boolean;
  /** A crash that must happen before anything else does. */
  crash: CrashEntry | null = null;
  readonly #context: SimulationContext;
  readonly #gateway: Gateway;
  readonly #random: Random;
  /** What each perp was last marked at before its feed was lost. */
  readonly #marks = new Map<string, number>();

  constructor(context: SimulationContext, gateway: Gateway, random: Random) {
    this.#context = context;
    this.#gateway = gateway;
    this.#random = random;
    const { crash, "torn-record": torn } = context.parameters.faults;
    this.#mayCrash = crash !== undefined || torn !== undefined;
  }

  /** Looks every second, until trading ends. */
  live(): void {
    later(this.#context, SECOND_MS, () => {
      if (!this.#context.isTrading) return;
      this.#second();
      this.live();
    });
  }

  /** Undoes what lasts. */
  heal(): void {
    this.#gateway.perMinute = Number.POSITIVE_INFINITY;
    this.#gateway.storeFailsUntilMs = 0;
    if (this.#gateway.observed.shadow.frozen) this.#freeze(false);
    this.#restoreFeed();
  }

  #second(): void {
    const { faults } = this.#context;
    if (faults.strikes("clock-jump")) this.#context.aheadMs += faults.lasting(...JUMP_MS);
    if (faults.strikes("store-error")) {
      this.#gateway.storeFailsUntilMs = this.#context.nowMs + faults.lasting(...WHILE_MS);
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
      this.#gateway.perMinute = SQUEEZE_PER_MINUTE;
      this.#laterOn(() => {
        this.#gateway.perMinute = Number.POSITIVE_INFINITY;
      });
    }
    this.#crashes();
  }

  /** All of the page that was being written may be lost, or none, or it is torn. */
  #crashes(): void {
    const { faults } = this.#context;
    const { uncommitted, venueMs: at } = this.#gateway;
    if (this.#mayCrash && this.#random.chance(SNAPSHOT_SHARE)) {
      this.#gateway.observed.keepSnapshot(at);
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
    this.#gateway.apply({ type: "freeze", frozen });
  }

  #loseFeed(): void {
    for (const { marketId, kind, mark } of this.#gateway.lookAround()) {
      if (kind !== "BTC_PERP" || mark === null) continue;
      this.#marks.set(marketId, mark);
      this.#gateway.apply({ type: "update-market", marketId, markPrice: null });
    }
  }

  #restoreFeed(): void {
    for (const { marketId, kind, mark } of this.#gateway.lookAround()) {
      if (kind !== "BTC_PERP" || mark !== null) continue;
      const before = this.#marks.get(marketId)!;
      const markPrice = Math.round((before * this.#random.between(92, 108)) / 100);
      this.#gateway.apply({ type: "update-market", marketId, markPrice });
    }
  }

  #laterOn(run: () => void): void {
    later(this.#context, this.#context.faults.lasting(...WHILE_MS), run);
  }
}

/**
 * Asks for all of it at once while the store fails, then kills the venue and starts it again: nobody
 * may be told what no commit holds.
 */
export async function crashWhileStoreFails(
  http: HttpVenue,
  entries: readonly CommandEntry[],
  coverage: Coverage,
): Promise<void> {
  await quietly(async () => {
    http.failStore();
    const asked = await Promise.all(entries.map((entry) => http.perform(entry)));
    for (const performed of asked) {
      if (performed === null) continue;
      const { status } = performed.answer;
      if (status < 400) violate("recovery", `answered ${status} while nothing was committed`);
      if (status === 503) coverage.code((performed.told as { code: string }).code);
    }
    await http.crash();
  });
}

/** A venue complains when its store fails; here it is meant. */
async function quietly(act: () => Promise<void>): Promise<void> {
  const { error } = console;
  console.error = () => {};
  try {
    await act();
  } finally {
    console.error = error;
  }
}
