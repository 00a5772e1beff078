/** What a run would send, how many requests and how long it would take; sends nothing. */

import { profileNamed } from "../../scenarios/deployment/connect.ts";
import { BAND_ASSUMED, TICK_ASSUMED } from "../../scenarios/deployment/discover.ts";
import { Pool } from "../../scenarios/deployment/pool.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { distinctTraders } from "../../scenarios/deployment/shared-supply.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import type { MarketKind, MarketStatus } from "../../scenarios/deployment/vocabulary.ts";
import { SHARE_USED } from "../../scenarios/deployment/wire/pacing.ts";
import { ruleById } from "../catalogue/rules.ts";
import type { Check } from "../check/check.ts";
import { missing, type Need, sendsBursts } from "../check/need.ts";
import { type CellPlan, cellPlan, type Effort, effortFor } from "./cell-plan.ts";
import { type CellsCost, type Cost, knownCost, readsIn, writesIn } from "./costs.ts";
import { NARROWED_MOST, REQUESTS_FOR_ONE } from "./narrowing.ts";
import type { Selection } from "./selection.ts";

/** The limit rules watch a whole minute and then wait for the limit to lift. */
const LOAD_SECONDS = 75;
/** Where no agent is kept for them, others wait meanwhile, but for what the other owner's agent can do. */
const LOAD_AMONG_SECONDS = 85;

/** What a plan depends on beside the profile. */
interface PlanFlags {
  effort?: Effort;
  narrow?: boolean;
  seed: number;
}

/** The plan as text. Errors: UsageError for a bad profile or address, or an image without a profile. */
export async function planText(
  selection: Selection,
  flags: PlanFlags & { target?: string; profile?: string; image?: string },
): Promise<string> {
  if (flags.image !== undefined && flags.profile === undefined) {
    throw new UsageError("--plan of an --image takes a --profile: it says which agents there are");
  }
  return planFor(await profileNamed(flags), selection, flags);
}

/** The plan as text, for a profile that is read already; null is the embedded reference. */
export function planFor(profile: Profile | null, selection: Selection, flags: PlanFlags): string {
  const pool = profile === null || profile.control !== null ? null : poolOf(profile);
  const { effort = effortFor(profile === null), narrow = true, seed } = flags;
  const facts = {
    ...{ own: pool === null, effort, seed, ruleOf: ruleById },
    lacks: (needs: readonly Need[]) => (pool === null ? null : missing(needs, pool)),
  };
  const able = selection.checks.filter((check) => facts.lacks(check.needs) === null);
  const plans = able.map((check) => ({ check, plan: cellPlan(check, facts) }));
  const costs = plans.map(({ check, plan }) => ({
    check,
    cost: scaledCost(knownCost(check.title, pool?.ownMarkets ?? true), cellsIn(plan)),
  }));
  const ordinary = costs.filter(({ check }) => !sendsBursts(check)).map(({ cost }) => cost);
  const total = sum(costs.map(({ cost }) => cost));
  const [reads, writes] = [readsIn(total), writesIn(total)];
  const where =
    profile === null ? "the embedded reference" : `${profile.name} (${profile.baseUrl})`;
  const lines = [
    `Plan for ${where}; nothing was sent.`,
    "",
    `checks    ${able.length} of ${selection.checks.length}${skippedText(selection, able)}`,
    `cells     ${cellsText(
      plans.map(({ plan }) => plan),
      effort,
    )}`,
    `requests  about ${reads + writes}: ${reads} reads, ${writes} writes`,
    `time      ${timeText(profile, ordinary, able.some(sendsBursts))}`,
    `narrowing ${narrow ? NARROWING : "none"}`,
    "",
    ...table("Checks left out, by what would let them run:", lackingOf(selection, facts.lacks)),
    ...table("Requests by route:", Object.entries(total)),
  ];
  return lines.join("\n");
}

/** Counted lines under a heading, the largest first; nothing where there are none. */
function table(heading: string, counted: readonly (readonly [string, number])[]): string[] {
  if (counted.length === 0) return [];
  const falling = counted.toSorted(([, a], [, b]) => b - a);
  return [heading, ...falling.map(([what, times]) => `${String(times).padStart(8)}  ${what}`), ""];
}

