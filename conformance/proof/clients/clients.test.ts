import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checked } from "../../../scenarios/session/check.ts";
import {
  CLIENT_VENUES,
  keptVerdicts,
  recordedClients,
  replayedOn,
  sessionOf,
} from "./venues.fixture.ts";

const kept = keptVerdicts();

it("every recorded client has its verdicts", () => {
  assert.ok(recordedClients().length > 0);
  assert.deepEqual(Object.keys(kept).sort(), recordedClients());
});

for (const client of recordedClients()) {
  describe(`the session of ${client}`, () => {
    it("is whole and free of secrets", async () => {
      assert.equal(await checked(sessionOf(client)), 0);
    });
    for (const venue of CLIENT_VENUES) {
      // How many lines come to which verdict is a matter of the pace, the gravest one is not.
      it(`replays on ${venue}`, async () => {
        const { result, verdict, detail, counts } = await replayedOn(venue, sessionOf(client));
        assert.equal(result, "pass", detail ?? "");
        assert.equal(verdict, kept[client]?.[venue].verdict, JSON.stringify(counts));
      });
    }
  });
}
