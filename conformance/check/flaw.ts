/** What is wrong with an order itself: whoever sends it, and whenever, it is refused. */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { MarketKind } from "../../scenarios/deployment/vocabulary.ts";
import type { Check } from "./check.ts";
import type { CheckContext } from "./check-context.ts";
import type { Rule } from "./rule.ts";

/** One such thing, which a check of its rule looks at by itself. */
export interface Flaw {
  rule: string;
  /** The kinds of market in which it is one; all of them where absent. */
  kinds?: readonly MarketKind[];
  /** Whether it may be told by a decline, as the book gives it: those are counted. */
  declines: boolean;
  /** Whether it is one of who holds nothing alone: of others the member may be ignored (D-079). */
  flat?: true;
  /** The order with it; null where an order like this cannot have it. */
  spoil(order: OrderBody, t: CheckContext): Promise<OrderBody | null>;
}

/** A check that looks at flaws one by one. */
export interface FlawCheck extends Check {
  flaws: readonly Flaw[];
}

/** The flaws that every venue has to refuse, of those that these checks are about. */
export function flawsOf(checks: readonly Check[], rules: readonly Rule[]): Flaw[] {
  const flaws = checks.flatMap((check) => ("flaws" in check ? (check as FlawCheck).flaws : []));
  return flaws.flatMap((flaw) => {
    const rule = rules.find(({ id }) => id === flaw.rule);
    if (rule === undefined || rule.level === "open" || rule.claim !== undefined) return [];
    const kinds = flaw.kinds ?? rule.over?.kind;
    return [{ ...flaw, ...(kinds && { kinds }) }];
  });
}

/**
 * The order with the members that only the other one has, which it would not be complete without.
 * Shape: null where one sweeps and the other does not.
 */
export function completed(order: OrderBody, like: OrderBody): OrderBody | null {
  const { price: _, ...others } = like;
  return order["type"] === like["type"] ? { ...others, ...order } : null;
}

/** The broken order without its id, unless that is what was broken. */
export function withoutId(broken: OrderBody, order: OrderBody): OrderBody {
  const { client_order_id: id, ...unnamed } = broken;
  return id === order["client_order_id"] ? unnamed : broken;
}
