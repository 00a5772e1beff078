import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../deployment/profile/profile-schema.ts";
import { startRecording } from "../record/recording.ts";
import type { SessionHeader } from "../session/format.ts";
import { Cut, type CutFlags, placeIn } from "./cut.ts";
import { embedded } from "./deployment.ts";
import { playFile } from "./play-file.ts";
import { progressText } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-cut-"));
const file = join(folder, "a.session.jsonl");
let markets: string[] = [];
after(() => rmSync(folder, { recursive: true }));

/** Two bots on two markets; the numbers are of the lines. */
before(async () => {
  const venue = await startReference({ seed: 4 });
  const profile = venue.profile() as ProfileFile;
  const options = { target: venue.url, host: "127.0.0.1", port: 0, out: file };
  const recording = await startRecording(options, () => {});
  const [maker, taker] = profile.agents!.map(
    ({ api_key: key }) =>
      async (asked: string, order?: object) => {
        const [method = "", path] = asked.split(" ");
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const body = order === undefined ? {} : { body: JSON.stringify(order) };
        return (
          await fetch(`${recording.url}/v1${path}`, { method, headers, ...body })
        ).json() as never;
      },
  );
  const binaries = profile.markets!.filter(
    ({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN",
  );
  markets = binaries.map(({ id }) => id);
  const order = (market_id: string | undefined, side: string, more: object) => ({
    ...{ market_id, side, type: "LIMIT", price: 60, qty: 5 },
    ...more,
  });
  const one = (await maker!("POST /orders", order(markets[0], "SELL", {}))) as { order_id: string };
  const two = (await maker!("POST /orders", order(markets[1], "BUY", { price: 3 }))) as typeof one;
  await maker!(`GET /orders/${two.order_id}`);
  await taker!("POST /orders", order(markets[0], "BUY", { qty: 2, tif: "IOC" }));
  await maker!(`GET /orders/${one.order_id}`);
  await maker!(`DELETE /orders/${two.order_id}`);
  await maker!(`DELETE /orders/${one.order_id}`);
  await maker!("GET /account");
  await recording.stop();
  await venue.close();
});

async function played(cut: CutFlags) {
  const play = { open: embedded, seed: 1, strict: false, speed: "max" as const, ignore: [], cut };
  const { result } = await playFile(file, play);
  return {
    ...result,
    told: result.played,
    left: /(\d+) lines were left out/.exec(result.warnings.join())?.[1],
  };
}

describe("a replay that is cut down", () => {
  const CUTS: [what: string, cut: () => CutFlags, told: number, left: string | undefined][] = [
    ["to nothing but everything", () => ({}), 8, undefined],
    ["to what comes before a line", () => ({ until: { n: 4 } }), 4, undefined],
    [
      "to what comes from a line on, after what changed something",
      () => ({ from: { n: 5 } }),
      4,
      "1",
    ],
    ["to one who trades with what the other placed", () => ({ actor: ["agent2"] }), 1, "3"],
    ["to one market", () => ({ market: [markets[0]!.slice(0, 8)] }), 4, "4"],
    [
      "to a stretch of one actor in one market",
      () => ({ from: { n: 5 }, until: { n: 7 }, actor: ["agent1"], market: [markets[0]!] }),
      ...([2, "3"] as const),
    ],
  ];
  for (const [what, cut, told, left] of CUTS) {
    it(`goes as it went, cut ${what}`, async () => {
      const result = await played(cut());
      assert.equal(result.result, "pass", JSON.stringify(result));
      assert.deepEqual([result.told, result.left], [told, left]);
      assert.doesNotMatch(result.warnings.join(), /cut off/);
    });
  }

  it("opens no market that is not looked at", async () => {
    const header = { actors: {}, markets: { a1: {}, b1: { legs: ["c1"] }, c1: {} } } as never;
    const cut = new Cut({ market: ["b"] }, { file: "f", header }, () => false);
    assert.deepEqual(Object.keys(cut.header(header as SessionHeader).markets), ["b1", "c1"]);
  });

  const WRONG: [cut: CutFlags, says: RegExp][] = [
    [{ actor: ["__proto__"] }, /no actor is called __proto__; there are: agent1, agent2$/],
    [{ market: ["zz"] }, /no market is called zz; touchstone session show lists them$/],
    [{ market: [""] }, / names 2; touchstone session show lists them$/],
  ];
  for (const [cut, says] of WRONG) {
    it(`is refused in one line: ${JSON.stringify(cut)}`, async () => {
      await assert.rejects(played(cut), { name: "UsageError", message: says });
    });
  }
});

it("a place is a line or an offset", () => {
  const read = ["12", "90s", "1.5m", "250ms", "1h"].map(placeIn);
  assert.deepEqual(read, [
    { n: 12 },
    ...[90_000, 90_000, 250, 3_600_000].map((atMs) => ({ atMs })),
  ]);
  assert.deepEqual(["", "-1", "1d", "s", "1e3", "0x1"].map(placeIn), [
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it("progress tells how long the rest will take, once enough was read", () => {
  const at = { file: "a", lines: 40, share: 0.25, startedMs: 1_000 };
  assert.equal(progressText(at, 12, 11_000), "a: 40 lines [##------]  25%, 12 s, about 30 s left");
  assert.equal(progressText({ ...at, share: 0 }, 12, 11_000), "a: 40 lines [--------]   0%, 12 s");
  assert.equal(progressText(null, 3, 0), "opening, 3 s");
});
