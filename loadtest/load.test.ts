import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Value } from "typebox/value";
import { fileWith, folder, touchstone } from "../conformance/command-line.fixture.ts";
import { startIndependentVenue } from "../conformance/proof/independent-venue/index.ts";
import { startReference } from "../reference/index.ts";
import { type LoadReport, LoadReportSchema } from "../reports/schema/load.ts";
import { loadCommand } from "./load.ts";
import { findK6 } from "./run/find-k6.ts";
import { startTrivialVenue } from "./trivial-venue.fixture.ts";

const k6 = await findK6().catch(() => null);
const skip = k6?.binary ? false : "no k6 here";

// Other tests load as well: what is left behind is looked for in a folder of this one's.
const temporary = mkdtempSync(join(tmpdir(), "load-test-"));
process.env["TMPDIR"] = temporary;
after(() => rmSync(temporary, { recursive: true }));

const reportIn = (dir: string): LoadReport =>
  JSON.parse(readFileSync(join(dir, "report.json"), "utf8"));

describe("touchstone load", { skip }, () => {
  it("smokes the reference: valid, passed, every flow, declines by reason", async (t) => {
    const dir = await folder(t);
    const args = ["load", "--duration", "4s", "--rate", "10", "--seed", "3", "--report", dir];
    const { code, stdout } = await touchstone(args).ended;
    assert.match(stdout, /^PASS /, stdout);
    assert.equal(code, 0);
    const report = reportIn(dir);
    assert.deepEqual([...Value.Errors(LoadReportSchema, report)], []);
    assert.deepEqual([report.validity.valid, report.validity.dropped, report.notes], [true, 0, []]);
    assert.ok(report.flows.every(({ achieved }) => achieved > 0));
    assert.ok(report.totals.declined > 0 && Object.keys(report.reasons).length > 0);
    assert.ok((report.stream?.order_to_frame?.count ?? 0) > 0, "an order was seen in a frame");
    const stepped = report.series.steps.map(({ outcomes }) => outcomes.accepted);
    assert.equal(
      stepped.reduce((sum, n) => sum + n, 0),
      report.totals.accepted,
    );
    assert.match(readFileSync(join(dir, "junit.xml"), "utf8"), /the run is valid/);
    assert.match(readFileSync(join(dir, "index.html"), "utf8"), /<title>PASS · reference · load/);
  });

  it("smokes a venue that shares no code with it, on three agents and its stream", async (t) => {
    const independent = await startIndependentVenue();
    t.after(() => independent.close());
    const profile = await fileWith(t, JSON.stringify(independent.profile));
    const { code, stdout } = await touchstone(["load", "--profile", profile, "--duration", "4s"])
      .ended;
    assert.match(stdout, /^PASS /m, stdout);
    assert.equal(code, 0);
    assert.match(stdout, /^ +\d+ frames; connected /m);
  });

  it("says first that it lowered the rate, and leaves no order and no key behind", async (t) => {
    const venue = await startReference({ seed: 5 });
    t.after(() => venue.close());
    const given = venue.profile() as { agents: { api_key: string }[]; prefix: string };
    const { control: _, ...profile } = given as typeof given & { control?: object };
    const limits = { writes_per_minute: 60, reads_per_minute: 6_000 };
    const file = await fileWith(t, JSON.stringify({ ...profile, limits }));
    const before = runFolders();
    const dir = await folder(t);
    const rate = ["--rate", "100", "--duration", "2s"];
    const { stdout, stderr } = await touchstone([
      "load",
      "--profile",
      file,
      ...rate,
      "--report",
      dir,
    ]).ended;
    assert.match(
      stdout,
      /^rate lowered from 100\.0\/s to \d+\.\d\/s at its peak: 3 agents where \d+/,
    );
    const output = stdout + stderr + JSON.stringify(reportIn(dir));
    for (const { api_key: key } of profile.agents) assert.ok(!output.includes(key));
    assert.deepEqual(runFolders(), before);
    for (const { api_key: key } of profile.agents) {
      const headers = { authorization: `Bearer ${key}` };
      const open = await fetch(`${venue.url}/v1/orders/open`, { headers });
      assert.match(await open.text(), /^\{"orders":\[\]|^\[\]/);
    }
  });

  it("loads with a recorded session, bound to agents and markets of its own", async (t) => {
    const session = await fileWith(t, SESSION);
    const dir = await folder(t);
    const args = ["load", "--session", session, "--rate", "4", "--duration", "3s", "--report", dir];
    const { code, stdout } = await touchstone(args).ended;
    assert.equal(code, 0, stdout);
    const [place] = reportIn(dir).endpoints;
    const cancel = reportIn(dir).endpoints.find(({ name }) => name === "cancel");
    assert.equal(place?.outcomes.accepted, place?.requests);
    assert.equal(cancel?.outcomes.accepted, cancel?.requests, "each cancels its own order");
    assert.ok((cancel?.requests ?? 0) > 5);
  });

  it("reads alone where it knows an address and no agent", async (t) => {
    const venue = await startTrivialVenue();
    t.after(() => venue.close());
    const { code, stdout } = await touchstone(["load", "--target", venue.url, "--duration", "2s"])
      .ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /flow cross left out: needs 2 agents in the profile, or control/);
  });
});

