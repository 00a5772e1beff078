/** What a deployment's operator endpoint lets a check do, if it offers one. */

/** Spec: design of the control protocol v1; each call needs the capability of its name. */
export interface Operator {
  /** Names of the feature gates. */
  gates: readonly string[];
  freeze(frozen: boolean): Promise<void>;
  reachFeed(reachable: boolean): Promise<void>;
  closeGate(name: string, closed: boolean): Promise<void>;
  setMarket(marketId: string, change: Record<string, unknown>): Promise<void>;
  createMarket(fields: Record<string, unknown>): Promise<string>;
}
