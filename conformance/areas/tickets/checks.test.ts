import assert from "node:assert/strict";
import { test } from "node:test";
import { connectTo } from "../../../scenarios/deployment/connect.ts";
import { survey } from "../../../scenarios/deployment/survey.ts";
import type { WireAnswer } from "../../interposer/interposer.ts";
import { startVariant } from "../../proof/variant-venue.ts";
import { judgeDeployment } from "../../run/judge-deployment.ts";
import { select } from "../../run/selection.ts";

const LIFETIME = "TKT-MINT-03";
const AN_HOUR_MS = 3_600_000;

/** An edge that dates answers by a clock of its own, or not at all. */
const EDGES: Record<string, (headers: WireAnswer["headers"]) => WireAnswer["headers"]> = {
  "an hour ahead": (headers) => ({
    ...headers,
    date: new Date(Date.now() + AN_HOUR_MS).toUTCString(),
  }),
  "not at all": ({ date: _, ...headers }) => headers,
};

for (const [how, dated] of Object.entries(EDGES)) {
  test(`a ticket's life is told by the clock that control moves, answers dated ${how}`, async (t) => {
    const venue = await startVariant(
      {
        wire: () => async (request, behind) => {
          const answer = await behind(request);
          return { ...answer, headers: dated(answer.headers) };
        },
      },
      { control: true, seed: 1 },
    );
    t.after(() => venue.close());
    const deployment = await survey(await connectTo(venue.profile));
    t.after(() => deployment.close());
    const { report } = await judgeDeployment(deployment, select([LIFETIME], []), { seed: 1 });
    assert.deepEqual(
      report.rules.map(({ id, result }) => [id, result]),
      [[LIFETIME, "pass"]],
    );
  });
}
