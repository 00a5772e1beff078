import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentCredentials } from "./profile/credentials.ts";
import { isRepeat } from "./reading/repeats.ts";
import { type ApiRequest, Sender } from "./send.ts";
import { Inconclusive, StandsOn } from "./stops.ts";
import { UndoLog } from "./undo/undo-log.ts";
import type { Request } from "./wire/client.ts";
import type { Exchange, TransportFailure } from "./wire/exchange.ts";
import { Pacer } from "./wire/pacing.ts";

const credentials: AgentCredentials = {
  name: "maker",
  owner: "alice",
  agentId: "a-1",
  apiKey: "rk_live_x",
  secondApiKey: null,
  scopes: ["read", "trade"],
};
const read: ApiRequest = { method: "GET", path: "/account" };
const order: ApiRequest = {
  method: "POST",
  path: "/orders",
  body: { client_order_id: "t-1", qty: 1 },
};

/** A status, a status with headers, or why no answer came. */
type Scripted = number | [number, Record<string, string>] | TransportFailure;

const LIMITS = { writesPerMinute: 600, readsPerMinute: 6000 };

/** A link to a target that answers by script, its last line for ever; time is counted, not spent. */
function linkTo(script: Scripted[], limits = LIMITS, passes?: (ms: number) => Promise<void>) {
  const sent: Request[] = [];
  const recorded: Exchange[] = [];
  const slept: number[] = [];
  let now = 0;
  const run: { ended: string | null } = { ended: null };
  const clock = {
    get ended() {
      return run.ended;
    },
    now: () => now,
    sleep: async (ms: number) => {
      if (run.ended !== null) throw new Inconclusive("woken");
      slept.push(ms);
      now += ms;
    },
  };
  const send = async (request: Request): Promise<Exchange> => {
    const line = script[Math.min(sent.length, script.length - 1)] ?? 200;
    sent.push(request);
    return exchangeOf(request, line);
  };
  const pacer = new Pacer(limits, clock);
  const link = new Sender({
    client: { send, sever: send },
    pacer,
    clock,
    ...(passes && { passes }),
    prefix: () => "/v1",
    record: (exchange) => recorded.push(exchange),
    undo: UndoLog.ofNothing(),
  });
  return { link, pacer, sent, recorded, slept, run };
}

function exchangeOf({ method, path }: Request, line: Scripted): Exchange {
  const request = { method, path, query: {}, headers: {}, bodyText: null };
  const common = { at: 0, took: 1, actor: "maker", request, class: "write" as const };
  if (typeof line === "string") return { ...common, response: null, failure: line };
  const [status, headers] = typeof line === "number" ? [line, {}] : line;
  const body = { code: "SOME_CODE" };
  const response = { status, headers, bodyText: "", body };
  return { ...common, response, failure: null };
}

test("an ask goes under the prefix, as the credentials or as nobody, and is recorded", async () => {
  const { link, sent, recorded } = linkTo([200]);
  await link.send(credentials, { ...read, query: { a: "1" } });
  await link.send(credentials, { ...read, prefix: "/api", key: null });
  assert.deepEqual(sent, [
    { method: "GET", path: "/v1/account", credentials, query: { a: "1" } },
    { method: "GET", path: "/api/account", credentials: null },
  ]);
  assert.equal(recorded.length, 2);
});

test("what draws on a budget is counted on it, whoever is said to send it, and severed or not", async () => {
  const { link, pacer } = linkTo([200]);
  await link.send(null, read);
  assert.equal(pacer.lately(credentials, "read"), 0);
  await link.send(null, { ...read, drawsOn: credentials });
  await link.sever(credentials, read, "cut");
  assert.equal(pacer.lately(credentials, "read"), 2);
});

test("one 429 is waited out as Retry-After says, then the request is repeated", async () => {
  const { link, sent, slept } = linkTo([[429, { "retry-after": "7" }], 200]);
  assert.equal((await link.send(credentials, read)).response?.status, 200);
  assert.equal(sent.length, 2);
  assert.deepEqual(slept, [7_000]);
});

test("a first 429 passes in the target's time where that can be moved, a second by the wall", async () => {
  const limited: Scripted = [429, { "retry-after": "7" }];
  for (const by of [credentials, null]) {
    const passed: number[] = [];
    const { link, slept } = linkTo([limited, limited, 200], LIMITS, async (ms) => {
      passed.push(ms);
    });
    assert.equal((await link.send(by, read)).response?.status, 200);
    assert.deepEqual({ passed, slept }, { passed: [7_000], slept: [7_000] });
  }
});

test("an unreadable, absent or absurd Retry-After is bounded", async () => {
  for (const [text, ms] of [
    ["soon", 1_000],
    [null, 1_000],
    ["0", 1_000],
    ["-5", 1_000],
    ["86400", 65_000],
  ] as const) {
    const headers: Record<string, string> = text === null ? {} : { "retry-after": text };
    const { link, slept } = linkTo([[429, headers], 200]);
    await link.send(credentials, read);
    assert.deepEqual(slept, [ms], String(text));
  }
});

