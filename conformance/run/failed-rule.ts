/** Where a rule failed and where it held, in the dimensions in which a venue can differ. */
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Cell } from "../check/cell.ts";
import type { Shown } from "./run.ts";

const TELLING = [
  ...(["kind", "side", "type", "tif", "status", "position"] as const),
  ...(["prefix", "caller", "route", "parameter"] as const),
] as const;

/** The part of a cell that says where a defect is. */
export type Where = Pick<Cell, (typeof TELLING)[number]>;

/** The kind of a market by its id; undefined for one that the run was not given. */
export type KindOf = (marketId: string) => Cell["kind"];

/** Where something was seen: its cell, and the kind and side of the order that decided. */
export function whereOf({ finding, evidence }: Shown, kindOf: KindOf): Where {
  return { ...(evidence && ofOrder(evidence.deciding, kindOf)), ...finding.cell };
}

function ofOrder({ request }: Exchange, kindOf: KindOf): Where {
  const order = objectOf(jsonIn(request.bodyText ?? ""));
  const kind = kindOf(String(order["market_id"]));
  const side = order["side"];
  return {
    ...(kind !== undefined && { kind }),
    ...((side === "BUY" || side === "SELL") && { side }),
  };
}

export class FailedRule {
  /** The exchanges that showed it. */
  readonly deciding: Exchange[] = [];
  readonly #failed: Where[] = [];
  readonly #held: Where[] = [];

  /** What was shown of a rule; it may not have failed at all. */
  constructor(rule: string, shown: readonly Shown[], kindOf: KindOf) {
    for (const one of shown) {
      if (one.finding.rule !== rule) continue;
      if (one.finding.result === "pass") this.#held.push(whereOf(one, kindOf));
      if (one.finding.result !== "fail") continue;
      this.#failed.push(whereOf(one, kindOf));
      if (one.evidence !== null) this.deciding.push(one.evidence.deciding);
    }
  }

  /** Whether it failed, and held nowhere. */
  get isWhole(): boolean {
    return this.#failed.length > 0 && this.#held.length === 0;
  }

  /** Whether it failed, and not only for other values than those of this place. */
  failsAt(where: Where): boolean {
    return this.#failed.length > 0 && !TELLING.some((dimension) => this.#holdsAt(dimension, where));
  }

  #holdsAt(dimension: (typeof TELLING)[number], where: Where): boolean {
    const value = where[dimension];
    const has = (one: Where) => value !== undefined && one[dimension] === value;
    return this.#held.some(has) && !this.#failed.some(has);
  }
}