describe("touchstone load, misused,", () => {
  it("names what is wrong with a flag", async () => {
    for (const [args, words] of [
      ["--plan fast", /Allowed choices are smoke, average, stress/],
      ["--slo place", /an endpoint or flow, a percentile and ms/],
      ["--slo plaice=p99<5", /--slo: plaice is none of markets, book/],
      ["--duration 5", /such as 30s, 5m or 2h/],
      ["--rate 0", /flows a second, more than 0/],
      ["--compare a.yaml", /--compare takes two addresses or profiles/],
      ["--emit helm", /--emit takes k8s and a folder/],
      ["--emit k8s", /--emit needs --target or --profile/],
    ] as const) {
      const command = loadCommand()
        .exitOverride()
        .configureOutput({ writeErr: () => {} });
      await assert.rejects(command.parseAsync(args.split(" "), { from: "user" }), words);
    }
  });

  it("says that nothing listens, before anything is sent", { skip }, async () => {
    const gone = touchstone(["load", "--target", "http://127.0.0.1:9"]);
    const { code, stderr } = await gone.ended;
    assert.equal(code, 2);
    assert.match(stderr, /got no answer \(refused\); is the venue running\?\n$/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
});

describe("finding k6", () => {
  const without = async () => false;

  it("says how to get it where there is none", async () => {
    const env = { PATH: "/nonexistent" };
    await assert.rejects(
      findK6(env, without),
      /k6 is needed to load a target.*install it .* or set K6/,
    );
  });

  it("takes the image where an engine runs", async () => {
    const found = await findK6({ PATH: "/nonexistent" }, async () => true);
    assert.deepEqual(found, { version: "2.2.0", from: "the image grafana/k6:2.2.0", binary: null });
  });

  it("refuses what K6 names when it is none, or too old", async (t) => {
    await assert.rejects(
      findK6({ K6: "/nonexistent/k6" }),
      /K6 is \/nonexistent\/k6, which is no k6/,
    );
    const old = await fileWith(t, "#!/bin/sh\necho 'k6 v1.5.0 (go1.24, linux/amd64)'\n");
    chmodSync(old, 0o755);
    await assert.rejects(
      findK6({ K6: old }),
      /k6 1\.5\.0 from the variable K6 is too old: 1\.6 or later/,
    );
  });
});

function runFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("touchstone-load-"));
}

const MARKET = "11111111-1111-4111-8111-111111111111";
const ORDER = "22222222-2222-4222-8222-222222222222";
const SESSION = [
  {
    touchstone: "session/1",
    target: { name: "t", prefix: "/v1" },
    recorded_by: "hand",
    seed: 1,
    clock: "virtual",
    started_at: "2026-01-05T00:00:00.000Z",
    actors: { maker: { caller: "key", owner: "alice" } },
    markets: { [MARKET]: { kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 } },
  },
  {
    ...{ n: 1, at: 0, took: 1, actor: "maker" },
    request: {
      ...{ method: "POST", path: "/v1/orders", headers: {} },
      body: {
        ...{ market_id: MARKET, side: "SELL", type: "LIMIT", price: 60, qty: 2 },
        ...{ client_order_id: "a-1", timestamp_ms: 1_767_571_200_000, recv_window_ms: 5_000 },
      },
    },
    response: { status: 201, headers: {}, body: { order_id: ORDER, status: "NEW", fills: [] } },
  },
  {
    ...{ n: 2, at: 5, took: 1, actor: "maker" },
    request: { method: "DELETE", path: `/v1/orders/${ORDER}`, headers: {} },
    response: { status: 200, headers: {}, body: {} },
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");
