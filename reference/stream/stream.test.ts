import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { assertNoGaps, openStream, type ServerFrame } from "../proof/stream-client.fixture.ts";

const venue = await startTestVenue();
const { agent, place, market, order, bearer, api, control } = venue;
const BINARY = market("BTC_BINARY");
const [BOOK, TRADES, MARKET] = [`book:${BINARY}`, `trades:${BINARY}`, `market:${BINARY}`];
const types = (frames: readonly ServerFrame[]) => frames.map(({ type }) => type);
const get = async (path: string) => (await api.get(path).expect(200)).body;
const cancelAll = (name: string) =>
  api.delete("/v1/orders").set("Authorization", bearer(name)).expect(200);

describe("a new client", () => {
  it("is greeted and gets a snapshot of each private channel, without asking", async () => {
    await place("maker").expect(201);
    const client = await openStream(venue, "maker");
    const [hello, ...snapshots] = client.frames;
    assert.equal(hello!.type, "hello");
    assert.deepEqual(hello!.channels, ["orders", "fills", "positions", "wallet"]);
    assert.deepEqual(types(snapshots), ["snapshot", "snapshot", "snapshot", "snapshot"]);
    const { body } = await venue.get("maker", "/v1/me/wallet").expect(200);
    assert.deepEqual(client.of("wallet")[0]!.data, body);
    assert.equal(client.of("orders")[0]!.data.orders[0].price, 40);
    await cancelAll("maker");
  });
});

describe("a subscription", () => {
  it("is acknowledged, then starts with a snapshot that is what REST answers", async () => {
    await place("maker").expect(201);
    const client = await openStream(venue, "taker");
    await client.subscribe(BOOK, MARKET);
    assert.deepEqual(types(client.frames.slice(5, 8)), ["subscribed", "snapshot", "snapshot"]);
    assert.deepEqual(client.of(BOOK)[0]!.data, await get(`/markets/${BINARY}/book`));
    assert.deepEqual(client.of(MARKET)[0]!.data, await get(`/markets/${BINARY}`));
    await cancelAll("maker");
  });

  it("tells levels, trades and the market's record as they change, numbered without gaps", async () => {
    const client = await openStream(venue, "spare");
    await client.subscribe(BOOK, TRADES, MARKET);
    await place("maker", { side: "SELL", price: 60, qty: 9 }).expect(201);
    await place("taker", { price: 60, qty: 4 }).expect(201);
    await cancelAll("maker");
    await client.settled();
    for (const channel of [BOOK, TRADES, MARKET]) assertNoGaps(client.of(channel));
    const levels = client.of(BOOK).map(({ data }) => data.asks);
    assert.deepEqual(levels.slice(1).flat(), [
      { price: 60, qty: 9 },
      { price: 60, qty: 5 },
      { price: 60, qty: 0 },
    ]);
    const [trade] = client.of(TRADES)[1]!.data.trades;
    assert.deepEqual([trade.price, trade.qty, trade.taker_side], [60, 4, "BUY"]);
    assert.deepEqual(
      client.of(MARKET).map(({ data }) => [data.best_ask, data.mark_price]),
      [
        [null, null],
        [60, null],
        [60, 60],
        [null, 60],
      ],
    );
  });

  it("tells each side its own fill, order, position and wallet", async () => {
    const [maker, taker] = [await openStream(venue, "maker"), await openStream(venue, "taker")];
    await place("maker", { side: "SELL", price: 70, qty: 2 }).expect(201);
    await place("taker", { price: 70, qty: 2 }).expect(201);
    await Promise.all([maker.settled(), taker.settled()]);
    const fills = [maker, taker].map((client) => client.of("fills").at(-1)!.data.fills[0]);
    assert.deepEqual(
      fills.map(({ side, liquidity, qty, price }) => [side, liquidity, qty, price]),
      [
        ["SELL", "MAKER", 2, 70],
        ["BUY", "TAKER", 2, 70],
      ],
    );
    assert.equal(fills[0].trade_id, fills[1].trade_id);
    for (const [name, client] of Object.entries({ maker, taker })) {
      const read = async (path: string) => (await venue.get(name, path).expect(200)).body;
      assert.equal(client.of("orders").at(-1)!.data.orders[0].status, "FILLED");
      assert.deepEqual(client.of("wallet").at(-1)!.data, await read("/v1/me/wallet"));
      const { positions } = await read("/v1/positions");
      assert.deepEqual(client.of("positions").at(-1)!.data.positions, positions);
      for (const channel of ["orders", "fills", "positions", "wallet"]) {
        assertNoGaps(client.of(channel));
      }
    }
  });

  it("asked for again gives a new snapshot, after which the numbers go on", async () => {
    const client = await openStream(venue, "spare");
    await client.subscribe(BOOK);
    await place("maker").expect(201);
    await client.subscribe(BOOK);
    await cancelAll("maker");
    await client.settled();
    const [first, second, third, fourth] = client.of(BOOK);
    assert.deepEqual(types([first!, second!, third!, fourth!]), [
      "snapshot",
      "update",
      "snapshot",
      "update",
    ]);
    assert.deepEqual(third!.seq, second!.seq);
    assert.equal(fourth!.seq, second!.seq! + 1);
  });

  it("ends when asked to, and ending what is not there is no error", async () => {
    const client = await openStream(venue, "spare");
    await client.subscribe(BOOK);
    client.send({ op: "unsubscribe", id: 7, channels: [BOOK, "wallet", TRADES] });
    const told = await client.until(({ type }) => type === "unsubscribed");
    assert.deepEqual([told.id, told.channels], [7, [BOOK, "wallet", TRADES]]);
    const before = client.of(BOOK).length;
    await place("maker").expect(201);
    await cancelAll("maker");
    await client.settled();
    assert.equal(client.of(BOOK).length, before);
  });

  it("tells one update of a command, however many orders it touches", async () => {
    const client = await openStream(venue, "maker");
    await client.subscribe(BOOK);
    for (const price of [30, 31, 32]) await place("maker", { price }).expect(201);
    await client.settled();
    const before = client.frames.length;
    await cancelAll("maker");
    await client.settled();
    const told = client.frames.slice(before).map(({ channel, type }) => channel ?? type);
    assert.deepEqual(told.sort(), [BOOK, "orders", "pong", "wallet"].sort());
    assert.equal(client.of("orders").at(-1)!.data.orders.length, 3);
    assert.equal(client.of(BOOK).at(-1)!.data.bids.length, 3);
  });

  it("tells the price of bitcoin as time passes, and when it is lost", async () => {
    const client = await openStream(venue, "spare");
    await client.subscribe("spot");
    for (let second = 0; second < 3; second++) {
      await control("post", "/clock", { advance_ms: 1_000 }).expect(200);
    }
    await control("put", "/upstream", { reachable: false }).expect(200);
    await control("post", "/clock", { advance_ms: 1_000 }).expect(200);
    await control("put", "/upstream", { reachable: true }).expect(200);
    await client.settled();
    const told = client.of("spot");
    assertNoGaps(told);
    assert.equal(told.length, 5);
    assert.deepEqual(told[3]!.data.last, (await get("/feed/btc-spot/history?seconds=1")).points[0]);
    assert.equal(told[4]!.data.status, "DOWN");
  });

  it("tells holders when their market resolves", async () => {
    const { body } = await control("post", "/markets", { kind: "BTC_BINARY" }).expect(200);
    const fields = { market_id: body.market_id, price: 50, qty: 1 };
    const client = await openStream(venue, "maker");
    await client.subscribe(`market:${body.market_id}`);
    await place("maker", fields).expect(201);
    await place("taker", { ...fields, side: "SELL" }).expect(201);
    await control("patch", `/markets/${body.market_id}`, { status: "RESOLVED", outcome: "YES" });
    await client.settled();
    const [position] = client.of("positions").at(-1)!.data.positions;
    assert.deepEqual([position.qty, position.realized_pnl_cents], [0, 50]);
    assert.equal(client.of(`market:${body.market_id}`).at(-1)!.data.status, "RESOLVED");
  });
});

