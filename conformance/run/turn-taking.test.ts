import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { TurnTaking } from "./turn-taking.ts";

describe("turns", () => {
  it("who is alone waits for what is under way, and holds up what comes", async () => {
    const turns = new TurnTaking();
    const seen: string[] = [];
    const task = (name: string) => async () => {
      seen.push(`${name} begins`);
      await sleep(5);
      seen.push(`${name} ends`);
    };
    const first = turns.together(task("first"));
    const second = turns.together(task("second"));
    await sleep(1);
    const alone = turns.alone();
    const late = turns.together(task("late"));
    const release = await alone;
    seen.push("alone");
    await sleep(10);
    release();
    await Promise.all([first, second, late]);
    const order = ["first begins", "second begins", "first ends", "second ends", "alone"];
    assert.deepEqual(seen, [...order, "late begins", "late ends"]);
  });

  it("two are alone one after the other", async () => {
    const turns = new TurnTaking();
    const one = await turns.alone();
    let isMine = false;
    const two = turns.alone().then((release) => {
      isMine = true;
      return release;
    });
    await sleep(5);
    assert.equal(isMine, false);
    one();
    (await two)();
    assert.equal(await turns.together(async () => isMine), true);
  });

  it("one stays alone over several tasks, until it lets the others go on", async () => {
    const turns = new TurnTaking();
    const { alone, goOn } = turns.forOne();
    await alone();
    let hasBegun = false;
    const late = turns.together(async () => {
      hasBegun = true;
    });
    await alone();
    await sleep(5);
    assert.equal(hasBegun, false);
    goOn();
    await late;
    await alone();
    goOn();
    (await turns.alone())();
  });

  it("a task that fails gives its place free", async () => {
    const turns = new TurnTaking();
    await assert.rejects(
      turns.together(async () => {
        throw new Error("failed");
      }),
      /failed/,
    );
    (await turns.alone())();
  });
});
