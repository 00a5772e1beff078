/** The operator's calls that checks use, on the control protocol. */
import type { Control } from "../../scenarios/deployment/control.ts";
import type { Operator } from "../trial/operator.ts";

export function operatorOf(control: Control): Operator {
  return {
    gates: control.gates,
    reachFeed: async (reachable) => void (await control.setUpstream(reachable)),
    closeGate: async (name, closed) => void (await control.setGate(name, closed)),
    freeze: async (frozen) => void (await control.freeze(frozen)),
    setMarket: async (marketId, change) => void (await control.updateMarket(marketId, change)),
    createMarket: (fields) => control.createMarket(fields),
  };
}
