/**
 * What stands on what: where a plain request is refused, whatever else was asked by such a request
 * has met that refusal and nothing of its own. One defect is one failure (H-17).
 */

import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Cell } from "../check/cell.ts";
import type { Finding } from "../check/judge.ts";
import { idsAlike, routeIn } from "../expect/listed-routes.ts";
import { ANSWERING } from "../spec/answering.ts";
import { LISTED_ROUTES } from "../spec/routes.ts";
import { ABSENT, type RoutesSeen } from "./routes-seen.ts";
import type { Shown } from "./run.ts";

/** What is known of a run beside its findings. */
export interface Circumstances {
  routes: RoutesSeen;
  /** The kind of a market by its id; undefined for one that the run was not given. */
  kindOf(marketId: string): Cell["kind"];
}

/** A rule that others stand on: which refusals are its own. */
interface Base {
  rule: string;
  covers(exchange: Exchange, routes: RoutesSeen): boolean;
  /** Whether a refusal says the same on every route. */
  everywhere?: true;
}

const ROUTES = "GEN-ROUTE-01";
const PREFIXES: readonly [string, RegExp][] = [
  ["GEN-PREFIX-01", /^\/(?!(api|v1)\/)/],
  ["GEN-PREFIX-02", /^\/v1\//],
  ["GEN-PREFIX-03", /^\/api\/(?!v1\/)/],
  ["GEN-PREFIX-04", /^\/api\/v1\//],
];

const statusOf = ({ response }: Exchange) => response?.status ?? 0;
const isForbidden = (exchange: Exchange) => statusesOf("D-130").includes(statusOf(exchange));
const byKey = ({ request }: Exchange) => "authorization" in request.headers;

/** From the first that a request meets to the last. */
const BASES: readonly Base[] = [
  { rule: ROUTES, covers: (exchange, routes) => routes.isAbsent(exchange) },
  ...PREFIXES.map(([rule, under]) => ({
    rule,
    covers: (exchange: Exchange) =>
      under.test(exchange.request.path) && ABSENT.includes(statusOf(exchange)),
    everywhere: true as const,
  })),
  {
    rule: "SESS-CSRF-05",
    covers: (exchange) =>
      byKey(exchange) && exchange.request.method !== "GET" && isForbidden(exchange),
    everywhere: true,
  },
  { rule: "AUTH-BEAR-01", covers: (exchange) => byKey(exchange) && isForbidden(exchange) },
  ...Object.entries(ANSWERING).map(([route, rule]) => ({
    rule,
    covers: (exchange: Exchange) => routeIn(exchange) === idsAlike(route) && isRefusal(exchange),
  })),
];

/** What was shown, with failures that are another rule's left open and standing on it. */
export function standing(shown: readonly Shown[], known: Circumstances): Shown[] {
  const bases = BASES.map((base) => new FailedBase(base, shown, known));
  return shown.map((one) => {
    const { finding, evidence } = one;
    if (finding.result !== "fail" || evidence === null) return one;
    if (finding.rule === ROUTES) return { ...one, finding: naming(finding, known.routes.absent()) };
    const own = BASES.findIndex(({ rule }) => rule === finding.rule);
    const below = own < 0 ? bases : bases.slice(0, own);
    const base = below.find((candidate) => candidate.holds(finding, evidence.deciding));
    return base === undefined
      ? one
      : { ...one, finding: leftOpen(finding, base.rule), evidence: null };
  });
}

/** A route is missed by whoever asks for it: all that are not there are one thing to mend. */
function naming(finding: Finding, absent: readonly string[]): Finding {
  const detail = `${absent.length} of ${LISTED_ROUTES.length} routes are not there: ${absent.join(", ")}`;
  return { ...finding, detail };
}

function leftOpen({ rule, cell, actual }: Finding, stands: string): Finding {
  const detail = `stands on ${stands}: saw ${actual}`;
  return { rule, result: "inconclusive", detail, observed: null, stands, ...(cell && { cell }) };
}

/** Dimensions in which a base can fail for some values and hold for others. */
const TELLING = ["kind", "side", "prefix", "caller"] as const;
type Where = Pick<Cell, (typeof TELLING)[number]>;

class FailedBase {
  readonly rule: string;
  readonly #base: Base;
  readonly #known: Circumstances;
  readonly #refusals = new Set<string>();
  readonly #failed: Where[] = [];
  readonly #held: Where[] = [];

  constructor(base: Base, shown: readonly Shown[], known: Circumstances) {
    this.rule = base.rule;
    this.#base = base;
    this.#known = known;
    for (const { finding, evidence } of shown) {
      if (finding.rule !== base.rule) continue;
      const where = finding.cell ?? {};
      if (finding.result === "pass") this.#held.push(where);
      if (finding.result !== "fail" || evidence === null) continue;
      this.#refusals.add(this.#saying(evidence.deciding));
      this.#failed.push({ ...whereIs(evidence.deciding, known), ...where });
    }
  }

  /** Whether the failure has met this base's refusal, where this base does not hold. */
  holds(finding: Finding, deciding: Exchange): boolean {
    if (this.#failed.length === 0) return false;
    const { routes } = this.#known;
    if (!this.#base.covers(deciding, routes)) return false;
    const isSaid = routes.isAbsent(deciding) || this.#refusals.has(this.#saying(deciding));
    const where: Where = { ...whereIs(deciding, this.#known), ...finding.cell };
    return isSaid && !TELLING.some((dimension) => this.#holdsAt(dimension, where));
  }

  #holdsAt(dimension: (typeof TELLING)[number], where: Where): boolean {
    const value = where[dimension];
    const has = (one: Where) => value !== undefined && one[dimension] === value;
    return this.#held.some(has) && !this.#failed.some(has);
  }

  /** What an answer says, and where: two refusals with the same words are one. */
  #saying(exchange: Exchange): string {
    const { status = 0, body } = exchange.response ?? {};
    const code = codeOf(body) ?? objectOf(body)["reject_reason"] ?? "";
    return `${this.#base.everywhere ? "" : routeIn(exchange)} ${status} ${code}`;
  }
}

/** An error, or an order that was declined. */
function isRefusal(exchange: Exchange): boolean {
  const { status } = objectOf(exchange.response?.body);
  return statusOf(exchange) >= 400 || status === "REJECTED";
}

/** The kind and side of an order as it was sent. */
function whereIs({ request }: Exchange, { kindOf }: Circumstances): Where {
  const order = objectOf(jsonIn(request.bodyText ?? ""));
  const kind = kindOf(String(order["market_id"]));
  const side = order["side"];
  return {
    ...(kind !== undefined && { kind }),
    ...((side === "BUY" || side === "SELL") && { side }),
  };
}
