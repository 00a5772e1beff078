import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileWith } from "../../conformance/command-line.fixture.ts";
import { stepsOf } from "./steps.ts";

const MARKET = "11111111-1111-4111-8111-111111111111";
const ORDER = "22222222-2222-4222-8222-222222222222";
const HEADER = {
  touchstone: "session/1",
  target: { name: "t", prefix: "/v1" },
  recorded_by: "hand",
  seed: null,
  clock: "system",
  started_at: "2026-01-05T00:00:00.000Z",
  actors: {
    maker: { caller: "key", owner: "alice", agent_id: "a" },
    second: { caller: "key", owner: "alice", agent_id: "a" },
    taker: { caller: "key", owner: "bob" },
    human: { caller: "session", owner: "alice" },
  },
  markets: { [MARKET]: { kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 } },
};

let n = 0;
function exchange(actor: string | null, request: object, response: object) {
  n += 1;
  const answer = { status: 200, headers: {}, ...response };
  return { n, at: 250, took: 1, actor, request: { headers: {}, ...request }, response: answer };
}

const text = (lines: object[]) =>
  [HEADER, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");

const placed = (actor: string, fields: object = {}) =>
  exchange(
    actor,
    { method: "POST", path: "/v1/orders", body: { market_id: MARKET, qty: 1, ...fields } },
    { status: 201, body: { order_id: ORDER, market_id: MARKET, status: "NEW" } },
  );

describe("a session as a load", () => {
  it("knows who sends what, where ids are given, and what is no error", async (t) => {
    const cancel = { method: "DELETE", path: `/v1/orders/${ORDER}` };
    const refused = { status: 403, body: { code: "FORBIDDEN" } };
    const lines = [
      placed("maker"),
      exchange("second", cancel, {}),
      exchange("taker", cancel, refused),
    ];
    const { steps, agents, cost } = await stepsOf(await fileWith(t, text(lines)));
    assert.deepEqual(
      steps.map(({ actor, endpoint, outcome }) => [actor, endpoint, outcome]),
      [
        [0, "place", "accepted"],
        [0, "cancel", "accepted"],
        [1, "cancel", "refused"],
      ],
    );
    assert.deepEqual(steps[0]?.ids, [{ at: ["order_id"], id: ORDER }]);
    assert.equal(agents, 2, "two keys of one agent are one agent");
    assert.deepEqual(cost, { writes: 4, reads: 0 }, "the busiest agent's two, for each of two");
  });

  it("keeps how old an order's stamp was", async (t) => {
    const stamp = Date.parse(HEADER.started_at) + 250 - 9_000;
    const line = placed("maker", { timestamp_ms: stamp, recv_window_ms: 5_000 });
    const { steps } = await stepsOf(await fileWith(t, text([line])));
    assert.equal(steps[0]?.stampOffsetMs, -9_000);
  });

  it("leaves out humans, commands, streams and whatever holds a secret, and says how many", async (t) => {
    const secret = { method: "POST", path: "/v1/auth/login", body: { password: "{{secret.1}}" } };
    const lines = [
      placed("maker"),
      exchange("human", { method: "GET", path: "/v1/account" }, {}),
      exchange("maker", secret, {}),
      { n: 9, at: 1, control: { method: "POST", path: "/clock", body: { advance_ms: 5 } } },
    ];
    const { steps, notes } = await stepsOf(await fileWith(t, text(lines)));
    assert.equal(steps.length, 1);
    assert.match(notes[0] ?? "", /^3 lines of the session left out: streams, the operator's/);
  });

  it("refuses a file with nothing to send, or that is no session", async (t) => {
    const empty = await fileWith(t, text([]));
    await assert.rejects(stepsOf(empty), /has no request that can be sent again/);
    await assert.rejects(stepsOf(await fileWith(t, "{}\n")), /is not a session/);
    await assert.rejects(stepsOf("/nonexistent.jsonl"), /no such file/);
  });
});
