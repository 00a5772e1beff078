import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { profileOf } from "../profile/profile.ts";
import { folderOf, leftOvers } from "./undo-file.ts";
import { UndoLog } from "./undo-log.ts";

const BASE_URL = "http://127.0.0.1:9";
const AGENT = "5f0c7e0a-1f2b-4c3d-8e4f-5a6b7c8d9e0f";
const CHANGES_MAX = 500;
const PROFILE = profileOf({
  base_url: BASE_URL,
  agents: [{ name: "maker", owner: "alice", agent_id: AGENT, api_key: "rk_live_secret-of-maker" }],
});
const [MAKER] = PROFILE.agents as [(typeof PROFILE.agents)[0]];
const MADE = { ...MAKER, name: "agent-1", agentId: "another" };
const FROZEN = { method: "PUT", path: "/freeze", body: { frozen: true } };
const order = (market_id: string) => ({ method: "POST", path: "/orders", body: { market_id } });
const cancel = (market_id: string) => ({ method: "DELETE", path: "/orders", query: { market_id } });
const answered = (status: number, body: unknown = {}) => ({ status, body });

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "touchstone-undo-"));
  process.env["TOUCHSTONE_STATE"] = state;
});
afterEach(async () => {
  delete process.env["TOUCHSTONE_STATE"];
  await rm(state, { recursive: true });
});

function written(): string[] {
  const folder = folderOf(BASE_URL);
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return texts.join("").split("\n").slice(1, -1);
}

/** As if the process that wrote the files were gone. */
function gone(): ReturnType<typeof leftOvers> {
  const folder = folderOf(BASE_URL);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), text.replace(/"pid":\d+/, '"pid":2147483647'));
  }
  return leftOvers(BASE_URL);
}

test("a switch is written down before it is thrown, for its user alone, and goes when put back", () => {
  const log = UndoLog.of(PROFILE, "t1");
  log.calling(FROZEN);
  const [file = ""] = readdirSync(folderOf(BASE_URL));
  assert.equal(statSync(join(folderOf(BASE_URL), file)).mode & 0o777, 0o600);
  assert.equal(statSync(folderOf(BASE_URL)).mode & 0o777, 0o700);
  assert.deepEqual(written(), [
    '{"before":{"what":"switch","path":"/freeze","body":{"frozen":false}}}',
  ]);
  log.called(FROZEN, 200);
  log.calling({ method: "PUT", path: "/gates/signup", body: { closed: true } });
  const back = { ...FROZEN, body: { frozen: false } };
  log.calling(back);
  log.called(back, null);
  assert.equal(log.open.length, 2, "nobody knows whether it is back");
  log.called(back, 200);
  assert.deepEqual(gone()[0]?.changes, [
    { what: "switch", path: "/gates/signup", body: { closed: false } },
  ]);
});

test("what was refused has switched nothing; a run that leaves nothing leaves no file", () => {
  const log = UndoLog.of(PROFILE, "t1");
  log.calling(FROZEN);
  log.called(FROZEN, 404);
  log.calling({ method: "POST", path: "/clock", body: { advance_ms: 1 } });
  log.close();
  assert.deepEqual(readdirSync(folderOf(BASE_URL)), []);
});

test("orders are written once an agent and market, of the profile's agents alone, without a key", () => {
  const log = UndoLog.of(PROFILE, "t1");
  log.heldBefore = () => -3;
  for (let n = 0; n < 1_000; n += 1) log.sending(MAKER, order("m-1"));
  log.sending({ ...MAKER, name: "browser-key" }, { ...order("m-1"), path: "/v1/orders" });
  log.sending(MADE, order("m-1"));
  log.sending(null, order("m-1"));
  log.sending(MAKER, { method: "POST", path: "/orders", rawBody: '{"market_id":"m-2"}' });
  assert.equal(written().length, 2);
  assert.doesNotMatch(written().join(), /secret/);
  const orders = { what: "orders", agent: "maker", held: -3 };
  assert.deepEqual(gone()[0]?.changes, [
    { ...orders, market: "m-1" },
    { ...orders, market: "m-2" },
  ]);
});

