/** The margin mode of a position, as its record tells it. */
import { recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { CheckContext } from "../check/check-context.ts";

/** Margin modes of the spec. */
export const MODES = ["CROSS", "ISOLATED"] as const;

/** One of them. */
export type ModeShown = (typeof MODES)[number];

/**
 * The margin mode that the agent's position in the check's market tells, in letters of any case; null
 * where it tells none, or in other words: members of positions are not shown (D-120).
 */
export async function modeOf({ agent, market }: CheckContext): Promise<ModeShown | null> {
  const { response } = await agent.get("/positions");
  const told = String(recordOf(response?.body, market.id)?.["margin_mode"]).toUpperCase();
  return MODES.find((mode) => mode === told) ?? null;
}