/** How many checks lack what, each by the first of its needs that is not met. */
function lackingOf(
  { checks }: Selection,
  lacks: (needs: readonly Need[]) => string | null,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const { needs } of checks) {
    const what = lacks(needs);
    if (what !== null) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts];
}

const NARROWING =
  `at most ${REQUESTS_FOR_ONE} requests for each failure, ${NARROWED_MOST} failures at most; ` +
  "--no-narrow for none";

const cellsIn = ({ groups }: CellPlan) => groups.flat().length;

/** Such as "842 of 1101 (effort quick; --effort full looks into all)". */
function cellsText(plans: readonly CellPlan[], effort: Effort): string {
  const chosen = plans.reduce((all, plan) => all + cellsIn(plan), 0);
  const full = plans.reduce((all, { of }) => all + of, 0);
  if (chosen >= full) return `${chosen}, which is all of them`;
  return `${chosen} of ${full} (effort ${effort}; --effort full looks into all)`;
}

/** What the check sends in so many cells, after what it was measured to send. */
function scaledCost(known: CellsCost | undefined, cells: number): Cost {
  if (known === undefined) return {};
  const times = cells / Math.max(known.cells, 1);
  const scaled = Object.entries(known.requests).map(([route, n]) => [route, Math.ceil(n * times)]);
  return Object.fromEntries(scaled);
}

/** What a profile without control has; markets are assumed where it names none. */
function poolOf(profile: Profile): Pool {
  return new Pool({
    agents: profile.agents,
    browser: profile.browser,
    markets: profile.markets.length > 0 ? profile.markets.map(infoOf) : ASSUMED,
    control: null,
    allowsLoad: profile.allow.includes("load"),
    people: profile.idp?.people.length ?? 0,
    runId: "plan",
  });
}

/** A plan may assume a perp's scale too: no price is made of it, and a run asks the target. */
function infoOf(market: Profile["markets"][number]): MarketInfo {
  const { band, tick } = market;
  return { ...market, band: band ?? BAND_ASSUMED, tick: tick ?? TICK_ASSUMED, own: false };
}

const ASSUMED: MarketInfo[] = [
  assumed("BTC_BINARY", "OPEN"),
  assumed("BTC_BINARY", "OPEN"),
  assumed("BTC_PERP", "OPEN"),
  assumed("BTC_PARLAY", "OPEN"),
];

function assumed(kind: MarketKind, status: MarketStatus): MarketInfo {
  const geometry = { band: BAND_ASSUMED, tick: TICK_ASSUMED, markPrice: null };
  return { id: "", kind, status, ...geometry, own: false };
}

function skippedText({ checks }: Selection, able: readonly Check[]): string {
  const skipped = checks.length - able.length;
  return skipped === 0 ? "" : ` (${skipped} need what the profile lacks)`;
}

function timeText(profile: Profile | null, ordinary: readonly Cost[], load: boolean): string {
  if (profile === null) return "about half a minute: the clock is virtual";
  const beside = load ? `; the limit rules take about ${LOAD_SECONDS} s beside that` : "";
  if (profile.control !== null) return `seconds, as fast as the target answers${beside}`;
  const budget = SHARE_USED * profile.limits.writesPerMinute;
  const isApart = poolOf(profile).burstsApart;
  const agents = distinctTraders(profile.agents).length - Number(isApart);
  const asked = sum(ordinary);
  if (agents === 0) return "a few seconds";
  const minutes = Math.floor(writesIn(asked) / agents / budget);
  const pace = `${agents} agents at ${Math.round(budget)} writes a minute each`;
  const after = load
    ? `; the limit rules take about ${LOAD_AMONG_SECONDS} s more: a third agent would save them`
    : "";
  const time = `about ${Math.max(minutes * 60, 10)} s and up: ${pace}${isApart ? beside : after}`;
  const farMinutes = Math.ceil(((readsIn(asked) + writesIn(asked)) * FAR_SECONDS) / 60);
  return `${time}; up to ${farMinutes} min where an answer takes ${FAR_SECONDS} s`;
}

/** How long an answer of a venue elsewhere on the net takes. */
const FAR_SECONDS = 0.1;

function sum(costs: readonly Cost[]): Cost {
  const total: Cost = {};
  for (const [route, times] of costs.flatMap((cost) => Object.entries(cost))) {
    total[route] = (total[route] ?? 0) + times;
  }
  return total;
}
