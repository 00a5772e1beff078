/** The reference feed of bitcoin. Spec: Markets and data; D-110, D-111, D-115. */

import { oddOf } from "../../../scenarios/decisions/forms.ts";
import { type PointReading, pointsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { http, oddHttp } from "../../expect/answers.ts";
import { atMostRows } from "../../expect/pages.ts";

// A feed whose upstream is away answers 502 or 503: that is nobody's defect, so reads are plain.
const HISTORY = "/feed/btc-spot/history";
const CANDLES = "/feed/btc-spot/candles";
const HEALTH = "/feed/btc-spot/health";
const CANDLES_DEFAULT = 500;
const SECONDS_ASKED = 60;
/** What a feed's own clock and its period may add. Units: ms. */
const SLACK_MS = 60_000;

const history: Check = {
  title: "GET btc-spot/history answers 200",
  proves: ["SPOT-HIST-01"],
  needs: ["agent"],
  async body(t) {
    t.expect("SPOT-HIST-01", await t.agent.get(HISTORY), http(200));
  },
};

const ageOfPoints: Check = {
  title: "whether the points of btc-spot/history are of the seconds asked for",
  proves: ["SPOT-HIST-02"],
  needs: ["agent"],
  async body(t) {
    const nowMs = await t.clock.serverNow();
    const { response } = await t.agent.get(HISTORY, { seconds: String(SECONDS_ASKED) });
    const points = readable(pointsOf(response?.body), "the points of btc-spot/history");
    t.expect("SPOT-HIST-02", points, notBefore(nowMs - SECONDS_ASKED * 1_000 - SLACK_MS));
  },
};

function notBefore(earliestMs: number): Expectation<readonly PointReading[]> {
  const early = (points: readonly PointReading[]) =>
    points.filter(({ tsMs }) => tsMs < earliestMs).length;
  return that(
    `no point older than ${SECONDS_ASKED} s and a minute`,
    (points) => early(points) === 0,
    () => "older points",
  );
}

const candles: Check = {
  title: "GET btc-spot/candles gives at most 500 candles, or as many as limit says",
  proves: ["SPOT-CDL-01"],
  needs: ["agent"],
  async body(t) {
    t.expect("SPOT-CDL-01", await t.agent.get(CANDLES), atMostRows(CANDLES_DEFAULT));
    const one = await t.agent.get(CANDLES, { limit: "1" });
    t.expect("SPOT-CDL-01", one, atMostRows(1));
  },
};

const health: Check = {
  title: "GET btc-spot/health answers 200",
  proves: ["SPOT-HLT-01"],
  needs: ["agent"],
  async body(t) {
    const answer = await t.agent.get(HEALTH, {}, { tolerates: oddOf("D-111") });
    const down = oddOf("D-111").map((status) =>
      oddHttp(status, "the health of the feed is an error"),
    );
    t.expect("SPOT-HLT-01", answer, anyOf(http(200), ...down));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [history, ageOfPoints, candles, health];
