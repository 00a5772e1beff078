import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { WebSocketServer } from "ws";
import type { ReplayDeployment } from "./deployment.ts";
import { Frames } from "./frames.ts";
import { vocabulary } from "./vocabulary.fixture.ts";

const RECORDED = { channel: "book", market_id: "a", seq: 1 };
const words = vocabulary();
const now = { recordedMs: 0, liveMs: 0 };

/** What comes of the recorded frame where the venue says this instead. */
async function verdictOn(
  said: unknown,
  { strict, recorded = RECORDED }: { strict: boolean; recorded?: unknown },
): Promise<string> {
  const venue = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  after(() => venue.close());
  await new Promise((ready) => venue.once("listening", ready));
  venue.on("connection", (socket) => {
    for (const one of [said].flat()) socket.send(JSON.stringify(one));
  });
  const baseUrl = `http://127.0.0.1:${(venue.address() as AddressInfo).port}`;
  const profile = { streamUrl: null, baseUrl, stream: null };
  const frames = new Frames({ profile } as unknown as ReplayDeployment);
  const line = { n: 1, at: 0, actor: null, stream: "s" };
  await frames.open({ ...line, open: { path: "/stream" }, status: 101 }, words);
  const heard = { ...line, receive: { body: recorded } };
  const judged = await frames.hear(heard, { words, now, strict, ignores: () => false });
  await frames.end();
  return judged!.judgement.verdict;
}

describe("a frame where a venue", { concurrency: true }, () => {
  const LOST = { channel: "book", seq: 1 };
  const OTHER = { topic: "l2", rows: [] };

  for (const strict of [false, true]) {
    const how = strict ? ", strictly" : "";
    it(`says the same is as recorded${how}`, async () => {
      assert.equal(await verdictOn(RECORDED, { strict }), "same");
    });
    it(`has lost a member is different${how}`, async () => {
      assert.equal(await verdictOn(LOST, { strict }), "different");
    });
    it(`speaks another protocol is ${strict ? "different" : "allowed"}${how}`, async () => {
      assert.equal(await verdictOn(OTHER, { strict }), strict ? "different" : "allowed");
    });
  }

  const nowMs = Date.now();
  const beat = (atMs: number) => ({ type: "heartbeat", ts_ms: atMs });

  it("says more often what time it is is as recorded behind that", async () => {
    const beats = Array.from({ length: 40 }, (_, count) => beat(nowMs + 15_000 * count));
    assert.equal(await verdictOn([...beats, RECORDED], { strict: false }), "same");
  });

  it("does not say what time it is is allowed, unless strictly", async () => {
    const recorded = beat(nowMs);
    assert.equal(await verdictOn(RECORDED, { strict: false, recorded }), "allowed");
    assert.equal(await verdictOn(RECORDED, { strict: true, recorded }), "different");
  });
});
