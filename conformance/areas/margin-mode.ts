/** The margin mode of a position, as its record tells it. */
import { recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { CheckContext } from "../check/check-context.ts";

/** Margin modes of the spec. */
export const MODES = ["CROSS", "ISOLATED"] as const;

/** The margin mode that the agent's position in the check's market tells; null where it tells none. */
export async function modeOf({ agent, market }: CheckContext): Promise<unknown> {
  const { response } = await agent.get("/positions");
  return recordOf(response?.body, market.id)?.["margin_mode"] ?? null;
}
