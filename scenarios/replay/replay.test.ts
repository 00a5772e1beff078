import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MUTANTS } from "../../conformance/catalogue/mutants.ts";
import { DIALECTS } from "../../conformance/dialects/index.ts";
import type { VenueVariation } from "../../conformance/interposer/variation.ts";
import { startVariant } from "../../conformance/proof/variant-venue.ts";
import { scenarioIn } from "../scenario/read.ts";
import { runScenario } from "../scenario/run.ts";
import { readSession } from "../session/reader.ts";
import { embedded, lasting, type ReplayDeployment } from "./deployment.ts";
import { Matchers } from "./matchers.ts";
import { replay } from "./replay.ts";
import type { ReplayTally } from "./tally.ts";

/** A day in which nearly everything happens that an order can meet. */
const DAY = `story: A maker and a taker meet in every way
shows: [MATCH-CROSS-01]
actors: { maker: {}, taker: {}, reader: { key_of: maker, scopes: [read] } }
markets: { noon: {}, gone: { status: EXPIRED } }
steps:
  - maker: { place: { side: SELL, price: 60, qty: 5, id: a-1 }, as: ask }
  - maker: { place: { side: SELL, price: 60, qty: 5, id: a-1 }, as: again }
  - maker: { place: { side: SELL, price: 61, qty: 4 }, as: higher }
  - taker: { read: { book: noon } }
  - taker: { place: { side: BUY, price: 60, qty: 2, tif: IOC } }
  - taker: { place: { side: BUY, price: 61, qty: 9, tif: FOK }, expect: { declined: FOK_NOT_FILLABLE } }
  - taker: { place: { side: BUY, price: 61, qty: 1, tif: POST_ONLY }, expect: { declined: POST_ONLY_WOULD_CROSS } }
  - taker: { place: { side: BUY, price: 5, qty: 1, tif: IOC }, expect: { http: [200, 201] } }
  - taker: { place: { side: BUY, qty: 4 } }
  - taker: { place: { side: BUY, price: 200, qty: 1 }, expect: { declined: PRICE_OUT_OF_RANGE } }
  - maker: { place: { side: BUY, price: 5, qty: 0 }, expect: { declined: INVALID_QTY } }
  - maker: { place: { market: gone, side: BUY, price: 5, qty: 1 }, expect: { declined: MARKET_CLOSED } }
  - maker: { place: { side: BUY, price: 4, qty: 1, sent_ms_ago: 0, recv_window_ms: 5000 }, as: fresh }
  - maker: { place: { side: BUY, price: 4, qty: 1, sent_ms_ago: 30000, recv_window_ms: 1000 }, expect: { declined: ANY } }
  - maker: { send: { method: POST, path: /orders, body: { market_id: "{noon}", side: BUY } }, expect: { http: [400, 422] } }
  - reader: { read: { orders: open } }
  - maker: { read: { order: ask } }
  - maker: { cancel: higher }
  - maker: { cancel: higher, expect: { http: [200, 404, 409] } }
  - maker: { read: { orders: all } }
  - taker: { read: { position: noon } }
  - taker: { read: { wallet: true } }
  - taker: { send: { path: "/orders/{ask}" }, expect: { http: 403 } }
  - nobody: { send: { path: /orders }, expect: { http: 401 } }
  - nobody: { read: { trades: noon } }
  - maker: { cancel: all }
`;

const HEARD = `  - maker: { open_stream: s }
  - maker: { place: { side: SELL, price: 90, qty: 1 }, as: far }
  - maker: { hear: { on: s, about: far } }
  - maker: { close_stream: s }
`;

let session = "";
let heard = "";

async function recorded(text: string): Promise<string> {
  const deployment = await embedded(1);
  const played = await runScenario(scenarioIn(text, "day.yaml"), deployment);
  await deployment.close();
  assert.equal(played.result, "pass", played.detail ?? "");
  return played.session ?? "";
}

before(async () => {
  session = await recorded(DAY);
  heard = await recorded(DAY + HEARD);
});

async function replayed(
  deployment: ReplayDeployment,
  strict = false,
  text = session,
): Promise<ReplayTally> {
  const reading = await readSession("day.session.jsonl", [Buffer.from(text)]);
  try {
    return await replay(reading, deployment, { strict, speed: "max", matchers: new Matchers() });
  } finally {
    await deployment.close();
  }
}

