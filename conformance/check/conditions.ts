/**
 * What surrounds the body of a check: no rule speaks of it, so that every rule holds in any. It is drawn
 * by lot, and what fails is looked at without it too.
 */

import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { Prefix } from "../../scenarios/deployment/profile/profile.ts";
import type { MarketKind, Side } from "../../scenarios/deployment/vocabulary.ts";
import { type Cell, cellText, KINDS, type Over, PREFIXES } from "./cell.ts";
import { type Check, isScenario, isWatch, needsIn } from "./check.ts";
import { lotOf } from "./lot.ts";
import { MOMENTS, type Moment } from "./moments.ts";
import { type Need, wishFor } from "./need.ts";

/** Shape: what is absent is as the check itself has it. */
export interface Conditions {
  /** What its agents have done before, one after the other, or do elsewhere. */
  readonly moments?: readonly Moment[];
  /** What its markets are, where any will do. */
  readonly kind?: MarketKind;
  /** The side of orders that say no other. */
  readonly side?: Side;
  /** The time in force of what is placed to rest. */
  readonly rests?: "POST_ONLY";
  /** The prefix of what names none. */
  readonly prefix?: Prefix;
  /** What the agent acts by in place of its key, where a request does not say. */
  readonly by?: "second key" | "session";
}

/** What a run has to offer. */
interface Supply {
  seed: number;
  /** Whether each check has agents and markets of its own, without which there is none; and sessions. */
  own: boolean;
  ownSessions: boolean;
}

/** So many begin at once. */
const AT_ONCE = 0.3;
/** So many one after the other in the market of the check. */
const HERE = 2;
/** Of so many what rests does so by POST_ONLY. */
const POSTING = 0.3;
/** So many sell where they say no side. */
const SELLING = 0.5;
/** So many act by their key. */
const BY_KEY = 0.4;

/** Sockets are opened by who mints tickets, and a session may end while time passes. */
const LASTING: readonly Need[] = ["stream", "wait", "minute", "hours"];

/** What surrounds the body of a check in a cell, `over` being all that its rules range over. */
export function conditionsOf(check: Check, cell: Cell, over: Over, supply: Supply): Conditions {
  const isFixed = check.plain || check.needs.includes("load") || isProperty(check);
  if (!supply.own || isFixed || isWatch(check) || isScenario(check)) return {};
  const lot = (what: string) => lotOf(supply.seed, `${check.title} ${cellText(cell)} ${what}`);
  const drawn = <T>(all: readonly T[], what: string) => all[Math.floor(lot(what) * all.length)];
  const asked = wishFor(needsIn(check, cell));
  const mayBeAny = asked.market && !asked.kind && over.kind === undefined;
  const kind = mayBeAny ? drawn(KINDS, "kind") : undefined;
  const isSelling = asked.market && over.side === undefined && lot("side") < SELLING;
  const wish = { ...asked, ...(kind && { kind }) };
  const prefix = over.prefix === undefined ? drawn(PREFIXES, "prefix") : undefined;
  const isAtOnce = !wish.agent || lot("at once") < AT_ONCE;
  const moments = isAtOnce ? [] : momentsWith(wish, lot);
  const isPosting = asked.market && over.tif === undefined && lot("rests") < POSTING;
  const isLasting = check.needs.some((need) => LASTING.includes(need));
  const mayVary = over.caller === undefined && !isLasting;
  const by = mayVary && lot("by key") >= BY_KEY ? drawn(waysWith(wish, supply), "by") : undefined;
  return {
    ...(moments.length > 0 && { moments }),
    ...(kind && { kind }),
    ...(isSelling && { side: "SELL" }),
    ...(isPosting && { rests: "POST_ONLY" }),
    ...(prefix !== undefined && { prefix }),
    ...(by && { by }),
  };
}

/** Properties draw for themselves. */
const isProperty = ({ proves }: Check) => proves.some((rule) => rule.startsWith("PROP-"));

/** A few of those that there may be: the one elsewhere, if any, before the others. */
function momentsWith(wish: Wish, lot: (what: string) => number): Moment[] {
  const { secondMarket, kind = "BTC_BINARY" } = wish;
  const all = MOMENTS.filter(({ kinds = KINDS }) => kinds.includes(kind));
  const shuffled = all.toSorted((a, b) => lot(a.says) - lot(b.says));
  const [elsewhere, here] = [true, false].map((is) =>
    shuffled.filter(({ takes }) => Boolean(takes.secondMarket) === is),
  ) as [Moment[], Moment[]];
  return [...(secondMarket ? [] : elsewhere.slice(0, 1)), ...here.slice(0, HERE)];
}

/** A session acts for its owner's first agent, and may itself be what a check is about. */
function waysWith(wish: Wish, { ownSessions }: Supply): NonNullable<Conditions["by"]>[] {
  const { agent, market, sibling, reader, human, otherHuman, secondKey } = wish;
  if (!agent || secondKey) return [];
  const isPlain = market && !(sibling || reader || human || otherHuman);
  return ["second key", ...(ownSessions && isPlain ? ["session" as const] : [])];
}

/** What they take beside what the check wishes for. */
export function wishOfConditions({ moments = [], kind, by }: Conditions): Wish {
  return {
    ...Object.assign({}, ...moments.map(({ takes }) => takes)),
    ...(kind && { kind }),
    ...(by === "second key" && { secondKey: true as const }),
    ...(by === "session" && { human: true as const }),
  };
}

/** Conditions of one of their members each; what has been gone through, in markets of their kind. */
export function partsOf({ moments = [], ...others }: Conditions): Conditions[] {
  const { kind } = others;
  return [
    ...Object.entries(others).map(([name, value]) => ({ [name]: value })),
    ...moments.map((moment) => ({ moments: [moment], ...(kind && { kind }) })),
  ];
}

/** "after a cancel, on a BTC_PERP, selling, under /api, by the second key". */
export function conditionsText({ moments = [], ...others }: Conditions): string {
  const { kind, side, rests, prefix, by } = others;
  return [
    ...moments.map(({ says }) => says),
    ...(kind ? [`on a ${kind}`] : []),
    ...(side ? [side === "SELL" ? "selling" : "buying"] : []),
    ...(rests ? [`resting by ${rests}`] : []),
    ...(prefix === undefined ? [] : [prefix === "" ? "under no prefix" : `under ${prefix}`]),
    ...(by ? [`by the ${by}`] : []),
  ].join(", ");
}
