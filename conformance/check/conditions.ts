/**
 * What surrounds the body of a check: no rule speaks of it, so that every rule holds in any. It is drawn
 * by lot, and what fails is looked at without it too.
 */

import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { Prefix } from "../../scenarios/deployment/profile/profile.ts";
import type { MarketKind, Side } from "../../scenarios/deployment/vocabulary.ts";
import { type Cell, KINDS, type Over, PREFIXES } from "./cell.ts";
import { type Check, isScenario, isWatch, needsIn } from "./check.ts";
import { lotOf } from "./lot.ts";
import { isElsewhere, MOMENTS, type Moment } from "./moments.ts";
import { type Need, sendsBursts, sharesAgent, wishFor } from "./need.ts";

/** Shape: what is absent is as the check itself has it. */
export interface Conditions {
  /** What its agents have done before, one after the other, or do elsewhere. */
  readonly moments?: readonly Moment[];
  /** What its markets are, where any will do. */
  readonly kind?: MarketKind;
  /** What the other market of its moments is. */
  readonly elsewhere?: MarketKind;
  /** The side of orders that say no other. */
  readonly side?: Side;
  /** The time in force of what is placed to rest. */
  readonly rests?: "POST_ONLY";
  /** That of the order which takes the other in a trade that is arranged, or its type. */
  readonly takes?: "IOC" | "FOK" | "MARKET";
  /** The side of that order. */
  readonly taker?: "SELL";
  /** The prefix of what names none. */
  readonly prefix?: Prefix;
  /** Whether `LATER_MS` pass once all is arranged. */
  readonly later?: true;
  /** What acts in place of the key of its owner's first agent, where a request does not say. */
  readonly by?: "second key" | "second agent" | "session" | "read-only key";
}

/** What a run has to offer, and how often the check was run before. */
interface ConditionDraw {
  seed: number;
  /** Whether each check has agents and markets of its own, without which there is none; and sessions. */
  own: boolean;
  ownSessions: boolean;
  at: number;
  /** Whether time may pass before its body. */
  mayBeLater?: boolean;
  /** So often is it run in all, and has gone through every moment then; through a few where absent. */
  of?: number;
}

/** So many moments at least one after the other in another market, and in that of the check. */
const ELSEWHERE = 3;
const HERE = 6;

/** Every third time there is no moment, what rests does so by POST_ONLY, and time passes. */
const SOMETIMES = [true, false, false] as const;

/** Longer than a minute, in which limits count and tickets live. Units: ms. */
export const LATER_MS = 120_000;

const TAKES = [undefined, "IOC", "FOK", "MARKET"] as const;

/** Sockets are opened by who mints tickets, and a session may end while time passes. */
const LASTING: readonly Need[] = ["stream", "wait", "minute", "hours"];

/** One of them, each as often as the others: in another order each time they are through. */
type Nth = <T>(all: readonly T[], what: string, at?: number) => T;

/** What surrounds the body of a check in a cell, `over` being all that its rules range over. */
export function conditionsOf(
  check: Check,
  cell: Cell,
  over: Over,
  draw: ConditionDraw,
): Conditions {
  const isFixed = check.plain || isProperty(check);
  if (!draw.own || isFixed || isWatch(check) || isScenario(check)) return {};
  const nth = nthOf(check, draw);
  const asked = wishFor(needsIn(check, cell));
  if (sendsBursts(check)) return besideBursts(check, { asked, nth, draw: { ...draw, over } });
  const isAtOnce = (at: number) => nth(SOMETIMES, "at once", at);
  const inMarket = asked.market || !isAtOnce(draw.at);
  const mayBeAny = inMarket && !asked.kind && over.kind === undefined;
  const kind = mayBeAny ? nth(KINDS, "kind") : undefined;
  const wish = { ...asked, ...(kind && { kind }) };
  const prefix = over.prefix === undefined ? nth(PREFIXES, "prefix") : undefined;
  const moments = isAtOnce(draw.at)
    ? []
    : momentsWith(wish, {
        ...{ nth, share: shareOf(draw, isAtOnce) },
        all: momentsOf(check, wish, { ...draw, over }),
      });
  const elsewhere = moments.some(isElsewhere) ? nth(KINDS, "elsewhere kind") : undefined;
  const inTrade = asked.other || moments.some(({ takes }) => takes.other);
  const isLasting = check.needs.some((need) => LASTING.includes(need));
  const mayVary = over.caller === undefined && !isLasting;
  const ways = waysWith(wish, { ...draw, isForAll: sharesAgent(check.needs) });
  const by = mayVary ? nth([undefined, ...ways], "by") : undefined;
  const isLater = draw.mayBeLater && nth(SOMETIMES, "later");
  return {
    ...(moments.length > 0 && { moments }),
    ...(kind && { kind }),
    ...(elsewhere && { elsewhere }),
    ...(inMarket && ordersWith(over, nth)),
    ...(inTrade && tradesWith(over, nth)),
    ...(prefix !== undefined && { prefix }),
    ...(by && { by }),
    ...(isLater && { later: true }),
  };
}

