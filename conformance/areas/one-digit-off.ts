/** Ids that no market has, and that are nearly those of one: found by a lookup that cuts them short. */
import { mentions } from "../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../check/check-context.ts";

const DIGITS = [..."0123456789abcdef"];

/** An id unlike this one in its last digit alone. Errors: Missing where a market has each of them. */
export async function oneDigitOff(t: CheckContext, id: string): Promise<string> {
  for (const digit of DIGITS) {
    const other = id.slice(0, -1) + digit;
    if (other !== id && !(await isMarket(t, other))) return other;
  }
  throw new Missing("needs an id next to a market's that no market has");
}

async function isMarket(t: CheckContext, id: string): Promise<boolean> {
  const { response } = await t.agent.get(`/markets/${id}`);
  return response?.status === 200 && mentions(response.body, id);
}
