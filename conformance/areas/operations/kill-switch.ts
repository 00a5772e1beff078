/** The kill switch as checks use it: on for as long as they look, and off again. Spec: D-170. */

import type { CheckContext } from "../../check/check-context.ts";
import { placedThat } from "../../expect/placed.ts";

/** What a frozen venue answers is looked at. */
export const FROZEN = { tolerates: [503] };
/** An amend or a ladder may be no route at all. */
export const PERHAPS = { tolerates: [501, 503] };

/** An order that the kill switch has refused. */
export const frozen = placedThat(
  "HTTP 503 with EXCHANGE_FROZEN",
  (placed) => placed.httpStatus === 503 && placed.reason === "EXCHANGE_FROZEN",
);

/** Acts with the kill switch on, and releases it whatever happens. */
export async function whileFrozen<T>(t: CheckContext, act: () => Promise<T>): Promise<T> {
  await t.control.freeze(true);
  try {
    return await act();
  } finally {
    await t.control.freeze(false);
  }
}