/** What goes on elsewhere, begun in a minute before that of the bursts: it is whole for them. */
function besideBursts(
  check: Check,
  { asked, nth, draw }: { asked: Wish; nth: Nth; draw: ConditionDraw & { over: Over } },
): Conditions {
  if (!check.wholeMinute || !draw.mayBeLater) return {};
  const all = momentsOf(check, asked, draw).filter(isElsewhere);
  const moments = sortsOf(all).map((sort) => nth(sort, `beside: ${sort[0]?.says}`));
  return { moments, elsewhere: nth(KINDS, "elsewhere kind"), later: true };
}

/** How what is ordered differs from what checks place where they say no more. */
function ordersWith({ side, tif }: Over, nth: Nth): Pick<Conditions, "side" | "rests"> {
  const isSelling = side === undefined && nth([true, false], "selling");
  const isPosting = tif === undefined && nth(SOMETIMES, "posting");
  return { ...(isSelling && { side: "SELL" }), ...(isPosting && { rests: "POST_ONLY" }) };
}

/** The same of trades that are arranged. */
function tradesWith({ side, tif }: Over, nth: Nth): Pick<Conditions, "takes" | "taker"> {
  const takes = tif === undefined ? nth(TAKES, "takes") : undefined;
  const isTaken = side === undefined && nth([true, false], "taker");
  return { ...(takes && { takes }), ...(isTaken && { taker: "SELL" }) };
}

function nthOf({ title }: Check, { seed, at: times }: ConditionDraw): Nth {
  return (all, what, at = times) => {
    const round = Math.floor(at / all.length);
    const lots = all.map((_, index) => lotOf(seed, `${title} ${what} ${round} ${index}`));
    const order = all.map((_, index) => index).toSorted((a, b) => lots[a]! - lots[b]!);
    return all[order[at % all.length]!]!;
  };
}

/** Properties draw for themselves. */
const isProperty = ({ proves }: Check) => proves.some((rule) => rule.startsWith("PROP-"));

/** Those that there may be before a check; of who trades on either side nothing rests there. */
function momentsOf(
  { emptyBook }: Check,
  { kind = "BTC_BINARY" }: Wish,
  { ownSessions, over }: ConditionDraw & { over: Over },
): Moment[] {
  return MOMENTS.filter(({ kinds = KINDS, rests, takes }) => {
    const isHad = ownSessions || !takes.human;
    const isInTheWay = rests && (emptyBook || (rests === "owner" && over.position !== undefined));
    return isHad && kinds.includes(kind) && !isInTheWay;
  });
}

/** Which time this is, of so many among which all moments are dealt out; of any number where absent. */
interface Share {
  at: number;
  among?: number;
}

/** Times that have no moments have no share in them. */
function shareOf({ at, of }: ConditionDraw, isAtOnce: (at: number) => boolean): Share {
  if (of === undefined) return { at };
  const having = Array.from({ length: of }, (_, one) => one).filter((one) => !isAtOnce(one));
  return { at: having.indexOf(at), among: having.length };
}

