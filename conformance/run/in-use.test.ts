import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonServer } from "../../scenarios/deployment/server.fixture.ts";
import { attempt } from "./attempt.ts";
import { InUse, namesIn } from "./in-use.ts";
import { checkOf, credentialsOf, stateAt } from "./run-state.fixture.ts";

const names = (one: string) => one.split(" ");
const take = (inUse: InUse, ...drawn: string[]) => inUse.take(async () => drawn, names);

describe("what is in use", () => {
  it("is given once at a time, what is free beside it at once", async () => {
    const inUse = new InUse();
    const first = await take(inUse, "a", "b");
    assert.equal(first.one, "a");
    const second = await take(inUse, "a", "b");
    assert.equal(second.one, "b");
    let isThere = false;
    const third = take(inUse, "a b").then((hand) => {
      isThere = true;
      return hand;
    });
    first.release();
    await sleep(5);
    assert.equal(isThere, false, "b is in use still");
    second.release();
    assert.equal((await third).one, "a b");
  });

  it("goes to who waits longest, also where others need less", async () => {
    const inUse = new InUse();
    const seen: string[] = [];
    const first = await take(inUse, "a");
    const waiting = ["a b", "b"].map((one) =>
      take(inUse, one).then((hand) => {
        seen.push(one);
        hand.release();
      }),
    );
    await sleep(5);
    assert.deepEqual(seen, []);
    first.release();
    await Promise.all(waiting);
    assert.deepEqual(seen, ["a b", "b"]);
  });

  it("is not lost to who could not draw", async () => {
    const inUse = new InUse();
    await assert.rejects(
      inUse.take(() => Promise.reject(new Error("nothing to draw")), names),
      /nothing to draw/,
    );
    assert.equal((await take(inUse, "a")).one, "a");
  });

  it("is an owner, whichever of the owner's agents, and an open market", () => {
    const one = {
      name: "n",
      owner: "o",
      agentId: "i",
      apiKey: "k",
      secondApiKey: null,
      scopes: [],
    };
    const sibling = { ...one, name: "s", agentId: "j" };
    const named = namesIn({ agent: one, sibling, closed: new Map() });
    assert.deepEqual(named, ["owner o"]);
  });
});

test("what a check uses that waits a minute is free from then on, and not before", async (t) => {
  const { url } = await jsonServer(t, {});
  const state = stateAt(t, url, { agents: [credentialsOf("maker")] });
  let passes = () => {};
  const minute = new Promise<void>((resolve) => {
    passes = resolve;
  });
  t.mock.method(state.deployment.clock, "sleep", () => minute);
  const seen: string[] = [];
  const waiting = checkOf(
    async ({ clock }) => {
      seen.push("places");
      await sleep(5);
      seen.push("waits");
      await clock.sleep(60_000);
      seen.push("goes on");
    },
    { needs: ["agent", "minute"] },
  );
  const other = checkOf(async () => void seen.push("another"), { needs: ["agent"] });
  const manners = { waitsMostMs: Infinity, alone: async () => () => {}, inUse: new InUse() };
  const attempted = [waiting, other].map((check) =>
    attempt({ check, cells: [{}] }, state, manners),
  );
  await attempted[1];
  passes();
  await attempted[0];
  assert.deepEqual(seen, ["places", "waits", "another", "goes on"]);
});
