/** Where a rule failed and where it held, in the dimensions in which a venue can differ. */
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Cell, Over } from "../check/cell.ts";
import type { Finding } from "../check/judge.ts";
import { prefixIn } from "../expect/listed-routes.ts";
import type { Evidence } from "./evidence.ts";
import type { Shown } from "./run.ts";

const TELLING = [
  ...(["kind", "side", "type", "tif", "status", "position"] as const),
  ...(["prefix", "caller", "route", "parameter", "value"] as const),
] as const;

/**
 * What a value is, and whose side, is known to its rule alone: a taker's is the other one than that of
 * the maker whom it meets. By these no place of another rule is left out.
 */
const OF_ONE_RULE: readonly string[] = ["value", "side"];

type AskedDimension = (typeof TELLING)[number];

/** The part of a cell that says where a defect is. */
export type Where = Pick<Cell, AskedDimension>;

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

/** A failure in its cell, with the prefix that it was met under where its rule ranges over them, and its check not. */
export function located(finding: Finding, evidence: Evidence | null, over: Over = {}): Finding {
  const { cell = {}, result } = finding;
  if (result !== "fail" || evidence === null || !over.prefix || "prefix" in cell) return finding;
  return { ...finding, cell: { ...cell, prefix: prefixIn(evidence.deciding) } };
}

export class FailedRule {
  /** The exchanges that showed it. */
  readonly deciding: readonly Exchange[];
  /** Whether it failed, and held nowhere. */
  readonly isWhole: boolean;
  readonly #failed: Where[];
  /** The conditions that its failures take; undefined for those that take none. */
  readonly #conditions: ReadonlySet<string | undefined>;
  /** Where the checks held that failed elsewhere: what others see may not show a defect anywhere. */
  readonly #held: Where[];

  /** What was shown of a rule; it may not have failed at all. */
  constructor(rule: string, shown: readonly Shown[], kindOf: KindOf) {
    const own = shown.filter(({ finding }) => finding.rule === rule);
    const failed = own.filter(({ finding }) => finding.result === "fail");
    const held = own.filter(({ finding }) => finding.result === "pass");
    const seeing = new Set(failed.map(({ check }) => check));
    this.deciding = failed.flatMap(({ evidence }) =>
      evidence === null ? [] : [evidence.deciding],
    );
    this.isWhole = failed.length > 0 && held.length === 0;
    this.#conditions = new Set(failed.map(({ finding }) => finding.conditions));
    this.#failed = failed.map((one) => whereOf(one, kindOf));
    this.#held = held.filter(({ check }) => seeing.has(check)).map((one) => whereOf(one, kindOf));
  }

  /**
   * Whether it failed, and what failed may be broken in this place too: by one of the dimensions that
   * tell its failures from what held. A quick effort often leaves several of them. What takes the same
   * conditions to fail is broken by them, in whichever place either was seen.
   */
  failsAt(where: Where, conditions?: string): boolean {
    if (this.#failed.length === 0) return false;
    if (conditions !== undefined && this.#conditions.has(conditions)) return true;
    const apart = TELLING.filter((dimension) => this.#tellsApart(dimension));
    return apart.length === 0 || apart.some((dimension) => !this.#holdsAt(dimension, where));
  }

  /** Whether no value of the dimension is among both the failures and what held. */
  #tellsApart(dimension: AskedDimension): boolean {
    const held = valuesIn(this.#held, dimension);
    const failed = valuesIn(this.#failed, dimension);
    return held.size > 0 && failed.size > 0 && ![...failed].some((value) => held.has(value));
  }

  #holdsAt(dimension: AskedDimension, where: Where): boolean {
    const isComparable = !OF_ONE_RULE.includes(dimension);
    return isComparable && valuesIn(this.#held, dimension).has(where[dimension]);
  }
}

function valuesIn(places: readonly Where[], dimension: AskedDimension): Set<Where[AskedDimension]> {
  return new Set(places.map((one) => one[dimension]).filter((value) => value !== undefined));
}