test("orders that were all cancelled since the last one are no news when the run ends", () => {
  const log = UndoLog.of(PROFILE, "t1");
  for (const market of ["m-1", "m-2", "m-3"]) log.sending(MAKER, order(market));
  for (const market of ["m-1", "m-2"]) log.sent(MAKER, cancel(market), answered(200));
  log.sent(MAKER, cancel("m-3"), answered(500));
  log.sending(MAKER, order("m-2"));
  log.close();
  const left = log.open.map((change) => change.what === "orders" && change.market);
  assert.deepEqual(left, ["m-2", "m-3"]);
  log.sent(MAKER, { method: "DELETE", path: "/orders" }, answered(204));
  log.close();
  assert.deepEqual(log.open, []);
});

test("a key is written by its name, then by its id, and goes when it is revoked or refused", () => {
  const log = UndoLog.of(PROFILE, "t1");
  const create = (name: string) => {
    return { method: "POST", path: `/me/agents/${AGENT}/keys`, body: { name } };
  };
  for (const name of ["a", "b", "c"]) log.sending(MAKER, create(name));
  log.sending(MAKER, { ...create("d"), path: "/me/agents/another/keys" });
  log.sent(MAKER, create("a"), answered(201, { key_id: "k-1" }));
  log.sent(MAKER, create("b"), answered(422));
  log.sent(MAKER, create("c"), null);
  const key = { what: "key", agent: AGENT };
  assert.deepEqual(log.open, [
    { ...key, name: "c", id: null },
    { ...key, name: "a", id: "k-1" },
  ]);
  log.sent(MAKER, { method: "DELETE", path: `/v1/me/agents/${AGENT}/keys/k-1` }, answered(204));
  assert.deepEqual(gone()[0]?.changes, [{ ...key, name: "c", id: null }]);
});

test("beyond its limit orders are those of all markets, and keys are not written", () => {
  const log = UndoLog.of(PROFILE, "t1");
  for (let n = 0; n < CHANGES_MAX; n += 1) log.sending(MAKER, order(`m-${n}`));
  assert.equal(log.open.length, CHANGES_MAX);
  for (const market of ["more", "and more"]) log.sending(MAKER, order(market));
  log.sending(MAKER, { method: "POST", path: `/agents/${AGENT}/keys`, body: { name: "k" } });
  assert.deepEqual(log.open.slice(CHANGES_MAX), [
    { what: "orders", agent: "maker", market: null, held: null },
  ]);
  assert.equal(written().length, CHANGES_MAX + 1);
});

test("a file of a process that goes on is no left-over; a cut or strange one says what it can", () => {
  const log = UndoLog.of(PROFILE, "t1");
  log.calling(FROZEN);
  assert.deepEqual(leftOvers(BASE_URL), []);
  const [left] = gone();
  assert.equal(left?.changes.length, 1);
  writeFileSync(left!.file, '{"before":{"what":"switch","path":"/upstr', { flag: "a" });
  for (const [name, text] of [
    ["empty", ""],
    ["foreign", "[]\nnull\n{}\n"],
    ["odd", '{"target":"x","started_at":"y"}\n{"before":{"what":"orders"}}\n{"before":7}\n'],
  ]) {
    writeFileSync(join(folderOf(BASE_URL), `${name}.jsonl`), text!);
  }
  assert.deepEqual(
    leftOvers(BASE_URL).map(({ changes }) => changes.length),
    [1],
  );
});

test("a state that cannot be written is said once, and the run goes on", (t) => {
  const said: string[] = [];
  t.mock.method(console, "error", (line: string) => said.push(line));
  writeFileSync(join(state, "undo"), "a file where a folder should be");
  const log = UndoLog.of(PROFILE, "t1");
  log.calling(FROZEN);
  log.sending(MAKER, order("m-1"));
  log.settle(() => true);
  assert.equal(said.length, 1);
  assert.match(said[0]!, /^touchstone: what this run changes cannot be written down: /);
  assert.deepEqual(leftOvers(BASE_URL), []);
});
