/** Whether the band that an order was tried against is still its market's. */

import { geometryOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { marketRecord } from "../../check/market-record.ts";

/** Errors: Missing where the market's record tells another band by now: a perp's may follow its mark. */
export async function demandSameBand({ agent, market }: CheckContext): Promise<void> {
  const record = await marketRecord(agent, market.id);
  const [low, high] = market.info.band;
  const now = geometryOf(record ?? {})?.band ?? [low, high];
  if (now[0] === low && now[1] === high) return;
  throw new Missing("did not arise: a band that stays as it is while orders are tried at its ends");
}
