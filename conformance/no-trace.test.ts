import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startReference } from "../reference/index.ts";
import type { Report } from "../reports/schema/report.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { type Ended, fileWith, folder, restingOf, touchstone } from "./command-line.fixture.ts";
import { envelope } from "./interposer/changes.ts";
import { interpose, type WireVariant } from "./interposer/interposer.ts";
import { type Relay, relayTo } from "./relay.fixture.ts";

const ORDERS_BEFORE = 12;
const AWAY_MS = 1_500;
/** Rules of one agent's own orders: a trade that is cut off leaves a position, which is told as such. */
const WITHOUT_TRADES = ["IDEM-CONF-0[23]", "IDEM-ID-01", "IDEM-REPLAY-0[2-7]"];

/** What became of a run. Shape: `resting` counts the open orders it left. */
interface Outcome {
  ended: Ended;
  report: Report;
  resting: number;
}

/** What may be done to a run while it goes on. */
interface Meddling {
  /** Stands between harness and venue. */
  wire?: WireVariant;
  /** Called once, when so many orders were sent and the last of them was answered by the venue. */
  midway?(run: ReturnType<typeof touchstone>, relay: Relay): void;
}

async function run(t: TestContext, { wire, midway }: Meddling): Promise<Outcome> {
  const venue = await startReference({ seed: 7 });
  t.after(() => venue.close());
  let orders = 0;
  const front = await interpose(venue.url, async (request, behind) => {
    const places = request.method === "POST" && request.path === "/orders";
    if (places) orders += 1;
    const isMidway = places && orders === ORDERS_BEFORE;
    const answer = await (wire ?? ((ask, venue) => venue(ask)))(request, behind);
    if (isMidway) midway?.(started, relay);
    return answer;
  });
  t.after(() => front.close());
  const relay = await relayTo(t, front.url);
  const known = venue.profile() as ProfileFile;
  const profile = await fileWith(t, JSON.stringify({ ...known, base_url: relay.url }));
  const dir = await folder(t);
  const globs = midway ? WITHOUT_TRADES : ["TIF-GTC-*"];
  const only = globs.flatMap((glob) => ["--only", glob]);
  const started = touchstone(["conform", "--profile", profile, ...only, "--report", dir]);
  const ended = await started.ended;
  const report = JSON.parse(await readFile(join(dir, "report.json"), "utf8")) as Report;
  return { ended, report, resting: await restingOf(known) };
}

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  test(`${signal} is heard, and leaves no order resting`, async (t) => {
    const { report, resting, ended } = await run(t, {
      midway: ({ child }) => void child.kill(signal),
    });
    assert.equal(report.aborted, "interrupted");
    assert.deepEqual([resting, report.left, ended.code], [0, undefined, 2]);
    assert.match(ended.stderr, /^touchstone: interrupted; clearing up \(again: ends at once\)$/m);
  });
}

test("a venue that dies and comes back is rid of the orders it died with", async (t) => {
  const { report, resting } = await run(t, {
    midway: (_, relay) => {
      relay.cut();
      setTimeout(() => void relay.join(), AWAY_MS);
    },
  });
  assert.deepEqual([resting, report.left], [0, undefined]);
  assert.match(report.aborted ?? "", /^the target stopped answering/);
});

for (const status of [404, 500]) {
  test(`where cancel-all is answered ${status}, orders are cancelled one by one`, async (t) => {
    const { report, resting } = await run(t, {
      wire: async (request, venue) =>
        request.method === "DELETE" && request.path === "/orders"
          ? envelope(status, "UNSERVED")
          : venue(request),
    });
    assert.ok(report.summary.pass > 0);
    assert.deepEqual([resting, report.left], [0, undefined]);
  });
}

test("what no request cancels is told at the end, by its id", async (t) => {
  const { report, resting, ended } = await run(t, {
    wire: async (request, venue) =>
      request.method === "DELETE" && request.path.startsWith("/orders")
        ? envelope(500, "INTERNAL_ERROR")
        : venue(request),
  });
  const { left = [] } = report;
  assert.ok(resting > 0);
  assert.equal(left.filter(({ what }) => what === "order").length, resting);
  assert.match(left[0]?.why ?? "", /^DELETE \/orders\/\S+ was answered 500$/);
  assert.ok(ended.stdout.includes(`order ${left[0]?.id} of ${left[0]?.agent} in market `));
});
