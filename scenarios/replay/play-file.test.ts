import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { profileOfTarget } from "../deployment/profile/profile.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { embedded, lasting, type ReplayDeployment } from "./deployment.ts";
import { learned } from "./learn.ts";
import { type PlayOptions, playFile } from "./play-file.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-play-"));
after(() => rmSync(folder, { recursive: true }));

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "small", prefix: "/v1" }, recorded_by: "hand" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  ...{ actors: {}, markets: {} },
};

const read = (at: number, path: string, body: unknown, took = 1): NewLine => ({
  ...{ at, took, actor: null, request: { method: "GET", path, headers: {} } },
  response: { status: 200, headers: {}, body },
});

function fileOf(name: string, lines: readonly NewLine[], header = HEADER): string {
  const file = join(folder, `${name}.session.jsonl`);
  writeFileSync(file, sessionText(header, lines));
  return file;
}

const options = (open: PlayOptions["open"], more: Partial<PlayOptions> = {}): PlayOptions => ({
  ...{ open, seed: 1, strict: false, speed: "max", ignore: [], ...more },
});

/** A deployment of one listener. */
async function deployed(listener: RequestListener): Promise<PlayOptions["open"]> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  after(() => server.close());
  after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return lasting(profileOfTarget(`http://127.0.0.1:${port}`), { allowsControl: false });
}

/** A new venue each time that counts the requests it gets. */
const counting = async (seed: number): Promise<ReplayDeployment> => {
  const deployment = await embedded(seed);
  let count = 0;
  const open = await deployed((_, res) => {
    count += 1;
    res.end(JSON.stringify({ count }));
  });
  const { raw, close } = await open(seed);
  return {
    ...deployment,
    raw,
    close: async () => {
      await deployment.close();
      await close();
    },
  };
};

describe("a session that is played", () => {
  it("waits where a limit is met that the recording did not meet, and asks again", async () => {
    let asked = 0;
    const open = await deployed((_, res) => {
      asked += 1;
      if (asked === 1) res.writeHead(429, { "retry-after": "0" });
      res.end('{"told":1}');
    });
    const { result } = await playFile(
      fileOf("limit", [read(0, "/v1/a", { told: 1 })]),
      options(open),
    );
    assert.equal(result.verdict, "same");
    assert.equal(asked, 2);
  });

  it("keeps the recorded pace, times the speed", async () => {
    const open = await deployed((_, res) => res.end("{}"));
    const file = fileOf("pace", [read(0, "/v1/a", {}), read(600, "/v1/a", {})]);
    const start = performance.now();
    await playFile(file, options(open, { speed: 4 }));
    assert.ok(performance.now() - start >= 145);
  });

  it("finds the order of overlapping requests, and says that it was ambiguous", async () => {
    const lines = [
      read(0, "/v1/a", { count: 2 }, 5),
      read(1, "/v1/b", { count: 1 }, 6),
      read(20, "/v1/c", { count: 3 }),
    ];
    const { result } = await playFile(fileOf("overlap", lines), options(counting));
    assert.equal(result.result, "pass");
    assert.equal(result.verdict, "ambiguous");
    assert.match(result.warnings.join(), /ambiguous order: line 1 fits in another order with 2/);
  });

  const unheard: NewLine = {
    ...{ at: 0, took: 1, actor: null, failure: "abandoned" },
    request: { method: "POST", path: "/v1/orders", headers: {}, body: {} },
  };
  const ANSWERS = { taken: 2, "not taken": 1 };
  for (const [fate, count] of Object.entries(ANSWERS)) {
    for (const strict of [false, true]) {
      const how = strict ? "to the byte" : "by its meaning";
      it(`is ambiguous after an answer that nobody heard, ${how}: ${fate}`, async () => {
        const lines = [unheard, read(9, "/v1/a", { count })];
        const file = fileOf(`unheard-${count}-${strict}`, lines);
        const { result } = await playFile(file, options(counting, { strict }));
        assert.equal(result.result, "pass", result.detail ?? "");
        assert.equal(result.verdict, "ambiguous");
        assert.equal(result.counts["ambiguous"], 1);
        assert.equal(result.counts["different"], undefined);
      });
    }
  }

  it("stays different where no fate of an unheard request explains it", async () => {
    const file = fileOf("unheard", [unheard, read(9, "/v1/a", { count: 7 })]);
    const { result } = await playFile(file, options(counting));
    assert.equal(result.result, "fail");
  });

  it("says what a file without its end, or with another, is", async () => {
    const open = await deployed((_, res) => res.end("{}"));
    const file = fileOf("cut", [read(0, "/v1/a", {})]);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, whole.indexOf('{"end"')));
    assert.match((await playFile(file, options(open))).result.warnings.join(), /: cut off$/);
    writeFileSync(file, whole.replace('"/v1/a"', '"/v1/b"'));
    assert.match((await playFile(file, options(open))).result.warnings.join(), /: altered$/);
  });

  it("writes no secret of an answer into what it found", async () => {
    const secret = `rk_live_${"a1B2".repeat(10)}`;
    const open = await deployed((_, res) => res.end(JSON.stringify({ api_key: secret, n: 1 })));
    const file = fileOf("secret", [read(0, "/v1/a", { api_key: "another", n: 2 })]);
    const { result } = await playFile(file, options(open));
    assert.equal(result.result, "fail");
    assert.doesNotMatch(JSON.stringify(result), /rk_live_/);
  });
});

describe("--learn", () => {
  it("proposes the places that differ each time, and those are then not compared", async () => {
    let asked = 0;
    const open = await deployed((_, res) => {
      asked += 1;
      res.end(JSON.stringify({ noise: asked, told: 1 }));
    });
    const [file, out] = [fileOf("noise", [read(0, "/v1/a", { noise: -1, told: 1 })]), "noise.yaml"];
    const proposed = join(folder, out);
    assert.equal(await learned([file], proposed, options(open)), 0);
    assert.match(readFileSync(proposed, "utf8"), /route: GET \/a\n\s+at: noise\n/);
    const ignore = [{ route: "GET /a", at: "noise", why: "noise" }];
    const { result } = await playFile(file, options(open, { ignore }));
    assert.equal(result.result, "pass");
    assert.deepEqual(result.ignored, [{ why: "noise", count: 1 }]);
  });
});
