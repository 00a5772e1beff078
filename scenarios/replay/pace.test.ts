import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { profileOf } from "../deployment/profile/profile.ts";
import { type CannedRoutes, jsonServer, type SeenRequest } from "../deployment/server.fixture.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { lasting } from "./deployment.ts";
import { playFile } from "./play-file.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-pace-"));
after(() => rmSync(folder, { recursive: true }));

const STARTED_MS = Date.parse("2026-01-05T00:00:00.000Z");

const cancel: NewLine = {
  ...{
    at: 0,
    took: 1,
    actor: "maker",
    request: { method: "DELETE", path: "/orders", headers: {} },
  },
  response: { status: 200, headers: {}, body: {} },
};

/** Plays lines on a venue with a limit of ten writes a minute that its operator moves on. */
async function played(
  t: TestContext,
  lines: readonly NewLine[],
  { routes = {}, allowsControl = true }: { routes?: CannedRoutes; allowsControl?: boolean } = {},
) {
  let nowMs = STARTED_MS;
  const clock = ({ body }: SeenRequest) => {
    nowMs += JSON.parse(body).advance_ms;
    return { now_ms: nowMs };
  };
  const hello = { protocol: "touchstone-control/1", capabilities: ["clock"] };
  const operator = { "GET /op": hello, "POST /op/clock": clock };
  const { url, seen } = await jsonServer(t, { ...operator, "DELETE /orders": {}, ...routes });
  const profile = profileOf({
    ...{ base_url: url, prefix: "", limits: { writes_per_minute: 10 } },
    agents: [{ name: "maker", owner: "alice", agent_id: "a", api_key: "rk_live_of_maker" }],
    control: { url: `${url}/op`, token: "token-of-an-operator" },
  });
  const file = join(folder, "a.session.jsonl");
  const header: SessionHeader = {
    ...{ touchstone: "session/1", target: { name: "small", prefix: "" }, recorded_by: "hand" },
    ...{ seed: null, clock: "virtual", started_at: new Date(STARTED_MS).toISOString() },
    ...{ actors: { maker: { caller: "key", owner: "alice" } }, markets: {} },
  };
  writeFileSync(file, sessionText(header, lines));
  const start = performance.now();
  const how = { seed: 1, strict: false, speed: "max", ignore: [] } as const;
  const { result } = await playFile(file, { ...how, open: lasting(profile, { allowsControl }) });
  return { result, seen, tookMs: performance.now() - start };
}

describe("the pace of a replay", () => {
  it("counts as time what the target's clock was moved on", async (t) => {
    const control = { method: "POST", path: "/clock", body: { advance_ms: 61_000 } };
    const minute = [...Array.from({ length: 8 }, () => cancel), { at: 0, took: 1, control }];
    const { result, tookMs } = await played(t, [...minute, ...minute, ...minute]);
    assert.equal(result.counts["same"], 24);
    assert.ok(tookMs < 30_000, `${tookMs} ms`);
  });

  const limited = () => {
    let asked = 0;
    return () => {
      asked += 1;
      return asked === 1 ? [429, {}] : {};
    };
  };

  it("stamps a request when it is sent, and not before the wait", async (t) => {
    const request = { ...cancel.request, body: { timestamp_ms: STARTED_MS } };
    const { seen } = await played(t, [{ ...cancel, request }], {
      routes: { "DELETE /orders": limited() },
    });
    const [first, second] = seen
      .filter(({ route }) => route === "DELETE /orders")
      .map(({ body }) => JSON.parse(body).timestamp_ms);
    assert.equal(second - first, 1_000);
  });

  it("moves no clock of a deployment that lives on to wait, unless it may", async (t) => {
    const routes = { "DELETE /orders": limited() };
    const { seen, tookMs } = await played(t, [cancel], { routes, allowsControl: false });
    assert.ok(tookMs >= 1_000);
    assert.ok(seen.every(({ route }) => route !== "POST /op/clock"));
  });
});
