/** Nothing is placed while the kill switch is on. */
import type { Gate } from "./gate.ts";

/** Spec: EXCHANGE_FROZEN. D-170; also replays of known client order ids (D-048). */
export const killSwitch: Gate = {
  name: "kill-switch",
  check: (_order, { frozen }) =>
    frozen ? { kind: "refused", code: "EXCHANGE_FROZEN", message: "the kill switch is on" } : null,
};
