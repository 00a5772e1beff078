/** The mark of a perp, as its record tells it. Units: market price units. */
import { markOf } from "../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, readable } from "../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../check/check-context.ts";
import { is } from "../check/expectation.ts";
import { marketRecord } from "../check/market-record.ts";

/** Errors: Missing where it cannot be read. */
export async function markIn({ agent, market }: CheckContext): Promise<number> {
  const record = await marketRecord(agent, market.id);
  return readable(record && markOf(record), "the mark of a perp");
}

/** Sets it. Errors: Inconclusive where the market does not show the mark that was set. */
export async function markMoved(t: CheckContext, to: number): Promise<number> {
  const mark_price = Math.round(to);
  await t.control.setMarket(t.market.id, { mark_price });
  const shown = await t.reading(() => markIn(t), is(mark_price));
  if (shown === mark_price) return shown;
  throw new Inconclusive(`a mark of ${mark_price} was set, and ${shown} is shown`);
}
