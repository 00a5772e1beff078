/** The shape of a watch over error answers, and what checks of errors and outages share. */

import { oddOf } from "../../scenarios/decisions/forms.ts";
import { codeOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Watch } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Expectation } from "../check/expectation.ts";
import type { Need } from "../check/need.ts";
import { envelopeOrGateway, isError } from "../expect/errors.ts";

/** One watch over error answers as data. */
export interface ErrorWatch {
  rule: string;
  title: string;
  needs?: readonly Need[];
  selects: (exchange: Exchange) => boolean;
  demand: Expectation<Exchange>;
  /** Makes at least one such answer; left out where no client can. */
  provoke?: (t: CheckContext) => Promise<unknown>;
}

/** Makes the watch of one rule. */
export function errorWatch(spec: ErrorWatch): Watch {
  return {
    title: spec.title,
    proves: [spec.rule],
    needs: spec.needs ?? ["agent"],
    selects: spec.selects,
    expects: spec.demand,
    async body(t) {
      await spec.provoke?.(t);
    },
  };
}

/** Sends an order that no venue can read. */
export function malformedOrder({ agent }: CheckContext): Promise<Exchange> {
  return agent.request({ method: "POST", path: "/orders", body: { side: [] } });
}

/** Sends a query parameter of the wrong type. */
export function malformedQuery({ agent }: CheckContext): Promise<Exchange> {
  return agent.orders({ limit: "abc" });
}

/** A 503 that is not the kill switch. */
export function isGated(exchange: Exchange): boolean {
  return isError(exchange, 503) && codeOf(exchange.response?.body) !== "EXCHANGE_FROZEN";
}

/** Statuses of an outage, where a check makes one. */
export const TOLERANT = { tolerates: oddOf("D-115") };

/** Judges the answers with that status; the rule is conditional: there may be none. */
export function judgeAnswered(
  t: CheckContext,
  { rule, status, answers }: { rule: string; status: number; answers: readonly Exchange[] },
): void {
  const met = answers.filter(({ response }) => response?.status === status);
  for (const answer of met) t.expect(rule, answer, envelopeOrGateway);
  if (met.length === 0) t.moot(rule, `nothing was answered ${status}`);
}