test("two 429 in a row are inconclusive, never a failure", async () => {
  const { link, sent } = linkTo([429]);
  await assert.rejects(link.send(credentials, read), Inconclusive);
  assert.equal(sent.length, 2);
});

test("anonymous requests wait out 429s for a minute of a run, and then no more", async () => {
  const { link, slept } = linkTo([[429, { "retry-after": "16" }]]);
  const limitedForLong = /answered 429 for longer than the minute that anonymous requests/;
  await assert.rejects(link.send(null, read), limitedForLong);
  assert.deepEqual(slept, [16_000, 16_000, 16_000]);
  await assert.rejects(link.send(null, read), limitedForLong);
  assert.equal(slept.length, 3);
});

test("a tolerated status comes back as it is", async () => {
  for (const status of [429, 500, 503]) {
    const { link, sent } = linkTo([status]);
    const exchange = await link.send(credentials, { ...read, tolerates: [status] });
    assert.equal(exchange.response?.status, status);
    assert.equal(sent.length, 1);
  }
});

test("a 500 stands on its own rule; other server errors are somebody else's trouble", async () => {
  const standing = linkTo([500]).link.send(credentials, read);
  await assert.rejects(standing, (e) => e instanceof StandsOn && e.rule === "ERR-5XX-01");
  for (const status of [502, 503, 504]) {
    await assert.rejects(
      linkTo([status]).link.send(credentials, read),
      (error) =>
        error instanceof Inconclusive &&
        !(error instanceof StandsOn) &&
        error.message === `GET /v1/account answered ${status} SOME_CODE`,
    );
  }
});

test("a refusal is an answer", async () => {
  for (const status of [400, 401, 403, 404, 409, 422]) {
    assert.equal((await linkTo([status]).link.send(credentials, order)).response?.status, status);
  }
});

test("a lost order answer is resolved by the same body, and marked as a repeat", async () => {
  const { link, sent, recorded } = linkTo(["timeout", 201]);
  const exchange = await link.send(credentials, order);
  assert.equal(exchange.response?.status, 201);
  assert.deepEqual(sent[1], sent[0]);
  assert.equal(isRepeat(exchange), true);
  assert.equal(recorded.length, 2, "the lost one is evidence too");
});

test("an order without an id of its own is never sent twice", async () => {
  for (const ask of [
    { ...order, body: { qty: 1 } },
    { method: "POST", path: "/orders", rawBody: '{"client_order_id":"t-1"}' },
    { method: "POST", path: "/orders/replace-ladder", body: { client_order_id: "t-1" } },
    { method: "DELETE", path: "/orders/7c0e" },
  ]) {
    const { link, sent } = linkTo(["reset", 200]);
    await assert.rejects(link.send(credentials, ask), /^Inconclusive: no response to .*: reset$/);
    assert.equal(sent.length, 1, JSON.stringify(ask));
  }
});

test("a target that stays silent is given up after three tries, with pauses between", async () => {
  const { link, sent, slept } = linkTo(["refused"]);
  await assert.rejects(link.send(credentials, read), /no response to GET \/account: refused/);
  assert.equal(sent.length, 3);
  assert.deepEqual(slept, [250, 250]);
});

test("requests keep the pace of the profile; bursts and nobody's requests do not", async () => {
  const slow = { writesPerMinute: 2, readsPerMinute: 2 };
  const { link, slept } = linkTo([200], slow);
  await link.send(credentials, read);
  await link.burst(credentials, read);
  await link.send(null, read);
  assert.deepEqual(slept, []);
  await link.send(credentials, read);
  assert.deepEqual(slept, [60_000]);
});

test("in a run that has ended nothing is sent, neither paced nor in bursts", async () => {
  const { link, sent, run } = linkTo([200]);
  run.ended = "interrupted";
  await assert.rejects(link.send(credentials, read), /^Inconclusive: not finished: interrupted$/);
  await assert.rejects(link.burst(credentials, read), Inconclusive);
  assert.equal(sent.length, 0);
});

test("tidying up goes on in a run that has ended, without waiting and without repeats", async () => {
  const { link, sent, run } = linkTo([200, "timeout"], { writesPerMinute: 1, readsPerMinute: 1 });
  await link.send(credentials, read);
  run.ended = "interrupted";
  link.tidyUp();
  await assert.rejects(link.send(credentials, read), /no response/);
  assert.equal(sent.length, 2);
});

test("a read answered 503 is asked once more, a write is not", async () => {
  const reading = linkTo([503, 200]);
  assert.equal((await reading.link.send(credentials, read)).response?.status, 200);
  const writing = linkTo([503, 200]);
  await assert.rejects(
    writing.link.send(credentials, { method: "DELETE", path: "/orders" }),
    Inconclusive,
  );
  assert.deepEqual([reading.sent.length, writing.sent.length], [2, 1]);
});
