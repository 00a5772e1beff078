import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import { changeOrder } from "../interposer/changes.ts";
import { runMutant } from "../proof/run-mutant.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { Broken } from "./broken.ts";
import { explore } from "./explore.ts";
import { stateful } from "./stateful.ts";

const RULE = "PROP-STATEFUL-01";

/** Judges a property of numbers, which sends nothing but a reading of the account. */
async function judged(play: (script: readonly { n: number }[]) => void) {
  const check: Check = {
    ...{ title: "numbers", proves: [RULE], needs: ["two-owners", "binary", "quiet"] },
    over: {},
    body: (t) =>
      explore(t, {
        rules: { answers: RULE, state: RULE },
        scripts: fc.array(fc.record({ n: fc.nat(9) }), { minLength: 20, maxLength: 20 }),
        plays: { own: 5, shared: 5 },
        async play(_, script) {
          await t.agent.get("/account");
          play(script);
        },
      }),
  };
  const venue = await startVariant({}, { control: true, seed: 1 });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks: [check] });
    return rules.find(({ id }) => id === RULE);
  } finally {
    await venue.close();
  }
}

const broken = () => new Broken("answers", { expected: "no nine", actual: "a nine" });

describe("a property", () => {
  it("passes where no script breaks it", async () => {
    assert.equal((await judged(() => {}))?.result, "pass");
  });

  it("fails with the smallest script, how small it became, and how to draw it again", async () => {
    const rule = await judged((script) => {
      if (script.some(({ n }) => n === 9)) throw broken();
    });
    assert.equal(rule?.result, "fail");
    assert.match(String(rule?.detail), /a nine \(1 of 20 commands kept, seed 1, path \d+\)/);
    assert.equal(rule?.failure?.exchanges.length, 1);
  });

  it("is inconclusive where a script breaks it once and not again", async () => {
    let times = 0;
    const rule = await judged(() => {
      times += 1;
      if (times === 1) throw broken();
    });
    assert.equal(rule?.result, "inconclusive");
  });

  it("leaves two scripts that were interfered with for others, and no more", async () => {
    for (const [interferences, result, plays] of [
      [2, "pass", 7],
      [3, "inconclusive", 3],
    ]) {
      let times = 0;
      const rule = await judged(() => {
        times += 1;
        if (times <= Number(interferences)) throw new Inconclusive("a cooldown");
      });
      assert.deepEqual([rule?.result, times], [result, plays]);
    }
  });

  it("is an error of the harness where a play itself goes wrong", async () => {
    const rule = await judged(() => {
      throw new TypeError("a bug");
    });
    assert.equal(rule?.result, "error");
  });
});

describe("the stateful property", () => {
  it("finds an order placed for more than was asked, in one command", async () => {
    const wire = () => changeOrder(({ qty }) => qty === 4 && { qty: 5 });
    const mutant = { name: "example", breaks: [RULE], defect: "An example.", wire };
    assert.deepEqual(await runMutant(mutant, true), { outcome: "killed", why: "" });
    const rules = { answers: RULE, state: RULE };
    assert.ok(stateful(rules, "PROP-STATEFUL-03").proves.includes(RULE));
  });
});
