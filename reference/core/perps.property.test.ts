/** Perps agree with a naive model of them, to the cent, over random sequences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OrderRequest } from "./commands.ts";
import { assertInvariants } from "./invariants.ts";
import { MAKER, NaivePerps, type Take } from "./naive-perps.fixture.ts";
import { Venue } from "./venue.ts";

const AGENTS = ["ann", "bob", "cem"];
const MARKETS = ["one", "two"];
/** Units: cents, price units. Ten cents a contract: what is less than a cent is felt. */
const CASH_CENTS = 5_000;
const MAKER_CENTS = 1_000_000_000;
const MARK = 10_000;
/** On a machine too busy for all of them, as many as there is time for. */
const TIME_LIMIT_MS = 30_000;
/** Longer than any pause after declines. Units: ms. */
const STEP_MS = 20_000;

const market = fc.constantFrom(...MARKETS);
const near = fc.integer({ min: 9_000, max: 11_000 });
const quote = fc.record({
  do: fc.constant("quote" as const),
  market,
  middle: near,
  levels: fc.array(
    fc.record({ away: fc.integer({ min: 1, max: 300 }), qty: fc.integer({ min: 1, max: 2_000 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  moves: fc.boolean(),
});
const take = fc.record({
  do: fc.constantFrom(...(["take", "take", "take", "take", "far"] as const)),
  agent: fc.constantFrom(...AGENTS),
  market,
  isBuy: fc.boolean(),
  past: fc.integer({ min: -200, max: 2_000 }),
  qty: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 3_000 })),
  leverage: fc.option(fc.constantFrom(1, 3, 7, 20, 20, 20)),
  isIsolated: fc.boolean(),
});
const mark = fc.record({ do: fc.constant("mark" as const), market, price: near });
type Step =
  typeof quote extends fc.Arbitrary<infer Q>
    ?
        | Q
        | (typeof take extends fc.Arbitrary<infer T> ? T : never)
        | { do: "mark"; market: string; price: number }
    : never;

const sequence = fc.record({
  maintenanceBps: fc.constantFrom(0, 250, 400),
  steps: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: quote as fc.Arbitrary<Step> },
      { weight: 6, arbitrary: take as fc.Arbitrary<Step> },
      { weight: 3, arbitrary: mark as fc.Arbitrary<Step> },
    ),
    { minLength: 8, maxLength: 24, size: "max" },
  ),
});

/** The venue and the model side by side. */
class Pair {
  readonly venue = new Venue();
  readonly model: NaivePerps;
  #atMs = 0;
  #orders = 0;

  constructor(maintenanceBps: number) {
    const cash = [MAKER, ...AGENTS].map((agent): [string, number] => [
      agent,
      agent === MAKER ? MAKER_CENTS : CASH_CENTS,
    ]);
    this.model = new NaivePerps(
      cash.map(([agent, cents]) => [agent, BigInt(cents)]),
      MARKETS.map((one) => [one, BigInt(MARK)]),
      BigInt(maintenanceBps),
    );
    for (const [agentId, cashCents] of cash) {
      const ids = { agentId, accountId: agentId, publicId: agentId, owner: agentId, name: agentId };
      this.venue.apply({ type: "open-agent", ...ids, cashCents }, 0);
    }
    for (const marketId of MARKETS) {
      const geometry = {
        band: [1, 100_000],
        tick: 1,
        markPrice: MARK,
        positionCap: 1_000_000,
      } as const;
      const terms = maintenanceBps === 0 ? {} : { maintenanceMarginBps: maintenanceBps };
      const kind = "BTC_PERP";
      this.venue.apply({ type: "create-market", marketId, kind, ...geometry, ...terms }, 0);
    }
  }

  do(step: Step): void {
    this.#atMs += STEP_MS;
    if (step.do === "quote") this.#quote(step);
    else if (step.do === "mark") this.#mark(step);
    else if (step.do === "take") this.#take(step);
    else this.#restFar(step);
  }

  #quote(step: Extract<Step, { do: "quote" }>): void {
    const { market: marketId, middle, levels } = step;
    const { model, venue } = this;
    venue.apply({ type: "cancel-all", agentId: MAKER, marketId }, this.#atMs);
    model.quotes = model.quotes.filter((one) => one.market !== marketId);
    for (const { away, qty } of levels) {
      for (const isBuy of [true, false]) {
        const price = isBuy ? middle - away : middle + away;
        this.#place(MAKER, { ...orderOf(marketId, isBuy), price, qty });
        model.quotes.push({ market: marketId, isBuy, price: BigInt(price), qty: BigInt(qty) });
      }
    }
    if (step.moves) this.#mark({ do: "mark", market: marketId, price: middle });
  }

