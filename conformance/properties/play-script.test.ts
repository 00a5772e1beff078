import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { results } from "../dialects/results.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { playScript } from "./play-script.ts";
import type { PropertyStep } from "./step.ts";

const RULE = "PROP-STATEFUL-01";

const BUY = { do: "order", side: 0, tif: 0 } as const;
const SELL = { do: "order", side: 1, tif: 0 } as const;

/** What a script comes to on a venue with this in front: why it broke, null where it did not. */
async function played(
  wire: (() => WireVariant) | undefined,
  play: (t: CheckContext) => Promise<unknown>,
): Promise<string | null> {
  const check: Check = {
    ...{ title: "a script", proves: [RULE], over: {} },
    needs: ["two-owners", "sibling", "binary", "quiet"],
    async body(t) {
      await play(t);
      t.moot(RULE, "played");
    },
  };
  const venue = await startVariant(wire ? { wire } : {}, { control: true, seed: 1 });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks: [check] });
    const rule = rules.find(({ id }) => id === RULE);
    return rule?.detail?.includes("played") ? null : String(rule?.detail);
  } finally {
    await venue.close();
  }
}

const dialect = (name: string) => results.find((one) => one.name === name)?.wire;

/** A reduce-only order that is cut back when another order closes what it was to close. */
const CUT_BACK: readonly PropertyStep[] = [
  { ...SELL, who: 1, level: 1, qty: 3 },
  { ...BUY, who: 0, level: 1, qty: 3 },
  { ...BUY, who: 0, level: 3, qty: 3, reduce: 1 },
  { ...BUY, who: 1, level: 0, qty: 2 },
  { ...SELL, who: 0, level: 0, qty: 2 },
  { do: "repeat", pick: 2, prefix: 0, key: 0 },
];

describe("a script on a legal venue", () => {
  it("may tell of a reduce-only order that was cut back when it is repeated", async () => {
    const wire = dialect("replay-shows-present-state");
    assert.ok(wire !== undefined);
    assert.equal(await played(wire, (t) => playScript(t, CUT_BACK, { pace: "patient" })), null);
  });
});
