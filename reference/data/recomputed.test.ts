import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

/** A random life of one market, written down by hand beside what the venue tells of it. */
const { api, control } = await startTestVenue();
const STEPS = 250;
const STEP_MS = 250;

interface Trade {
  trade_id: string;
  price: number;
  qty: number;
  ts_ms: number;
}
interface Level {
  price: number;
}
interface Agent {
  owner: string;
  key: string;
  /** Contracts held, and cents paid for them. */
  held: number;
  paid: number;
  traded: number;
}

const told: Trade[] = [];
const midBySecond = new Map<number, number | null>();
const agents: Agent[] = [];
let marketId = "";
let nowMs = 0;

let state = 12_345;
/** A whole number below `below`, the same in every run. */
const draw = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x80000000) * below);
};

const read = async (path: string) => (await api.get(`/v1/${path}`).expect(200)).body;

async function mid(): Promise<number | null> {
  const { bids, asks } = (await read(`markets/${marketId}/book`)) as Record<string, Level[]>;
  const prices = (levels: Level[]) => levels.map(({ price }) => price);
  if (bids!.length === 0 || asks!.length === 0) return null;
  return (Math.max(...prices(bids!)) + Math.min(...prices(asks!))) / 2;
}

async function pass(ms: number): Promise<void> {
  const until = nowMs + ms;
  const standing = await mid();
  for (let at = nowMs + STEP_MS; at <= until; at += STEP_MS) {
    if (at % 1_000 === 0) midBySecond.set(at, standing);
  }
  await control("post", "/clock", { advance_ms: ms }).expect(200);
  nowMs = until;
}

async function trade(taker: Agent, other: Agent): Promise<void> {
  const side = draw(2) === 0 ? "BUY" : "SELL";
  const terms = { side, type: "LIMIT", price: 40 + draw(20), qty: 1 + draw(5) };
  const { body } = await api
    .post("/v1/orders")
    .set("Authorization", `Bearer ${taker.key}`)
    .send({ market_id: marketId, ...terms, tif: draw(4) === 0 ? "IOC" : "GTC" })
    .expect(201);
  for (const fill of body.fills as Trade[]) {
    told.push(fill);
    const qty = side === "BUY" ? fill.qty : -fill.qty;
    for (const [agent, signed] of [
      [taker, qty],
      [other, -qty],
    ] as const) {
      agent.held += signed;
      agent.paid += signed * fill.price;
      agent.traded += fill.qty * fill.price;
    }
  }
  if (nowMs % 1_000 === 0) midBySecond.set(nowMs, await mid());
}

before(async () => {
  for (const owner of ["carol", "dave"]) {
    const { body } = await control("post", "/agents", { owner, cash: 500_000 }).expect(200);
    agents.push({ owner, key: body.api_key, held: 0, paid: 0, traded: 0 });
  }
  const { body } = await control("post", "/markets", { kind: "BTC_BINARY" }).expect(200);
  marketId = body.market_id;
  nowMs = (await control("post", "/clock", { advance_ms: 0 })).body.now_ms;
  for (let step = 0; step < STEPS; step++) {
    const taker = draw(2);
    await trade(agents[taker]!, agents[1 - taker]!);
    await pass(STEP_MS * draw(8));
  }
});

describe("after a random life of a market", () => {
  it("its trades are the fills that were told, the last first", async () => {
    const { trades } = await read(`markets/${marketId}/trades?limit=1000`);
    assert.ok(told.length > 50);
    assert.deepEqual(
      trades.map(({ trade_id, price, qty, ts_ms }: Trade) => [trade_id, price, qty, ts_ms]),
      told.map(({ trade_id, price, qty, ts_ms }) => [trade_id, price, qty, ts_ms]).reverse(),
    );
  });

  for (const period of [1, 5, 15, 60, 300, 900, 3_600, 86_400]) {
    it(`its candles of ${period} s are those of its trades`, async () => {
      const path = `markets/${marketId}/candles?period_seconds=${period}&limit=1000`;
      const startOf = ({ ts_ms }: Trade) => ts_ms - (ts_ms % (period * 1_000));
      const expected = [...new Set(told.map(startOf))].map((start) => {
        const trades = told.filter((one) => startOf(one) === start);
        const prices = trades.map(({ price }) => price);
        return {
          start_ts_ms: start,
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          volume: trades.reduce((sum, { qty }) => sum + qty, 0),
          trades: trades.length,
        };
      });
      assert.deepEqual((await read(path)).candles, expected);
    });
  }

  it("its mids are those of its book at every second", async () => {
    const { points } = await read(`markets/${marketId}/mid-history`);
    const expected = [...midBySecond]
      .filter(([, value]) => value !== null)
      .map(([ts_ms, value]) => ({ ts_ms, mid: value }));
    assert.ok(expected.length > 50);
    assert.deepEqual(points, expected);
  });

  it("the leaderboard is what was paid, what is held, and nothing else", async () => {
    const { mark_price: mark } = await read(`markets/${marketId}`);
    const { entries } = await read("leaderboard?limit=1000");
    for (const { owner, held, paid, traded } of agents) {
      const { display_name, rank, public_id, ...figures } = entries.find(
        (entry: { display_name: string }) => entry.display_name === owner,
      );
      const pnl = Math.floor(held * mark - paid);
      assert.notEqual(pnl, 0);
      assert.deepEqual(figures, {
        score: Math.floor((pnl / 500_000) * 10_000),
        pnl_cents: pnl,
        volume_cents: traded,
        roi: pnl / 500_000,
        equity_cents: 500_000 + pnl,
      });
    }
  });
});
