/** Links to a state: what is packed comes back, and what nobody packed does nothing. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import {
  COMMANDS_MAX,
  hashOf,
  linkIn,
  PACKED_CHARS_MAX,
  pack,
  UNPACKED_BYTES_MAX,
  unpack,
} from "./page/packing.ts";
import { beginRecording, keepSent, recording, spoilRecording } from "./page/recording.ts";
import { commandOf, isSendable, type PageCommand, requestOf } from "./page/sendable.ts";

const AGENT = "0b7bd50a-c84f-46f3-934e-aeded731cc42";
const BODY = { market_id: "m", side: "BUY", type: "LIMIT", price: 40, qty: 5, tif: "GTC" };
const placed: PageCommand = { shape: "POST /v1/orders", id: "", agent: AGENT, body: BODY };
const packedText = (text: string): string => deflateSync(text).toString("base64url");
const packedList = (...list: unknown[]): string => packedText(JSON.stringify(list));
const sent = (path: string, body: unknown = null, method = "POST") =>
  commandOf(method, new URL(path, "http://venue"), {
    agent: AGENT,
    body: body === null ? null : JSON.stringify(body),
  });

/** What the page sends, with what it is kept as. */
const SENT: [method: string, path: string, body: object | null][] = [
  ["POST", "/v1/orders", { ...BODY, client_order_id: "page-1", confirm_fat_finger: true }],
  ["PATCH", "/v1/orders/o-1", { price: 41 }],
  ["DELETE", "/v1/orders/o%2F1", null],
  ["DELETE", "/v1/orders", null],
  ["DELETE", "/v1/orders?market_id=m", null],
  ["POST", "/v1/orders/replace-ladder", { market_id: "m", side: "BUY", orders: [BODY] }],
  ["POST", "/_control/clock", { advance_ms: 1_000 }],
  ["PUT", "/_control/freeze", { frozen: true }],
  ["PUT", "/_control/upstream", { reachable: false }],
  ["PUT", "/_control/gates/ladder", { closed: true }],
  ["PATCH", "/_control/markets/m", { mark_price: null }],
  ["PATCH", "/_control/markets/m", { status: "RESOLVED", outcome: "YES" }],
];

describe("a link", () => {
  it("brings back each command that the page sends", async () => {
    const commands = SENT.map(([method, path, body]) => sent(path, body, method)!);
    const digest = { commands: 14, sha256: "ab".repeat(32) };
    const hash = await hashOf({ seed: 7, commands, digest, market: "m" });
    assert.deepEqual(await linkIn(`#${hash}`), { seed: 7, commands, digest, market: "m" });
    assert.match(hash, /^seed=7&did=[\w-]+&is=14\.[0-9a-f]+&market=m$/);
    const requests = commands.map(requestOf).map(({ method, path }) => [method, path]);
    assert.deepEqual(
      requests,
      SENT.map(([method, path]) => [method, path]),
    );
  });

  it("is short: a command that was like others takes some 40 characters", async () => {
    const commands = Array.from({ length: 100 }, (_, at) => {
      const client_order_id = `page-${(at * 7_919).toString(16).padStart(20, "0")}`;
      return { ...placed, body: { ...BODY, market_id: AGENT, client_order_id } };
    });
    assert.ok((await pack(commands)).length < 4_000);
  });

  it("is none where the address has only an agent and a market", async () => {
    assert.equal(await linkIn(`#agent=${AGENT}&market=m`), null);
    assert.equal(await linkIn(""), null);
  });

  const bomb = packedText(`[${" ".repeat(40 * UNPACKED_BYTES_MAX)}]`);
  for (const [title, hash, problem] of [
    ["no seed", "did=abc", /no seed/],
    ["a seed that is no number", "seed=1e3&did=abc", /no seed/],
    ["a seed past 2^53", "seed=9007199254740993", /no seed/],
    ["a digest that is none", `seed=7&did=${packedList()}&is=<b>`, /digest/],
    ["an address of another page", "seed=7&did=https://example.com", /not packed/],
    ["too much text", `seed=7&did=${"a".repeat(PACKED_CHARS_MAX + 1)}`, /too long/],
    ["text that is not packed", "seed=7&did=AAAA", /unpacked/],
    ["half a text", `seed=7&did=${packedList(["a"], ["b"]).slice(0, -9)}`, /unpacked/],
    ["what is no JSON", `seed=7&did=${packedText("[1,")}`, /unpacked/],
    ["no list", `seed=7&did=${packedText('{"length":3}')}`, /unpacked/],
    ["what unpacks to 40 MB", `seed=7&did=${bomb}`, /unpacks to too much/],
    ["501 commands", `seed=7&did=${packedList(...Array(501).fill(["x"]))}`, /too many/],
    ["what is no command", `seed=7&did=${packedList(null)}`, /never sends/],
  ] as const) {
    it(`with ${title} does nothing`, async () => {
      await assert.rejects(linkIn(`#${hash}`), problem);
    });
  }

  it("of as many commands and bytes as may be is taken", async () => {
    const { shape, id, agent, body } = placed;
    const list = Array(COMMANDS_MAX).fill([shape, id, agent, body]);
    const text = JSON.stringify(list);
    const full = text + " ".repeat(UNPACKED_BYTES_MAX - text.length);
    assert.equal((await unpack(packedText(full))).length, COMMANDS_MAX);
    await assert.rejects(unpack(packedText(`${full} `)), /too much/);
  });
});

