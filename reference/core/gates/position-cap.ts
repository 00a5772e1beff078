/** A position, were all orders of its direction filled, stays within the cap. */
import { decline, type Gate } from "./gate.ts";

/** Spec: POSITION_CAP. D-063. */
export const positionCap: Gate = {
  name: "position-cap",
  check: (order, { market, position }) => {
    const isBuy = order.side === "BUY";
    const held = isBuy ? position!.qty : -position!.qty;
    const reached = held + position!.side(isBuy).qty + order.qty;
    return reached <= market!.positionCap
      ? null
      : decline("POSITION_CAP", `${reached} contracts, the cap is ${market!.positionCap}`);
  },
};