async function on(variation: VenueVariation): Promise<ReplayTally> {
  const venue = await startVariant(variation, { control: true, seed: 3 });
  try {
    return await replayed(await lasting(venue.profile, { allowsControl: true })(1));
  } finally {
    await venue.close();
  }
}

const seen = ({ first, findings }: ReplayTally) => JSON.stringify(first ?? findings[0] ?? null);

describe("a session that is replayed", () => {
  it("is the same on the seed it was recorded with, to the byte", async () => {
    const { counts, worst } = await replayed(await embedded(1), true, heard);
    assert.ok(["same", "equivalent"].includes(worst), worst);
    assert.ok(counts.same > 25);
  });

  it("is equivalent on another seed, where every id is another one", async () => {
    const tally = await replayed(await embedded(2), false, heard);
    assert.equal(tally.worst, "equivalent", seen(tally));
  });

  it("is different on another seed to the byte", async () => {
    assert.equal((await replayed(await embedded(2), true)).worst, "different");
  });

  it("passes twice on one deployment, whose earlier orders it does not meet", async () => {
    const venue = await startVariant({}, { control: true, seed: 3 });
    after(() => venue.close());
    for (const time of [1, 2]) {
      const tally = await replayed(await lasting(venue.profile, { allowsControl: true })(1));
      assert.equal(tally.first, null, `time ${time}: ${seen(tally)}`);
    }
  });

  it("is different when a recorded quantity was another", async () => {
    const altered = session.replace('"filled_qty":2', '"filled_qty":3');
    const { first } = await replayed(await embedded(1), false, altered);
    assert.match(first?.why ?? "", /filled 2 instead of 3/);
  });

  it("is different when one recorded order would be two", async () => {
    const lines = session.split("\n");
    const second = lines.findIndex((line) => line.includes('"n":3,'));
    const [own] = /"order_id":"[^"]+"/.exec(lines[1] ?? "") ?? [];
    lines[second] = (lines[second] ?? "").replace(/"order_id":"[^"]+"/, own ?? "");
    const { first } = await replayed(await embedded(1), false, lines.join("\n"));
    assert.equal(first?.n, 3);
  });
});

describe("a legal variant", () => {
  const NAMES = [
    ...["declines-as-201", "market-closed-as-409", "band-as-validation", "qty-0-as-validation"],
    ...["stale-as-408", "validation-as-422-array", "unmatched-ioc-rejected", "replay-as-200"],
    ...["lists-as-arrays", "records-by-other-names", "records-unreadable", "upper-case-ids"],
    ...["null-members-left-out", "lists-oldest-first", "cancel-of-done-order-404"],
    ...["cancels-as-204", "late-lists", "fills-by-other-names", "no-reject-message"],
  ];
  for (const name of NAMES) {
    it(`is allowed: ${name}`, async () => {
      const tally = await on(DIALECTS.find((one) => one.name === name)!);
      assert.equal(tally.first, null, seen(tally));
      assert.ok(["allowed", "follows", "equivalent"].includes(tally.worst), seen(tally));
    });
  }
});

describe("a known-bad venue", () => {
  const NAMES = [
    ...["default-tif-is-ioc", "fills-member-missing", "zero-order-id", "foreign-market-id"],
    ...["status-open", "filled-qty-negative", "remaining-qty-off-by-one", "fills-left-out"],
    ...["average-price-missing", "accepted-as-200", "new-order-remains-nothing"],
    ...["ioc-remainder-reported", "filled-ioc-cancelled", "market-orders-find-nothing"],
    ...["fok-is-ioc", "numbered-order-ids", "quantities-as-text"],
    ...["post-only-takes", "client-order-id-dropped", "prefix-v1-not-served"],
  ];
  for (const name of NAMES) {
    it(`is told by its first differing exchange: ${name}`, async () => {
      const { first } = await on(MUTANTS.find((one) => one.name === name)!);
      assert.ok(first !== null);
      assert.match(first.what, /^(GET|POST|DELETE) \//);
      assert.notEqual(first.why, "");
    });
  }
});
