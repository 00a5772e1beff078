import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connectToEmbedded } from "../../scenarios/deployment/connect.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import { openCount } from "../areas/rejection.ts";
import { KINDS } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { LATER_MS } from "../check/conditions.ts";
import { is } from "../check/expectation.ts";
import { isElsewhere, MOMENTS, type Moment } from "../check/moments.ts";
import { attempt } from "./attempt.ts";
import { checkOf } from "./run-state.fixture.ts";
import { RunState } from "./run-state.ts";
import { INSISTENT } from "./task.ts";

const deployment = await survey(await connectToEmbedded(1));
after(() => deployment.close());
const settings = { patienceMs: 0, seed: 1, asFound: false, effort: "quick" } as const;

/** What an agent holds, and whether anything rests, once it has gone through these. */
async function standingAfter(moments: readonly Moment[], kind: (typeof KINDS)[number]) {
  const seen = { held: Number.NaN, rests: false };
  const look = async (t: CheckContext) => {
    const { agent, market } = t;
    seen.held = (await agent.position(market)) ?? Number.NaN;
    const { bids, asks } = await market.book();
    seen.rests = bids.length + asks.length > 0;
    t.expect("TIF-GTC-01", 1, is(1));
  };
  const check = checkOf(look, { needs: ["two-owners", "market"] });
  const state = new RunState({ deployment, ...settings });
  const conditions = { moments, kind, elsewhere: kind };
  const { findings } = await attempt({ check, cells: [{}], conditions }, state, INSISTENT);
  assert.deepEqual(
    findings.map(({ result, detail }) => [result, detail]),
    [["pass", null]],
  );
  return seen;
}

for (const moment of MOMENTS) {
  const { says, kinds = KINDS, holds = 0, rests } = moment;
  test(`a check can begin ${says}, on every kind`, async () => {
    for (const kind of kinds)
      assert.deepEqual(await standingAfter([moment], kind), {
        held: holds,
        rests: rests !== undefined,
      });
  });
}

test("all of them can follow each other, but for those that exclude each other", async () => {
  const firstOf = (sort: string) => MOMENTS.find(({ excludes }) => excludes === sort);
  const all = MOMENTS.filter((one) => !one.excludes || one === firstOf(one.excludes));
  const inOrder = [...all.filter(isElsewhere), ...all.filter((one) => !isElsewhere(one))];
  const held = all.reduce((sum, { holds = 0 }) => sum + holds, 0);
  assert.deepEqual(await standingAfter(inOrder, "BTC_BINARY"), { held, rests: true });
});

test("what goes on elsewhere goes on, whatever else was gone through there", async () => {
  const seen = { held: 0, open: 0 };
  const check = checkOf(
    async (t) => {
      seen.held = (await t.agent.position(t.secondMarket)) ?? Number.NaN;
      seen.open = openCount(await t.agent.openOrders(t.secondMarket.id)) ?? Number.NaN;
      t.expect("TIF-GTC-01", 1, is(1));
    },
    { needs: ["two-owners", "market"] },
  );
  const state = new RunState({ deployment, ...settings });
  for (const [word, sign] of [
    ["long", 1],
    ["short", -1],
  ] as const) {
    const all = MOMENTS.filter(isElsewhere).filter(({ excludes, says }) => {
      return excludes !== "position elsewhere" || says.includes(word);
    });
    const moments = all.filter((one) => one !== all.findLast(({ excludes }) => excludes === "end"));
    const conditions = { moments, kind: "BTC_PERP", elsewhere: "BTC_BINARY" } as const;
    await attempt({ check, cells: [{}], conditions }, state, INSISTENT);
    assert.equal(Math.sign(seen.held), sign, word);
    assert.equal(seen.open, 3);
  }
});

test("time passes once all is arranged, and a session that it ends is missed", async () => {
  const { control } = deployment;
  const seen: number[] = [];
  const check = checkOf(
    async (t) => {
      seen.push(Number(await t.clock.told()));
      t.expect("TIF-GTC-01", 1, is(1));
    },
    { needs: ["browser"] },
  );
  const state = new RunState({ deployment, ...settings });
  const after = async (ms: number) => {
    const manners = { ...INSISTENT, afterAWhile: async () => void (await control?.advance(ms)) };
    const conditions = { later: true } as const;
    const { findings } = await attempt({ check, cells: [{}], conditions }, state, manners);
    return findings[0]?.result;
  };
  const beganAt = Number(await control?.advance(0));
  assert.equal(await after(LATER_MS), "pass");
  assert.deepEqual(seen, [beganAt + LATER_MS]);
  assert.equal(await after(13 * 3_600_000), "skipped");
});
