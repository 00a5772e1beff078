import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import type { Check } from "../check/check.ts";
import { startIndependentVenue } from "../proof/independent-venue/index.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { acrossMarkets } from "./across-markets.ts";
import { contest } from "./contest.ts";
import { raceTakers } from "./races.ts";

/** What checks come to on a legal venue whose operator makes markets, but no agents. */
async function judged(check: Check) {
  const venue = await startIndependentVenue({ control: ["markets"], readLagMs: 0, jitterMs: 0 });
  const checks = [{ ...check, over: { kind: ["BTC_BINARY"] } } as const];
  try {
    const profile = profileOf(venue.profile as ProfileFile);
    return (await judgeSuite(profile, { checks, fresh: false, asFound: true })).rules;
  } finally {
    await venue.close();
  }
}

describe("a property of agents that the whole run shares, on markets made for it", () => {
  it("races in every round on a market where nothing is left of the one before", async () => {
    const [rule] = await judged(contest("PROP-CONC-02", raceTakers));
    assert.deepEqual([rule?.result, rule?.detail], ["pass", null]);
  });

  it("counts of what agents have open what is in the markets of the play", async () => {
    const [answers, state, cash] = await judged(
      acrossMarkets({
        ...{ answers: "PROP-STATEFUL-04", state: "PROP-STATEFUL-05", cash: "PROP-STATEFUL-06" },
      }),
    );
    assert.deepEqual([answers?.result, state?.result], ["pass", "pass"]);
    assert.match(String(cash?.detail), /may be used by others/);
  });
});
