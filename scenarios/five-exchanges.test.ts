/** Five exchanges that were recorded: what their file says, and how a person reads it. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folder, touchstone } from "../conformance/command-line.fixture.ts";
import { startReference } from "../reference/index.ts";
import type { ProfileFile } from "./deployment/profile/profile-schema.ts";
import { startRecording } from "./record/recording.ts";
import { embedded } from "./replay/deployment.ts";
import { playFile } from "./replay/play-file.ts";
import { scenarioText } from "./scenario/from-session.ts";
import { openSession } from "./session/reader.ts";

const SCENARIO = `story: "What agent1, agent2 did: 2 orders, 1 of them trade at once"
shows: [ MATCH-CROSS-01 ]
actors:
  agent1: {}
  agent2: {}
markets:
  binary: { kind: BTC_BINARY }
steps:
  # Left out: GET /v1/markets -> 200: tells of everybody
  - agent1:
      place: { side: SELL, price: 60, qty: 5 }
      as: ask
      expect: { status: NEW }
  - agent2:
      place: { side: BUY, price: 62, qty: 2, tif: IOC }
      expect: { status: FILLED, filled: 2, average: 60 }
  - agent1:
      read: { order: ask }
      expect: { status: PARTIAL, filled: 2, remaining: 3 }
  - agent1: { cancel: ask }
`;

/** A list, an order, what trades with it, a look at it, and its end. */
async function trade(url: string, { agents, markets }: ProfileFile): Promise<void> {
  const [maker, taker] = agents!;
  const ask = async (method: string, path: string, key?: string, order?: object) => {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const headers = { ...authorization, ...(order && { "content-type": "application/json" }) };
    const body = order === undefined ? {} : { body: JSON.stringify(order) };
    return (await fetch(url + path, { method, headers, ...body })).json() as never;
  };
  const terms = { market_id: markets![0]!.id, type: "LIMIT" };
  await ask("GET", "/v1/markets");
  const sell = { ...terms, side: "SELL", price: 60, qty: 5, client_order_id: "bot-1" };
  const { order_id } = await ask("POST", "/v1/orders", maker!.api_key, sell);
  const buy = { ...terms, side: "BUY", price: 62, qty: 2, tif: "IOC" };
  await ask("POST", "/v1/orders", taker!.api_key, buy);
  await ask("GET", `/v1/orders/${order_id}`, maker!.api_key);
  await ask("DELETE", `/v1/orders/${order_id}`, maker!.api_key);
}

test("five recorded exchanges are a file that a person can read, and play again", async (t) => {
  const venue = await startReference({ seed: 4 });
  t.after(() => venue.close());
  const out = join(await folder(t), "five.session.jsonl");
  const options = { target: venue.url, host: "127.0.0.1", port: 0, out };
  const recording = await startRecording(options, () => {});
  const profile = venue.profile() as ProfileFile;
  await trade(recording.url, profile);
  await recording.stop();
  const { header, close } = await openSession(out);
  await close();
  assert.deepEqual(Object.keys(header.actors), ["agent1", "agent2"]);
  assert.deepEqual(Object.keys(header.markets), [profile.markets![0]!.id]);
  const shown = await touchstone(["session", "show", out]).ended;
  assert.ok(shown.stdout.trimEnd().split("\n").length <= 24, shown.stdout);

  const text = await scenarioText(out);
  assert.equal(text.slice(text.indexOf("story:")), SCENARIO);
  const scenario = out.replace(".session.jsonl", ".yaml");
  await writeFile(scenario, text);
  for (const file of [scenario, out]) {
    const play = { open: embedded, seed: 1, strict: false, speed: "max" as const, ignore: [] };
    const { result } = await playFile(file, play);
    assert.equal(result.result, "pass", `${await readFile(file)} ${JSON.stringify(result)}`);
  }
});