/** A few of them, or this time's share: those elsewhere, if any, before the others, each in its place. */
function momentsWith(
  { secondMarket }: Wish,
  { nth, share: { at, among }, all }: { nth: Nth; share: Share; all: readonly Moment[] },
): Moment[] {
  const drawn = (areElsewhere: boolean, least: number, what: string) => {
    if (least === 0) return new Set<Moment>();
    const some = all.filter((one) => isElsewhere(one) === areElsewhere);
    const sorts = sortsOf(some);
    const count = Math.max(least, among ? Math.ceil(sorts.length / among) : 0);
    const places = Array.from({ length: count }, (_, more) => at * count + more);
    const chosen = places.map((place) => nth(sorts, what, place));
    const always = among ? sorts.filter(({ length }) => length > 1) : [];
    const one = (sort: readonly Moment[]) => nth(sort, `${what}: ${sort[0]?.says}`, at);
    return new Set([...new Set([...chosen, ...always])].map(one));
  };
  const elsewhere = drawn(true, secondMarket ? 0 : ELSEWHERE, "elsewhere");
  const here = drawn(false, HERE, "here");
  // What rests or is held goes on after what is over.
  return [elsewhere, here].flatMap((some) => all.filter((one) => some.has(one)));
}

/** Of moments that exclude each other one is gone through; every other is a sort of its own. */
function sortsOf(moments: readonly Moment[]): Moment[][] {
  const sorts = new Map<string, Moment[]>();
  for (const moment of moments) {
    const { excludes = moment.says } = moment;
    sorts.set(excludes, [...(sorts.get(excludes) ?? []), moment]);
  }
  return [...sorts.values()];
}

/**
 * A session acts for its owner's first agent, and may itself be what a check is about. What is there
 * for all is there for who may only read too.
 */
function waysWith(
  wish: Wish,
  { ownSessions, isForAll }: Pick<ConditionDraw, "ownSessions"> & { isForAll: boolean },
): NonNullable<Conditions["by"]>[] {
  const { agent, market, sibling, reader, human, otherHuman, secondKey } = wish;
  if (!agent || secondKey) return [];
  if (sibling || reader || human || otherHuman) return ["second key"];
  return [
    ...(["second key", "second agent"] as const),
    ...(ownSessions && market ? ["session" as const] : []),
    ...(isForAll ? ["read-only key" as const] : []),
  ];
}

/** What they take beside what the check wishes for. */
export function wishOfConditions({ moments = [], kind, elsewhere, by }: Conditions): Wish {
  return {
    ...(moments.length > 0 && { agent: true as const }),
    ...Object.assign({}, ...moments.map(({ takes }) => takes)),
    ...(kind && { kind }),
    ...(elsewhere && { secondKind: elsewhere }),
    ...(by === "second key" && { secondKey: true as const }),
    ...(by === "second agent" && { sibling: true as const }),
    ...(by === "session" && { human: true as const }),
    ...(by === "read-only key" && { reader: true as const }),
  };
}

/** Conditions of one of their members each; what has been gone through, in markets of their kind and as long ago. */
export function partsOf({ moments = [], elsewhere, ...others }: Conditions): Conditions[] {
  const { kind, later } = others;
  return [
    ...Object.entries(others).map(([name, value]) => ({ [name]: value })),
    ...moments.map((moment) => ({
      moments: [moment],
      ...(kind && { kind }),
      ...(elsewhere && isElsewhere(moment) && { elsewhere }),
      ...(later && { later }),
    })),
  ];
}

/** "after a cancel, on a BTC_PERP, selling, under /api, by the second key". */
export function conditionsText({ moments = [], ...others }: Conditions): string {
  const { kind, elsewhere, side, rests, takes: tif, taker, prefix, by, later } = others;
  return [
    ...moments.map((one) =>
      elsewhere && isElsewhere(one) ? `${one.says}, in a ${elsewhere}` : one.says,
    ),
    ...(kind ? [`on a ${kind}`] : []),
    ...(side ? [side === "SELL" ? "selling" : "buying"] : []),
    ...(rests ? [`resting by ${rests}`] : []),
    ...(tif ? [`trading by ${tif}`] : []),
    ...(taker ? ["the seller being the taker"] : []),
    ...(prefix === undefined ? [] : [prefix === "" ? "under no prefix" : `under ${prefix}`]),
    ...(by ? [`by the ${by}`] : []),
    ...(later ? ["two minutes later"] : []),
  ].join(", ");
}
