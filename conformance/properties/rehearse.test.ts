import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { EMPTY, makersFor } from "../model/market-state.ts";
import { rehearse } from "./rehearse.ts";
import { resolved } from "./resolve.ts";
import { orders, type PropertyStep, STEPS, scriptOf } from "./step.ts";

const { order, cancel, cancelAll } = STEPS;
const scripts = scriptOf(fc.oneof(order, cancel, cancelAll) as fc.Arbitrary<PropertyStep>, 200);

describe("a rehearsed script", () => {
  it("wastes no command: each is something done", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        assert.equal(rehearse(script).acts.length, script.length);
      }),
    );
  });

  it("is as long as asked for, not fast-check's ten", () => {
    const [longest] = fc
      .sample(scripts, { seed: 1, numRuns: 20 })
      .toSorted((a, b) => b.length - a.length);
    assert.ok(Number(longest?.length) > 150);
  });

  it("holds against each other what its agents hold", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const [first = 0, second = 0] = rehearse(script).left.held;
        assert.equal(Number(first) + Number(second), 0);
      }),
    );
  });

  it("leaves a book that is not crossed", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { bids, asks } = rehearse(script).left;
        assert.ok((bids?.[0]?.[0] ?? -1) < (asks?.[0]?.[0] ?? 99));
      }),
    );
  });
});

describe("a step", () => {
  const agents = ["a", "b"] as const;
  const state = {
    ...EMPTY,
    resting: [
      { id: "own", agent: "a", side: "SELL" as const, price: 1, qty: 2 },
      { id: "other's", agent: "b", side: "SELL" as const, price: 2, qty: 2 },
    ],
  };
  const context = (allowed: boolean) => ({
    ...{
      agents,
      owners: agents,
      prices: [0, 1, 2, 3],
      state,
      own: true,
      mayReduce: false,
      mayDecline: () => allowed,
    },
  });

  it("never means an order that meets its own agent's", () => {
    fc.assert(
      fc.property(orders(5), (step) => {
        const terms = resolved(context(true), step);
        const met = makersFor(state, terms).map(({ agent }) => agent);
        assert.ok(!met.includes(agents[step.who] ?? ""));
      }),
    );
  });

  it("never means an order that meets one of its owner's", () => {
    const kin = { ...context(true), owners: ["the same", "the same"] };
    fc.assert(
      fc.property(orders(5), (step) => {
        assert.deepEqual(makersFor(state, resolved(kin, step)), []);
      }),
    );
  });

  it("means a plain order where a decline is one too many", () => {
    const fok = { do: "order", who: 1, side: 0, level: 0, qty: 3, tif: 3 } as const;
    assert.equal(resolved(context(true), fok).tif, "FOK");
    assert.equal(resolved(context(false), fok).tif, "GTC");
  });
});
