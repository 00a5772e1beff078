/** Turns a finished run into the report and the session files of its failures. */
import type { LeftBehind, Report } from "../../reports/schema/report.ts";
import { headlineOf, prefixOf, summarise } from "../../reports/schema/summary.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { SessionHeader } from "../../scenarios/session/format.ts";
import { areaName } from "../catalogue/areas.ts";
import { causesOf } from "./causes.ts";
import type { Effort } from "./cell-plan.ts";
import { sessionOf } from "./evidence.ts";
import type { JudgedRule } from "./results.ts";

/** What the report says beside its rules. */
export interface RunFacts {
  target: Report["target"];
  prefix: string;
  seed: number;
  effort: Effort;
  startedAt: Date;
  durationMs: number;
  requests: Report["requests"];
  aborted: string | null;
  conditions: Report["conditions"];
  left: readonly LeftBehind[];
  virtualClock: boolean;
  /** Owners by actor name, and every market that checks were given. */
  owners: ReadonlyMap<string, string>;
  markets: readonly MarketInfo[];
}

/** The report of a run; rules keep their order. */
export function reportOf(judged: readonly JudgedRule[], facts: RunFacts): Report {
  const rules = judged.map(({ rule }) => rule);
  const summary = summarise(rules);
  return {
    schema: "touchstone-report/1",
    kind: "conformance",
    tool: TOOL,
    target: facts.target,
    seed: facts.seed,
    started_at: facts.startedAt.toISOString(),
    duration_ms: Math.round(facts.durationMs),
    requests: facts.requests,
    summary,
    effort: facts.effort,
    conditions: facts.conditions,
    ...headlineOf(rules),
    ...(facts.aborted !== null && { aborted: facts.aborted }),
    ...(facts.left.length > 0 && { left: [...facts.left] }),
    causes: causesOf(rules),
    areas: areasNamed(rules.map(prefixOf)),
    rules,
  };
}

/** Areas of a user's own rules have no name. */
function areasNamed(areas: readonly string[]): Report["areas"] {
  const named = [...new Set(areas)].map((area) => [area, areaName(area) ?? ""] as const);
  return Object.fromEntries(named.filter(([, name]) => name !== ""));
}

/** The session file of every failed rule. */
export function sessionsOf(
  judged: readonly JudgedRule[],
  facts: RunFacts,
): { file: string; text: string }[] {
  return judged.flatMap(({ rule, evidence }) =>
    rule.failure === undefined || evidence === null
      ? []
      : [
          {
            file: rule.failure.session,
            text:
              evidence.session ??
              sessionOf(headerOf(evidence.exchanges, facts), evidence.exchanges),
          },
        ],
  );
}

function headerOf(exchanges: readonly Exchange[], facts: RunFacts): SessionHeader {
  const callers = new Map(exchanges.map(({ actor, request }) => [actor, callerOf(request)]));
  return {
    touchstone: "session/1",
    target: { name: facts.target.name, prefix: facts.prefix },
    recorded_by: "check",
    seed: facts.seed,
    clock: facts.virtualClock ? "virtual" : "system",
    started_at: facts.startedAt.toISOString(),
    actors: Object.fromEntries(
      [...callers].flatMap(([actor, caller]) =>
        actor === null ? [] : [[actor, { caller, owner: facts.owners.get(actor) ?? actor }]],
      ),
    ),
    markets: marketsIn(exchanges, facts.markets),
  };
}

/** The markets that these exchanges speak of, as they are recognised elsewhere. */
function marketsIn(
  exchanges: readonly Exchange[],
  markets: readonly MarketInfo[],
): SessionHeader["markets"] {
  const sent = exchanges.map(({ request }) => JSON.stringify(request)).join("\n");
  const met = markets.filter(({ id }) => sent.includes(id));
  return Object.fromEntries(
    met.map(({ id, kind, status, band, tick, markPrice }) => {
      const mark = markPrice === null ? {} : { mark_price: markPrice };
      return [id, { kind, status, band, tick, ...mark }];
    }),
  );
}

function callerOf({ headers }: Exchange["request"]): "key" | "session" {
  return "cookie" in headers && !("authorization" in headers) ? "session" : "key";
}
