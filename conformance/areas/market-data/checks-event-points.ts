/** The history of an event: how often and how much by default. Spec: Markets and data; D-108. */

import {
  geometryOf,
  type Json,
  listOf,
  member,
  objectsIn,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { readData } from "../data-route.ts";
import { judgeExactly, judgeSameRows } from "../defaults.ts";

const PATH = "/markets/event-history";
const POINTS = 240;
/** More seconds than points come by default, and several minutes. Units: ms. */
const LONG_ENOUGH_MS = 300_000;

const pointsByDefault: Check = {
  title: "of 300 points of an event's market 240 come without limit, a minute apart by default",
  proves: ["MKT-EVT-03", "MKT-EVT-04"],
  needs: ["agent", "hours"],
  async body(t) {
    const { event_id, market } = await someEvent(t);
    await quoted(t, market);
    await t.clock.pass(LONG_ENOUGH_MS);
    const told = { event_id, period_seconds: "60", limit: String(POINTS), fixture_key: "" };
    await judgeSameRows(t, "MKT-EVT-04", { path: PATH, bare: { event_id }, told });
    const query = { event_id, period_seconds: "1" };
    const more = { ...query, limit: String(POINTS + 1) };
    const there = longest((await readData(t, PATH, more)).response?.body);
    if (there <= POINTS) t.moot("MKT-EVT-03", `an event had ${there} points`);
    else
      await judgeExactly(t, "MKT-EVT-03", {
        path: PATH,
        byDefault: POINTS,
        query,
        countOf: longest,
      });
  },
};

/** The last active market that names its event. Errors: Missing where none does. */
async function someEvent({ agent }: CheckContext): Promise<{ event_id: string; market: Json }> {
  const { response } = await agent.get("/markets/active");
  const named = (listOf(response?.body) ?? []).filter((market) => eventOf(market) !== null);
  const market = named.at(-1);
  const event_id = market && eventOf(market);
  if (market && event_id) return { event_id, market };
  throw new Missing("needs an active market whose record names its event");
}

function eventOf(market: Json): string | null {
  const id = member(market, "eventid");
  return typeof id === "string" && id !== "" ? id : null;
}

/** Rests an order near each end of the market's band, so that it has a mid. */
async function quoted(t: CheckContext, market: Json): Promise<void> {
  const { band, tick } = geometryOf(market) ?? {};
  if (!band || !tick) throw new Missing("needs a market whose record tells its band");
  const inside = Math.floor((band[1] - band[0]) / tick / 10) * tick;
  for (const [side, price] of [
    ["BUY", band[0] + inside],
    ["SELL", band[1] - inside],
  ]) {
    const order = { market_id: member(market, "id"), side, type: "LIMIT", price, qty: 2 };
    await t.agent.rests({ ...order, client_order_id: t.run.freshId() });
  }
}

/** The longest list within lists, such as the points of a market. */
function longest(body: unknown): number {
  const lists = objectsIn(body).flatMap((one) => Object.values(one).filter(Array.isArray));
  return Math.max(0, ...lists.map((list) => list.length));
}

/** Checks of events with points. */
export const eventPoints: readonly Check[] = [pointsByDefault];
