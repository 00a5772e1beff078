import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import type { LoadReport } from "../reports/schema/load.ts";
import { connectTo } from "../scenarios/deployment/connect.ts";
import { profileOf } from "../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { sloOf } from "./plan/slo.ts";
import { findK6, type K6 } from "./run/find-k6.ts";
import { type LoadFlags, settingsFor } from "./run/load.ts";
import { loadOnce } from "./run/load-once.ts";
import { type Spoil, startTrivialVenue } from "./trivial-venue.fixture.ts";

const k6 = await findK6().catch(() => null);
const skip = k6?.binary ? false : "no k6 here";

const SECONDS = 3;
const JSON_TYPE = { "content-type": "application/json" };
const QUIET = { notes: () => {}, second: () => {} };

/** A short run against a venue that is spoilt; the flow that replays keys needs real orders. */
async function loaded(
  t: TestContext,
  spoil: Spoil | undefined,
  given: { slo?: string; vus?: number } = {},
): Promise<LoadReport> {
  const venue = await startTrivialVenue(spoil);
  t.after(() => venue.close());
  const target = await connectTo(profileOf(venue.profile as ProfileFile));
  t.after(() => target.close());
  const { slo, vus } = given;
  const slos = slo === undefined ? [] : [sloOf(slo)!];
  const flags = {
    plan: "smoke",
    seed: 1,
    rate: 6,
    duration: SECONDS,
    slo: slos,
  } satisfies LoadFlags;
  const all = settingsFor(flags, target, null);
  const flows = all.flows.filter(({ name }) => name !== "replay-key");
  const wished = { ...all, flows: flows.map((flow) => ({ ...flow, vus: vus ?? flow.vus })) };
  return loadOnce(target, { k6: k6 as K6, wished }, QUIET);
}

/** Answers, but only after a while. */
function late(ms: number, response: ServerResponse): true {
  const answer = () => response.writeHead(200, JSON_TYPE).end("[]");
  setTimeout(answer, ms);
  return true;
}

/** Counted, not timed: nobody knows how long k6 takes to start. */
const afterRequests = (count: number, spoil: Spoil): Spoil => {
  let seen = 0;
  return (...exchange) => {
    seen += 1;
    return seen > count && spoil(...exchange);
  };
};

describe("a load run against", { skip }, () => {
  it("a venue that only says yes passes", async (t) => {
    const { verdict, totals, validity } = await loaded(t, undefined);
    assert.deepEqual([verdict.word, validity.reasons], ["PASS", []]);
    assert.ok(totals.accepted > 10);
  });

  it("a slow venue fails its objective, and is not called invalid", async (t) => {
    const reads: Spoil = (request, response) => request.method === "GET" && late(700, response);
    const { verdict, judged } = await loaded(t, reads, { slo: "read=p50<100" });
    assert.equal(verdict.word, "FAIL");
    const objective = judged.find(({ subject }) => subject === "read from the schedule");
    assert.match(objective?.actual ?? "", /^7\d\d\.\d ms$/);
    assert.match(verdict.sentence, /p50 below 100 ms/);
  });

  it("a venue that drops connections fails with lost requests", async (t) => {
    const drop: Spoil = (request) => request.method === "DELETE" && !!request.socket.destroy();
    const { verdict, totals } = await loaded(t, drop);
    assert.equal(verdict.word, "FAIL");
    assert.match(verdict.sentence, /^errors: .* lost/);
    assert.ok(totals.lost > 0);
  });

  it("a venue that answers 429 at once fails, and says since when", async (t) => {
    const limit: Spoil = (request, response) => {
      if (request.method === "GET") return false;
      response.writeHead(429, { "retry-after": "1" }).end('{"code":"RATE_LIMITED"}');
      return true;
    };
    const report = await loaded(t, limit);
    assert.equal(report.verdict.word, "FAIL");
    assert.match(
      report.verdict.sentence,
      /429 below the documented limit: \d+ of \d+, from second/,
    );
    assert.equal(report.totals.lost + report.totals.malformed, 0);
  });

  it("a venue that returns garbage fails with malformed answers", async (t) => {
    const garbage: Spoil = (request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("<html>{[");
      return request.method !== "";
    };
    const { verdict, totals } = await loaded(t, garbage);
    assert.equal(verdict.word, "FAIL");
    assert.ok(totals.malformed > 0 && totals.accepted === 0);
  });

  it("a venue that dies midway fails, and says when the last answer came", async (t) => {
    const die = afterRequests(24, (request) => !!request.socket.destroy());
    const { verdict, series } = await loaded(t, die);
    assert.equal(verdict.word, "FAIL");
    assert.match(verdict.sentence, /nothing was answered since second [12]/);
    assert.ok((series.steps[0]?.outcomes.accepted ?? 0) > 0);
  });

  it("a venue that holds every request is not measured: the run is invalid", async (t) => {
    const hold = afterRequests(20, (_, response) => late(2_000, response));
    const { verdict, validity } = await loaded(t, hold, { vus: 2 });
    assert.equal(verdict.word, "INVALID");
    assert.match(verdict.sentence, /k6 dropped \d+ iterations, as all \d+ it can have under way/);
    assert.equal(validity.valid, false);
  });
});
