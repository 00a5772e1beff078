/** Orders whose ids are no UUIDs where other ids are: what is then wrong with them may be that of the id. */
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../scenarios/deployment/wire/uuid.ts";
import { leftOpen } from "./left-open.ts";
import type { Shown } from "./run.ts";

const IDS = "GEN-UUID-01";

/**
 * Failures that are shown with such an id stand on the rule of ids, where that holds elsewhere: a venue
 * all of whose ids have another form may find its orders by them.
 */
export function ofOddIds(shown: readonly Shown[]): Shown[] {
  const came = shown.filter(({ finding }) => finding.rule === IDS).map((one) => one.finding.result);
  if (!came.includes("fail") || !came.includes("pass")) return [...shown];
  return shown.map((one) => {
    const { finding, evidence } = one;
    const isAnothers = finding.result === "fail" && finding.rule !== IDS;
    return isAnothers && evidence?.exchanges.some(hasOddId) ? leftOpen(one, IDS) : one;
  });
}

function hasOddId({ response }: Exchange): boolean {
  const id = objectOf(response?.body)["order_id"];
  return typeof id === "string" && !isUuid(id);
}
