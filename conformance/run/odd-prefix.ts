/** Routes that are answered otherwise under one prefix: what is wrong there may be the route's own rule. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { httpStatusOf } from "../expect/answers.ts";
import { routeIn } from "../expect/listed-routes.ts";
import { isPlay, leftOpen } from "./left-open.ts";
import type { Shown } from "./run.ts";

/** The rule that each prefix is served by, and which paths are under it. */
export const PREFIX_RULES: readonly [string, RegExp][] = [
  ["GEN-PREFIX-01", /^\/(?!(api|v1)\/)/],
  ["GEN-PREFIX-02", /^\/v1\//],
  ["GEN-PREFIX-03", /^\/api\/(?!v1\/)/],
  ["GEN-PREFIX-04", /^\/api\/v1\//],
];

/** A route that is answered by another status under one prefix, where the route's own rule fails by it. */
export function ofTheirRoutes(shown: readonly Shown[]): Shown[] {
  const owners = new Map(
    shown.flatMap((one) => {
      const { finding, evidence } = one;
      const isOwner = finding.result === "fail" && finding.rule !== ALIKE && !isPlay(one);
      return isOwner && evidence ? [[answerUnder(evidence.deciding), finding.rule]] : [];
    }),
  );
  return shown.map((one) => {
    const { finding, evidence } = one;
    if (finding.rule !== ALIKE || finding.result !== "fail" || evidence === null) return one;
    const route = routeIn(evidence.deciding);
    const all = evidence.exchanges.filter((exchange) => routeIn(exchange) === route);
    const often = (exchange: Exchange) =>
      all.filter((other) => httpStatusOf(other) === httpStatusOf(exchange)).length;
    const usual = httpStatusOf(all.toSorted((a, b) => often(b) - often(a))[0]!);
    const odd = all.filter((exchange) => httpStatusOf(exchange) !== usual).map(answerUnder);
    const owner = odd.map((answer) => owners.get(answer)).find((rule) => rule !== undefined);
    return owner === undefined ? one : leftOpen(one, owner);
  });
}

const ALIKE = "GEN-PREFIX-05";

/** By which status a route is answered under which prefix. */
function answerUnder(exchange: Exchange): string {
  const [prefix] = PREFIX_RULES.find(([, under]) => under.test(exchange.request.path)) ?? [];
  return `${routeIn(exchange)} ${prefix} ${httpStatusOf(exchange)}`;
}
