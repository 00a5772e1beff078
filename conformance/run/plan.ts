/** What a run would send, how many requests and how long it would take; sends nothing. */

import { Pool } from "../../scenarios/deployment/pool.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import {
  loadProfile,
  type Profile,
  profileOfTarget,
} from "../../scenarios/deployment/profile/profile.ts";
import type { MarketKind, MarketStatus } from "../../scenarios/deployment/vocabulary.ts";
import type { Check } from "../check/check.ts";
import { missing } from "../check/need.ts";
import { type Cost, knownCosts } from "./costs.ts";
import type { Selection } from "./selection.ts";

/** The pace ordinary checks keep: a part of the documented write limit. */
const WRITE_SHARE = 0.9;
/** The limit rules watch a whole minute and then wait for the limit to lift. */
const LOAD_SECONDS = 75;
const WORKING_AGENTS_MAX = 2;

/** The plan as text. Errors: UsageError for a bad profile or address. */
export async function planText(
  selection: Selection,
  flags: { target?: string; profile?: string },
): Promise<string> {
  const profile = await planned(flags);
  const able = profile === null ? selection.checks : ableChecks(selection.checks, profile);
  const costs = knownCosts();
  const ordinary = able.filter(({ needs }) => !needs.includes("load"));
  const load = able.filter(({ needs }) => needs.includes("load"));
  const total = sum(able.map(({ title }) => costs[title] ?? {}));
  const where =
    profile === null ? "the embedded reference" : `${profile.name} (${profile.baseUrl})`;
  const lines = [
    `Plan for ${where}; nothing was sent.`,
    "",
    `checks    ${able.length} of ${selection.checks.length}${skippedText(selection, able)}`,
    `requests  about ${count(total)}: ${reads(total)} reads, ${writes(total)} writes`,
    `time      ${timeText(profile, ordinary, { costs, load: load.length > 0 })}`,
    "",
    ...Object.entries(total)
      .toSorted(([, a], [, b]) => b - a)
      .map(([route, times]) => `${String(times).padStart(8)}  ${route}`),
  ];
  return `${lines.join("\n")}\n`;
}

async function planned(flags: { target?: string; profile?: string }): Promise<Profile | null> {
  if (flags.profile !== undefined) return loadProfile(flags.profile, process.env);
  return flags.target === undefined ? null : profileOfTarget(flags.target);
}

/** With control every check can run; else what the profile has, markets assumed when unnamed. */
function ableChecks(checks: readonly Check[], profile: Profile): Check[] {
  if (profile.control !== null) return [...checks];
  const pool = new Pool({
    agents: profile.agents,
    browser: profile.browser,
    markets: profile.markets.length > 0 ? profile.markets.map(infoOf) : ASSUMED,
    control: null,
    allowsLoad: profile.allow.includes("load"),
    runId: "plan",
  });
  return checks.filter((check) => missing(check.needs, pool) === null);
}

function infoOf(market: Profile["markets"][number]): MarketInfo {
  return { ...market, band: market.band ?? [1, 99], tick: market.tick ?? 1, own: false };
}

const ASSUMED: MarketInfo[] = [
  assumed("BTC_BINARY", "OPEN"),
  assumed("BTC_BINARY", "OPEN"),
  assumed("BTC_PERP", "OPEN"),
  assumed("BTC_PARLAY", "OPEN"),
];

function assumed(kind: MarketKind, status: MarketStatus): MarketInfo {
  return { id: "", kind, status, band: [1, 99], tick: 1, markPrice: null, own: false };
}

function skippedText({ checks }: Selection, able: readonly Check[]): string {
  const skipped = checks.length - able.length;
  return skipped === 0 ? "" : ` (${skipped} need what the profile lacks)`;
}

function timeText(
  profile: Profile | null,
  ordinary: readonly Check[],
  { costs, load }: { costs: Record<string, Cost>; load: boolean },
): string {
  if (profile === null) return "a few seconds: the clock is virtual";
  const beside = load ? `; the limit rules take about ${LOAD_SECONDS} s beside that` : "";
  if (profile.control !== null) return `seconds, as fast as the target answers${beside}`;
  const budget = WRITE_SHARE * profile.limits.writesPerMinute;
  const agents = Math.min(
    new Set(profile.agents.map(({ owner }) => owner)).size,
    WORKING_AGENTS_MAX,
  );
  const perAgent =
    writes(sum(ordinary.map(({ title }) => costs[title] ?? {}))) / Math.max(agents, 1);
  const minutes = Math.floor(perAgent / budget);
  const pace = `${agents} agents at ${Math.round(budget)} writes a minute each`;
  return `about ${Math.max(minutes * 60, 10)} s and up: ${pace}${beside}`;
}

function sum(costs: readonly Cost[]): Cost {
  const total: Cost = {};
  for (const [route, times] of costs.flatMap((cost) => Object.entries(cost))) {
    total[route] = (total[route] ?? 0) + times;
  }
  return total;
}

function count(cost: Cost): number {
  return Object.values(cost).reduce((a, b) => a + b, 0);
}

function reads(cost: Cost): number {
  const gets = Object.entries(cost).filter(([route]) => route.startsWith("GET "));
  return count(Object.fromEntries(gets));
}

function writes(cost: Cost): number {
  return count(cost) - reads(cost);
}
