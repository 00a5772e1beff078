/** The reference feed of bitcoin. Spec: Markets and data; D-110, D-111, D-115. */

import { oddOf } from "../../../scenarios/decisions/forms.ts";
import { candlesOf, pointsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { anyOf } from "../../check/expectation.ts";
import { http, oddHttp } from "../../expect/answers.ts";
import { rowCount } from "../../expect/pages.ts";
import { readData } from "../data-route.ts";
import { judgeExactly, judgePages, judgeSameRows } from "../defaults.ts";
import { judgePeriods } from "../periods.ts";
import { judgeLimited } from "../periods-limited.ts";
import { history } from "./checks-history.ts";
import { minutesMoved, ofOneMinute } from "./minutes.ts";

// A feed whose upstream is away answers 502 or 503: that is nobody's defect, so reads are plain.
const CANDLES = "/feed/btc-spot/candles";
const HISTORY = "/feed/btc-spot/history";
const HEALTH = "/feed/btc-spot/health";
const CANDLES_DEFAULT = 500;
/** The default of the feed, and one that is longer. Units: seconds. */
const PERIODS = [300, 900] as const;

const candleTimes = (body: unknown) => candlesOf(body)?.map(({ startMs }) => startMs) ?? null;

const candles: Check = {
  title: "GET btc-spot/candles gives at most 500 candles, or as many as limit says",
  proves: ["SPOT-CDL-01"],
  needs: ["shared-key"],
  each: true,
  body: (t) => judgePages(t, "SPOT-CDL-01", { path: CANDLES, byDefault: CANDLES_DEFAULT }),
};

const periodByDefault: Check = {
  title: "btc-spot/candles without period_seconds are those of period_seconds=300",
  proves: ["SPOT-CDL-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    for (const bare of [{}, { limit: "20" }, { limit: String(CANDLES_DEFAULT) }]) {
      const told = { ...bare, period_seconds: "300" };
      await judgeSameRows(t, "SPOT-CDL-02", { path: CANDLES, bare, told });
    }
  },
};

const asFarApart: Check = {
  title: "btc-spot/candles are as far apart as period_seconds says",
  proves: ["SPOT-CDL-02", "SPOT-CDL-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const asked = { path: CANDLES, periods: PERIODS };
    await judgePeriods(t, "SPOT-CDL-02", { ...asked, timesIn: candleTimes });
    await judgeLimited(t, "SPOT-CDL-01", asked);
  },
};

const ofAMinute: Check = {
  title: "btc-spot/candles of a minute are no candles of five, where the feed moves each minute",
  proves: ["SPOT-CDL-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const { response } = await readData(t, HISTORY);
    const points = readable(pointsOf(response?.body), "the points of btc-spot/history");
    const demand = ofOneMinute(minutesMoved(points));
    const read = () => readData(t, CANDLES, { period_seconds: "60" });
    await t.eventually("SPOT-CDL-02", read, demand);
  },
};

const candlesByDefault: Check = {
  title: "of 501 candles of btc-spot 500 come without limit",
  proves: ["SPOT-CDL-03"],
  needs: ["shared-key"],
  async body(t) {
    const query = { period_seconds: "60" };
    const more = { ...query, limit: String(CANDLES_DEFAULT + 1) };
    const there = rowCount((await readData(t, CANDLES, more)).response?.body) ?? 0;
    if (there <= CANDLES_DEFAULT) t.moot("SPOT-CDL-03", `the feed had ${there} candles`);
    else await judgeExactly(t, "SPOT-CDL-03", { path: CANDLES, byDefault: CANDLES_DEFAULT, query });
  },
};

const health: Check = {
  title: "GET btc-spot/health answers 200",
  proves: ["SPOT-HLT-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const answer = await t.agent.get(HEALTH, {}, { tolerates: oddOf("D-111") });
    const down = oddOf("D-111").map((status) =>
      oddHttp(status, "the health of the feed is an error"),
    );
    t.expect("SPOT-HLT-01", answer, anyOf(http(200), ...down));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ...history,
  candles,
  periodByDefault,
  asFarApart,
  ofAMinute,
  candlesByDefault,
  health,
];