  #mark({ market: marketId, price }: Extract<Step, { do: "mark" }>): void {
    this.venue.apply({ type: "update-market", marketId, markPrice: price }, this.#atMs);
    this.model.mark(marketId, BigInt(price));
  }

  #take(step: Extract<Step, { isBuy: boolean }>): void {
    const { agent, market: marketId, isBuy, qty, leverage, isIsolated } = step;
    const price = priceOf(step);
    const result = this.#place(agent, { ...requestOf(step), tif: "IOC" });
    const order: Take = {
      ...{ agent, market: marketId, isBuy, price: BigInt(price), qty: BigInt(qty) },
      ...{ leverage: leverage === null ? null : BigInt(leverage), isIsolated },
    };
    const taken = this.model.take(order);
    assert.equal(result.rejectReason, taken === null ? "INSUFFICIENT_MARGIN" : null);
    assert.equal(BigInt(result.filledQty), taken ?? 0n);
  }

  /** An order that rests where nobody comes, and is cancelled: it leaves no trace. */
  #restFar(step: Extract<Step, { isBuy: boolean }>): void {
    const { agent, isBuy } = step;
    this.#place(agent, { ...requestOf(step), price: isBuy ? 5_000 : 20_000, qty: 1 });
    this.venue.apply({ type: "cancel-all", agentId: agent }, this.#atMs);
  }

  #place(agentId: string, request: OrderRequest) {
    const orderId = `o${++this.#orders}`;
    const outcome = this.venue.apply({ type: "place", agentId, orderId, request }, this.#atMs);
    assert.ok(outcome.kind === "result");
    return outcome.result;
  }

  agree(): void {
    const { venue, model } = this;
    let housePaid = 0n;
    for (const agent of [MAKER, ...AGENTS]) {
      const { cashCents, freeCents } = venue.cash(agent);
      assert.equal(BigInt(cashCents), model.cash.get(agent), `cash of ${agent}`);
      if (agent !== MAKER) assert.equal(BigInt(freeCents), model.free(agent), `free of ${agent}`);
      for (const marketId of MARKETS) {
        this.#agreeOn(agent, marketId);
        housePaid += model.stand(agent, marketId).housePaid;
      }
    }
    assert.equal(BigInt(0 - venue.state.ledger.house.cents), housePaid, "what the house paid");
  }

  #agreeOn(agent: string, marketId: string): void {
    const { venue, model } = this;
    const view = venue.position(agent, marketId);
    const { qty, entry } = model.held(agent, marketId);
    const gained = model.realized(agent, marketId);
    if (view === null) {
      assert.deepEqual([qty, gained], [0n, 0n]);
      return;
    }
    assert.deepEqual([BigInt(view.qty), BigInt(view.realizedPnlCents)], [qty, gained]);
    if (qty === 0n) return;
    const { leverage, isIsolated, housePaid } = model.stand(agent, marketId);
    assert.equal(view.avgEntryPrice, Number(entry) / Math.abs(Number(qty)));
    assert.equal(BigInt(view.housePaidCents), housePaid);
    assert.equal(view.marginMode, isIsolated ? "ISOLATED" : "CROSS");
    if (agent !== MAKER) assert.equal(BigInt(view.leverage!), leverage);
  }
}

const priceOf = ({ isBuy, past }: { isBuy: boolean; past: number }) =>
  isBuy ? MARK + past : MARK - past;

const orderOf = (marketId: string, isBuy: boolean) =>
  ({ marketId, side: isBuy ? "BUY" : "SELL", type: "LIMIT", confirmFatFinger: true }) as const;

function requestOf(step: Extract<Step, { isBuy: boolean }>): OrderRequest {
  const { qty, leverage, isIsolated } = step;
  const price = priceOf(step);
  const marginMode = isIsolated ? "ISOLATED" : "CROSS";
  const order = { ...orderOf(step.market, step.isBuy), price, qty, marginMode } as const;
  return leverage === null ? order : { ...order, leverage };
}

test("cash, free cash, gains, leverage and liquidations are those of the naive model", () => {
  const property = fc.property(sequence, ({ maintenanceBps, steps }) => {
    const pair = new Pair(maintenanceBps);
    for (const step of steps) {
      pair.do(step);
      pair.agree();
    }
    assertInvariants(pair.venue.state);
  });
  const numRuns = Number(process.env["RUNS"] ?? 10_000);
  fc.assert(property, { numRuns, interruptAfterTimeLimit: TIME_LIMIT_MS });
});
