/** A POST_ONLY order never takes. */
import { reaches } from "../book.ts";
import { effectiveTif } from "../idempotency.ts";
import { decline, type Gate } from "./gate.ts";

/** Spec: POST_ONLY_WOULD_CROSS. D-025: an equal price crosses, and so does an order of one's own. */
export const postOnly: Gate = {
  name: "post-only",
  check: (order, { touch, limit }) => {
    const { side } = order;
    if (effectiveTif(order) !== "POST_ONLY") return null;
    return touch !== null && reaches(touch, limit, side === "BUY")
      ? decline("POST_ONLY_WOULD_CROSS", `would trade at ${touch}`)
      : null;
  },
};
