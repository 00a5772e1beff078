/** The shape of a watch over the answers to well-formed orders: one rule each, all answers of a run. */

import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
  readPlaced,
} from "../../scenarios/deployment/reading/order.ts";
import { isRepeat } from "../../scenarios/deployment/reading/repeats.ts";
import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../scenarios/deployment/wire/exchange.ts";
import { asItWent } from "../../scenarios/deployment/wire/written.ts";
import type { Watch, Watchful } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Expectation } from "../check/expectation.ts";
import type { Need } from "../check/need.ts";
import { answerGist } from "../expect/answers.ts";
import { isPlacement } from "../expect/listed-routes.ts";
import { isWellFormed } from "../expect/well-formed.ts";

/** The rule that a plain order is taken by. */
const PLAIN = "TIF-GTC-01";

/** One watch over order results as data. */
export interface ResultWatch {
  rule: string;
  title: string;
  needs?: readonly Need[];
  /** Which results the rule is about; all when not given. */
  about?: (placed: PlaceResponse) => boolean;
  demand: Expectation<PlaceResponse>;
  /** The same with a memory of its own for each run, where a result is judged by earlier ones. */
  remembering?: () => Expectation<PlaceResponse>;
  /** Makes at least one such result; a plain resting order unless given. */
  provoke?: (t: CheckContext) => Promise<PlaceResponse>;
}

/** Makes the watch of one rule. */
export function resultWatch(spec: ResultWatch): Watch {
  const about = spec.about ?? (() => true);
  const selected = (exchange: Exchange): PlaceResponse | null => {
    const placed = orderResult(exchange);
    return placed !== null && about(placed) ? placed : null;
  };
  const watchful = (demand: Expectation<PlaceResponse>): Watchful => ({
    selects: (exchange) => selected(exchange) !== null,
    expects: { says: demand.says, judge: (exchange) => demand.judge(selected(exchange)!) },
  });
  const { remembering } = spec;
  return {
    title: spec.title,
    proves: [spec.rule],
    needs: spec.needs ?? ["agent", "market"],
    ...watchful(spec.demand),
    ...(remembering && { remembering: () => watchful(remembering()) }),
    async body(t) {
      const { exchange } = await (spec.provoke ?? restingBuy)(t);
      if (selected(exchange) !== null) return;
      const what = `the order sent for it was answered ${answerGist(exchange)}`;
      throw exchange.response?.status === 201 ? new Inconclusive(what) : new StandsOn(PLAIN, what);
    },
  };
}

/**
 * The result of a well-formed order sent for the first time; null for any other exchange. A probe
 * that sent nonsense on purpose, or a replay, is no ground to judge a result by its request.
 */
export function orderResult(exchange: Exchange): PlaceResponse | null {
  const known = results.get(exchange);
  if (known !== undefined) return known;
  const result = resultIn(exchange);
  results.set(exchange, result);
  return result;
}

/** Each watch asks of every exchange. */
const results = new WeakMap<Exchange, PlaceResponse | null>();

function resultIn(exchange: Exchange): PlaceResponse | null {
  if (!isPlacement(exchange) || isRepeat(exchange)) return null;
  const order = succeeded(exchange) ? orderIn(asItWent(exchange.request) ?? "") : null;
  if (order === null || !isWellFormed(order) || mayBeKnown(order)) return null;
  return readPlaced(order, exchange);
}

/** Of ids of one character there are few: one may be that of an order of an earlier run. */
function mayBeKnown({ client_order_id: id }: OrderBody): boolean {
  return typeof id === "string" && id.length === 1;
}

function restingBuy({ agent, market }: CheckContext): Promise<PlaceResponse> {
  return agent.place(market.resting());
}

/** The order in a body text; null unless it is JSON written plainly (no duplicate keys, no 1.0). */
function orderIn(bodyText: string): OrderBody | null {
  try {
    const body: unknown = JSON.parse(bodyText);
    return JSON.stringify(body) === bodyText ? objectOf(body) : null;
  } catch {
    return null;
  }
}