describe("a command of a link is one that the page could send", () => {
  const clock: PageCommand = {
    ...{ shape: "POST /_control/clock", id: "", agent: null },
    body: { advance_ms: 1 },
  };
  const cancel = { ...placed, shape: "DELETE /v1/orders/*", body: null };
  it("such as these", () => {
    for (const good of [placed, clock, { ...cancel, id: "o-1" }]) assert.ok(isSendable(good));
  });

  for (const [title, command] of [
    ["another route", { ...placed, shape: "POST /v1/me/agents" }],
    ["another method", { ...placed, shape: "PUT /v1/orders" }],
    ["another origin", { ...placed, shape: "POST https://example.com/v1/orders" }],
    ["a name of every object", { ...placed, shape: "constructor" }],
    ["a reset", { ...clock, shape: "POST /_control/reset", body: { seed: 1 } }],
    ["a sign-in", { ...placed, shape: "POST /v1/auth/login" }],
    ["a step up", { ...cancel, id: ".." }],
    ["no id", cancel],
    ["an id where none is", { ...placed, id: "x" }],
    ["an id with a line's end", { ...cancel, id: "a\r\nb" }],
    ["an agent with a line's end", { ...placed, agent: "a\nHost: b" }],
    ["no agent", { ...placed, agent: null }],
    ["an agent for the operator", { ...clock, agent: AGENT }],
    ["no body", { ...placed, body: null }],
    ["a list for a body", { ...placed, body: [] }],
    ["a member that the page does not send", { ...placed, body: { ...BODY, cash: 1 } }],
    ["a member of another kind", { ...placed, body: { ...BODY, price: "40" } }],
    ["a text without end", { ...placed, body: { ...BODY, market_id: "m".repeat(101) } }],
    ["a prototype", { ...placed, body: JSON.parse('{"__proto__":{"a":1}}') }],
  ] as [string, PageCommand][]) {
    it(`not with ${title}`, () => assert.ok(!isSendable(command)));
  }
});

describe("what was sent is kept", () => {
  const url = (path: string) => new URL(path, "http://venue");
  const init = {
    method: "POST",
    headers: { "X-Agent-Id": AGENT },
    body: JSON.stringify(BODY),
  };
  const kept = () => recording.value!.commands.length;

  it("but not what was not done, nor a sign-in", () => {
    beginRecording(7);
    for (const status of [201, 400, 503, null]) keepSent(url("/v1/orders"), init, status);
    assert.equal(kept(), 4);
    assert.deepEqual(recording.value?.commands[0], placed);
    for (const status of [401, 403, 429]) keepSent(url("/v1/orders"), init, status);
    keepSent(url("/auth/login"), init, 200);
    keepSent(url("/_control/reset"), init, 200);
    assert.equal(kept(), 4);
    assert.equal(recording.value?.problem, "");
  });

  it(`up to ${COMMANDS_MAX} commands; past it nothing, with the reason`, () => {
    beginRecording(7);
    for (let at = 0; at < COMMANDS_MAX; at++) keepSent(url("/v1/orders"), init, 201);
    assert.equal(kept(), COMMANDS_MAX);
    keepSent(url("/v1/orders"), init, 201);
    assert.equal(kept(), 0);
    assert.match(recording.value!.problem, /More than 500 commands.*touchstone record/);
    keepSent(url("/v1/orders"), init, 201);
    assert.equal(kept(), 0);
  });

  it("no more where something was sent that no link can hold, or the session ended", () => {
    beginRecording(7);
    keepSent(url("/v1/me/agents"), { ...init, body: "{}" }, 201);
    assert.match(recording.value!.problem, /no link can hold/);
    beginRecording(8);
    spoilRecording("ended");
    assert.deepEqual(recording.value, { seed: 8, commands: [], problem: "ended" });
  });
});
