/** The reference feed, cut off for a while. Spec: HTTP statuses, 502; Reject codes. */

import type { CheckContext } from "../check/check-context.ts";

/** Acts with the feed cut off, and joins it again whatever happens. Needs: feed-switch. */
export async function whileCut<Result>(
  t: CheckContext,
  act: () => Promise<Result>,
): Promise<Result> {
  await t.control.reachFeed(false);
  try {
    return await act();
  } finally {
    await t.control.reachFeed(true);
  }
}
