import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { scenarioText } from "./from-session.ts";
import { scenarioIn } from "./read.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-written-"));
after(() => rmSync(folder, { recursive: true }));

const id = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
const [BINARY, PERP, UNUSED, AGENT, ORDER, OLD] = [1, 2, 3, 4, 5, 6].map(id) as string[];
const market = { kind: "BTC_BINARY", status: "OPEN", band: [1, 99] as const, tick: 1 };

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  actors: {
    "Maker Bot": { caller: "key", owner: "alice", agent_id: AGENT! },
    other_key: { caller: "key", owner: "alice", agent_id: AGENT! },
    idle: { caller: "key", owner: "bob" },
    human1: { caller: "session", owner: "alice" },
  },
  markets: {
    [BINARY!]: market,
    [PERP!]: { ...market, kind: "BTC_PERP", band: [1_000, 400_000], tick: 10, mark_price: null },
    [UNUSED!]: market,
  },
};

const said = (
  asked: string,
  { actor = "Maker Bot", status = 200, sent, body, at = 0 }: Partial<Record<string, unknown>> = {},
): NewLine => {
  const [method = "", path = ""] = asked.split(" ");
  const request = { method, path: `/v1${path}`, headers: {}, ...(sent ? { body: sent } : {}) };
  const response = { status, headers: {}, ...(body ? { body } : {}) } as never;
  return { ...{ at, took: 1, actor, request, response } } as NewLine;
};
const order = { market_id: BINARY, side: "BUY", type: "LIMIT", price: 5, qty: 1 };
const rests = { order_id: ORDER, status: "NEW", filled_qty: 0, remaining_qty: 1 };
const placed = (sent: object, body: object, more = {}) =>
  said("POST /orders", { sent: { ...order, ...sent }, body, status: 201, ...more });

async function written(lines: NewLine[], header = HEADER): Promise<string> {
  const file = join(folder, "a.session.jsonl");
  writeFileSync(file, sessionText(header, lines));
  const text = await scenarioText(file);
  scenarioIn(text, "a.yaml");
  return text;
}

describe("the scenario of a session", () => {
  it("names actors, markets and orders that are used, and nothing else", async () => {
    const text = await written([
      placed({}, rests),
      placed({ market_id: PERP, price: 5_000 }, { ...rests, order_id: id(7) }),
      said(`GET /orders/${ORDER}`, { actor: "other_key", body: { order: rests } }),
      said("GET /account", { actor: "human1" }),
    ]);
    assert.match(text, /^actors:\n {2}maker-bot: \{.*\}\n {2}other-key: .*key_of: maker-bot \}\n/m);
    assert.match(text, /^ {2}human1: \{ owner: alice, human: true \}\nmarkets:\n/m);
    assert.match(text, /^ {2}perp: \{ kind: BTC_PERP, .*mark_price: null \}\nsteps:/m);
    assert.match(text, /market: perp, side: BUY, price: 5000, qty: 1 \}\n {6}expect/, "no idle as");
    assert.doesNotMatch(text, /idle|binary-2/);
  });

  it("expects what matters: declines, refusals, the same order, failures", async () => {
    const twice = { client_order_id: "quote-1" };
    const text = await written([
      placed(twice, rests),
      placed(twice, rests),
      placed({ price: 999 }, { status: "REJECTED", reject_reason: "PRICE_OUT_OF_RANGE" }),
      placed({ qty: 0 }, {}, { status: 422 }),
      placed({ timestamp_ms: Date.parse(HEADER.started_at) - 9_000 }, { status: "REJECTED" }),
      said(`DELETE /orders/${ORDER}`, { status: 404 }),
      said("DELETE /orders"),
    ]);
    assert.match(text, /id: quote-1 \}\n {6}as: bid\n {6}expect: \{ status: NEW \}/);
    assert.match(text, /id: quote-1 \}\n {6}expect: \{ same_as: bid \}/);
    assert.match(text, /price: 999, .*\n {6}expect: \{ declined: PRICE_OUT_OF_RANGE \}/);
    assert.match(text, /qty: 0 \}.*\n* *expect: \{ refused: 422 \}/);
    assert.match(text, /sent_ms_ago: 9000 \}\n {6}expect: \{ declined: ANY \}/);
    assert.match(text, /cancel: bid, expect: \{ http: 404 \}/);
    assert.match(text, /- maker-bot: \{ cancel: all \}/);
  });

  it("expects nothing of what others traded with", async () => {
    const filled = { ...rests, status: "FILLED", filled_qty: 1, remaining_qty: 0 };
    assert.doesNotMatch(await written([placed({}, filled)]), /FILLED/);
  });

  it("says what was left out, and why", async () => {
    const text = await written([
      said("GET /markets"),
      said("POST /auth/signup", { sent: { password: "{{secret.1}}" } }),
      said(`GET /orders/${OLD}`),
      placed({}, rests),
      said("GET /leaderboard"),
    ]);
    assert.match(text, /# Left out: GET \/v1\/markets -> 200: tells of everybody\n/);
    assert.match(text, /# Left out: POST \/v1\/auth\/signup -> 200: it says a secret\n/);
    assert.match(text, /# Left out: GET \/v1\/orders\/0000000.… -> 200: it names what was there/);
    assert.match(text, /# Left out: GET \/v1\/leaderboard -> 200: tells of everybody\n$/);
  });

  it("leaves out pages and signing in, and the window of a stamp that was fresh", async () => {
    const fresh = { timestamp_ms: Date.parse(HEADER.started_at), recv_window_ms: 5_000 };
    const old = { ...fresh, timestamp_ms: fresh.timestamp_ms - 9_000, price: 7 };
    const text = await written([
      said("GET /auth/idp/login", { status: 302 }),
      placed(fresh, rests),
      placed(old, { status: "REJECTED" }),
    ]);
    assert.match(text, /# Left out: GET \/v1\/auth\/idp\/login -> 302: who signs in is signed in/);
    const windows = [...text.matchAll(/price: (\d+).*recv_window_ms: 5000/g)];
    assert.deepEqual(
      windows.map(([, price]) => price),
      ["7"],
    );
  });

  it("stays one scenario whatever names, paths and bodies hold", async () => {
    const hostile = "x\n- venue: { freeze: true } # {{a.key}} __proto__";
    const actors = { [hostile]: HEADER.actors["idle"]!, venue: HEADER.actors["idle"]! };
    const target = { name: hostile, prefix: "/v1" };
    const lines = [
      said(`GET /${hostile.replaceAll(" ", "%20")}`, { actor: hostile }),
      said("GET /health", { actor: "venue" }),
      said("GET /me", { actor: "venue", sent: { constructor: hostile, __proto__: 1 } }),
    ];
    const text = await written(lines, { ...HEADER, actors, target });
    assert.ok(
      scenarioIn(text, "a.yaml").steps.every(({ who }) => who !== "venue"),
      text,
    );
  });
});
