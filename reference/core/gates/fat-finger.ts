/** A price or quantity that looks like a slip of the hand must be confirmed. */
import { decline, type Gate } from "./gate.ts";

/** Spec: FAT_FINGER. The bounds are inclusive, the confirmation lifts both. */
export const fatFinger: Gate = {
  name: "fat-finger",
  check: (order, { market, limits }) => {
    if (order.confirmFatFinger === true) return null;
    const { isPerp, givenMark: mark } = market!;
    const qtyMax = isPerp ? limits.fatFingerQtyPerp : limits.fatFingerQtyBinary;
    // How many are too many: D-062.
    if (order.qty > qtyMax) return decline("FAT_FINGER", `qty ${order.qty} is above ${qtyMax}`);
    if (!isPerp || mark === null || order.type === "MARKET") return null;
    const multiple = limits.fatFingerMarkMultiple;
    const price = order.price!;
    // How far is too far: D-062.
    return price > mark * multiple || price * multiple < mark
      ? decline("FAT_FINGER", `price ${price} is more than ${multiple} times off the mark ${mark}`)
      : null;
  },
};