it("tells whose position is closed for want of margin: order, fill, position, wallet", async () => {
  const terms = { kind: "BTC_PERP", maintenance_margin_bps: 250 };
  const { body: perp } = await control("post", "/markets", terms).expect(200);
  const fields = { market_id: perp.market_id, price: 6_500_000, qty: 10 };
  await place("maker", { ...fields, side: "SELL" }).expect(201);
  const opened = { ...fields, side: "BUY", leverage: 20, margin_mode: "ISOLATED" };
  await place("taker", opened).expect(201);
  await place("spare", { ...fields, side: "BUY", price: 6_000_000 }).expect(201);
  const client = await openStream(venue, "taker");
  const wallet = client.of("wallet").at(-1)!.data;
  await control("patch", `/markets/${perp.market_id}`, { mark_price: 6_000_000 }).expect(200);
  await client.settled();
  const [order] = client.of("orders").at(-1)!.data.orders;
  const told = [order.liquidation, order.reduce_only, order.side, order.type, order.filled_qty];
  assert.deepEqual(told, [true, true, "SELL", "MARKET", 10]);
  const [fill] = client.of("fills").at(-1)!.data.fills;
  assert.deepEqual([fill.order_id, fill.price, fill.qty], [order.order_id, 6_000_000, 10]);
  const [position] = client.of("positions").at(-1)!.data.positions;
  const { qty, realized_pnl_cents, house_paid_cents } = position;
  assert.deepEqual([qty, realized_pnl_cents, house_paid_cents], [0, -5_000, 1_750]);
  assert.equal(client.of("wallet").at(-1)!.data.cash_cents, wallet.cash_cents - 3_250);
  const { body: kept } = await venue.get("taker", `/v1/orders/${order.order_id}`).expect(200);
  assert.deepEqual(kept, order);
});

it("an agent never hears of another's orders, fills, positions or cash", async () => {
  const [maker, spare] = [await openStream(venue, "maker"), await openStream(venue, "spare")];
  await spare.subscribe(BOOK, TRADES, MARKET);
  const { body } = await place("maker", {
    ...order({ side: "SELL", price: 80 }),
    client_order_id: "whose-is-this",
  }).expect(201);
  await place("taker", { price: 80, client_order_id: "and-whose-this" }).expect(201);
  await Promise.all([maker.settled(), spare.settled()]);
  assert.ok(JSON.stringify(maker.frames).includes(body.order_id));
  const heard = JSON.stringify(spare.frames);
  for (const secret of [body.order_id, "whose", agent("maker").agent_id, agent("taker").agent_id]) {
    assert.ok(!heard.includes(secret), secret);
  }
  for (const name of ["orders", "fills", "positions", "wallet"]) {
    assert.deepEqual(types(spare.of(name)), ["snapshot"], name);
  }
});
