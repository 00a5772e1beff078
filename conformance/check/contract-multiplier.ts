/** Cents that one price unit of a contract is worth. */
import { contractMultiplierOf } from "../../scenarios/deployment/reading/reading.ts";
import type { CheckContext } from "./check-context.ts";
import { marketRecord } from "./market-record.ts";

/** That of the market of a check: 1, but on a perp what its record says; null where it says nothing. */
export async function multiplierIn({ agent, market }: CheckContext): Promise<number | null> {
  const { id, info } = market;
  if (info.kind !== "BTC_PERP") return 1;
  const record = await marketRecord(agent, id);
  return record && contractMultiplierOf(record);
}
