/** What a deployment's operator endpoint lets a check do, if it offers one. */

/** Spec: design of the control protocol v1; each call needs the capability of its name. */
export interface Operator {
  freeze(frozen: boolean): Promise<void>;
  setMarket(marketId: string, change: Record<string, unknown>): Promise<void>;
  createMarket(fields: Record<string, unknown>): Promise<string>;
}
