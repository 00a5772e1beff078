import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { MUTANTS } from "../catalogue/mutants.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { bridged, called, lossyFront, venueFor } from "./bridge.fixture.ts";

describe("proving through the bridge", () => {
  it("fails a mutant venue, says why, and replays what shows it", async (t) => {
    const mutant = MUTANTS.find(({ name }) => name === "ioc-remainder-rests")!;
    const venue = await startVariant(mutant, { control: true, seed: 1 });
    t.after(() => venue.close());
    const { call, client } = await bridged(t, venue.profile);
    const { data: planned } = await call("conform_plan", { only: ["TIF-IOC-0{1,3}"] });
    assert.match(String(planned["text"]), /nothing was sent/);

    const told: Progress[] = [];
    const asked = { name: "conform_run", arguments: { plan: planned["plan"] } };
    const onprogress = (progress: Progress) => void told.push(progress);
    const run = called((await client.callTool(asked, undefined, { onprogress })) as CallToolResult);
    assert.equal(run.data["verdict"], "FAIL");
    assert.equal(told.at(-1)?.progress, told.at(-1)?.total);

    const { data, text } = await call("conform_causes", { rule: "TIF-IOC-03" });
    const [cause] = data["causes"] as Record<string, unknown>[];
    assert.equal(cause?.["rule"], "TIF-IOC-03");
    assert.match(text, /to mend: Cut the rest after the first pass/);
    assert.match((await call("explain", { rule: "TIF-IOC-03" })).text, /ioc-remainder-rests/);

    const session = String(cause?.["session"]);
    const { contents } = await client.readResource({ uri: session });
    assert.match((contents[0] as { text: string }).text, /"touchstone":"session\/1"/);
    const sound = await call("replay", { session });
    assert.equal(sound.data["result"], "fail", "the embedded reference has not the defect");
    const same = await call("replay", { session, on: "venue" });
    assert.equal(same.data["result"], "pass", JSON.stringify(same.data));

    const again = called((await client.callTool(asked)) as CallToolResult);
    assert.equal(again.data["run"], run.data["run"], "a plan is run once");
  });

  it("compares a run before with one after", async (t) => {
    const profile = await venueFor(t, { clock: "virtual", controlToken: "x".repeat(24) });
    const { call } = await bridged(t, profile);
    for (const seed of [1, 2]) {
      const { data } = await call("conform_plan", { only: ["GEN-PREFIX-01"], seed });
      assert.equal((await call("conform_run", { plan: data["plan"] })).data["verdict"], "PASS");
    }
    const { data } = await call("compare", { runs: ["run-1", "run-2"] });
    assert.match(String(data["sentence"]), /2 runs: 0 rules with different results/);
  });

  it("that is cancelled ends in order: nothing rests, and what was learned is kept", async (t) => {
    const profile = await venueFor(t);
    const front = await lossyFront(t, { ...profile, control: null });
    const { call, client } = await bridged(t, front.profile);
    const { data } = await call("conform_plan", { only: ["TIF-*"] });
    const cancelling = new AbortController();
    const running = client.callTool(
      { name: "conform_run", arguments: { plan: data["plan"] } },
      undefined,
      { signal: cancelling.signal, onprogress: () => cancelling.abort() },
    );
    await assert.rejects(running);
    const told = await call("conform_run", { plan: data["plan"] });
    assert.match(String(told.data["aborted"]), /cancelled/);
    assert.doesNotMatch((await call("open_orders")).text, /"order_id"/);
    const sent = front.seen.length;
    await call("conform_run", { plan: data["plan"] });
    assert.equal(front.seen.length, sent);
  });

  it("with a key that may read places nothing, and lends no other key of the profile", async (t) => {
    const front = await lossyFront(t, await venueFor(t));
    const { call } = await bridged(t, front.profile, { agent: "reader" });
    const { data } = await call("conform_plan", { only: ["TIF-*", "ACC-POS-*"] });
    await call("conform_run", { plan: data["plan"] });
    assert.deepEqual(
      front.seen.filter(({ line }) => /^POST .*orders/.test(line)),
      [],
    );
  });

  it("refuses a rule that is not, a plan that is not, and a venue that is away", async (t) => {
    const profile = await venueFor(t);
    const { call } = await bridged(t, { ...profile, baseUrl: "http://127.0.0.1:1" });
    assert.match((await call("explain", { rule: "TIF-NONE" })).text, /no rule matches/);
    assert.match((await call("conform_run", { plan: "plan-7" })).text, /there is no plan plan-7/);
    assert.match((await call("conform_causes")).text, /conform_run makes one/);
    const { data } = await call("conform_plan", { only: ["TIF-*"] });
    const away = await call("conform_run", { plan: data["plan"] });
    assert.ok(away.isError, away.text);
  });
});

describe("simulating through the bridge", () => {
  it("tells what a seed came to, the same each time", async (t) => {
    const { call } = await bridged(t, await venueFor(t));
    const asked = { seed: 7, seeds: 2, steps: 200 };
    const first = await call("simulate", asked);
    assert.equal(first.data["held"], true);
    assert.deepEqual((await call("simulate", asked)).data, first.data);
  });
});
