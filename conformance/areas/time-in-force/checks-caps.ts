/** MARKET orders with a slippage cap: how far past the touch. Spec: slippage_cap_cents, _bps. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { inTurnOf, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import type { Need } from "../../check/need.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { contains } from "../../expect/answers.ts";
import { filledWhole, notTooLarge, placedThat } from "../../expect/placed.ts";
import { noWorseThan } from "../../expect/prices.ts";
import { markMoved } from "../mark.ts";
import { CONFIRMED } from "../reserve.ts";
import { past, quoteAround, sweep } from "./sweeps.ts";

/** A cap as data: the field, and distances past the touch. Units: market price units. */
interface Cap {
  fields: OrderBody;
  /** How far the cap lets the order trade. */
  allows: number;
  /** Where the order beyond its reach rests. */
  beyond: number;
}

/** An explicit cap, and the rule that it is kept to. */
interface CapRule {
  rule: string;
  title: string;
  kind: Need;
  cap(touch: number, tick: number): Cap;
}

/** A touch within its reach, an order just out of it, a sweep that wants both; and a cap of 0. */
function stopsAtCap(spec: CapRule): Check {
  const { rule, title, kind } = spec;
  return {
    title,
    proves: [rule],
    needs: ["two-owners", kind, "quiet"],
    async body(t) {
      const { other: maker, market, side } = t;
      const { touch, fields, far } = await sweepsWithin(t, spec, { side });
      await maker.rests(market.limit(opposite(side), touch));
      const unmoved = await sweep(t, side, { qty: 2, ...atTouch(fields) });
      t.expect(rule, unmoved, noWorseThan({ side, price: touch }));
      await t.settle();
      await t.eventually(rule, () => maker.openOrders(market.id), contains(far.orderId));
    },
  };
}

/** The same of an order that names a tif: it may be refused, and behaves as IOC where it is not (D-024). */
function stopsAtCapByTif({ rule, title, kind, cap }: CapRule): Check {
  return {
    title: `${title}, where it says tif IOC`,
    proves: [rule],
    needs: ["two-owners", kind, "quiet"],
    over: { side: SIDES },
    once: true,
    async body(t) {
      const { agent, other: maker, market, side } = t;
      const touch = await quoteAround(t, side);
      const { fields, allows, beyond } = cap(touch, market.info.tick);
      const far = await maker.rests(market.limit(opposite(side), past(touch, side, beyond)));
      const swept = await agent.provoke(market.sweep(side, { qty: 2, ...fields, tif: "IOC" }));
      if (!swept.filledQty)
        throw new Missing("did not arise: a MARKET order with tif IOC that fills");
      t.expect(rule, swept, noWorseThan({ side, price: past(touch, side, allows) }));
      await t.settle();
      await t.eventually(rule, () => maker.openOrders(market.id), contains(far.orderId));
    },
  };
}

/** The same of an order that closes a position. */
function closesWithinCap(spec: CapRule): Check {
  return {
    title: `${spec.title}, where it closes a position`,
    proves: [spec.rule],
    needs: [spec.kind, "quiet"],
    over: { position: ["long", "short"] },
    async body(t) {
      const side = shrinkingSide(t.cell);
      await sweepsWithin(t, spec, { side, reduce_only: true });
    },
  };
}

/** The same while the mark lies further on than the touch: a cap reaches so far past the touch (D-065). */
function stopsBesideMark(spec: CapRule): Check {
  return {
    title: `${spec.title}, where the mark lies behind the touch`,
    proves: [spec.rule],
    needs: ["two-owners", spec.kind, "quiet", "operator"],
    over: { side: SIDES },
    once: true,
    async body(t) {
      const { market, side } = t;
      const [touch = 0] = await market.inside();
      const { allows } = spec.cap(touch, market.info.tick);
      const mark = past(touch, side, 2 * allows);
      await markMoved(t, market.info.tick * Math.round(mark / market.info.tick));
      await sweepsWithin(t, spec, { side });
    },
  };
}

/** Judges a sweep with a cap; what the cap was, and the order that it leaves. */
async function sweepsWithin(
  t: CheckContext,
  { rule, cap }: CapRule,
  { side, ...members }: OrderBody & { side: Side },
) {
  const { other: maker, market } = t;
  const touch = await quoteAround(t, side);
  const { fields, allows, beyond } = cap(touch, market.info.tick);
  const far = await maker.rests(market.limit(opposite(side), past(touch, side, beyond)));
  const confirm = inTurnOf({ ...t.cell, side }, [{}, CONFIRMED]);
  const swept = await sweep(t, side, { qty: 2, ...fields, ...members, ...confirm });
  // A confirmation that nobody asked for may be refused for itself.
  if (confirm !== CONFIRMED) t.expect(rule, swept, understood);
  reachedTouch(swept);
  t.expect(rule, swept, noWorseThan({ side, price: past(touch, side, allows) }));
  await t.settle();
  return { touch, fields, far };
}

/** The cap is documented for this kind of market: nothing is malformed about it. */
const understood = placedThat(
  "no refusal of a cap where it belongs",
  ({ httpStatus, reason }) =>
    !statusesOf("D-002").includes(httpStatus) && reason !== "VALIDATION_ERROR",
);

/** A cap of 0 is a cap too, not its absence; a venue may refuse it. */
function atTouch(fields: OrderBody): OrderBody {
  return Object.fromEntries(Object.keys(fields).map((field) => [field, 0]));
}

/** Without a fill the cap was never put to the test: other bases of it may fall short (D-065). */
function reachedTouch(swept: PlaceResponse): void {
  if (!swept.filledQty) throw new Inconclusive("nothing filled, so no cap was reached");
}

const CENTS: CapRule = {
  rule: "TIF-MKT-04",
  title: "a MARKET order with slippage_cap_cents leaves an order beyond the cap alone",
  kind: "binary",
  cap: (_touch, tick) => ({
    fields: { slippage_cap_cents: tick },
    allows: tick,
    beyond: 2 * tick,
  }),
};

/** One tick out of reach: a cap that is a little too wide takes it. */
function ofBps(title: string, bps: number): CapRule {
  const cap = (touch: number, tick: number): Cap => {
    const allows = (touch * bps) / 10_000;
    return {
      fields: { slippage_cap_bps: bps },
      allows,
      beyond: (Math.floor(allows / tick) + 1) * tick,
    };
  };
  return { rule: "TIF-MKT-05", title, kind: "perp", cap };
}

const BPS = ofBps("a MARKET order with slippage_cap_bps leaves an order beyond the cap alone", 100);
const FEW_BPS = ofBps(
  "a MARKET order with a slippage_cap_bps of 3 leaves an order beyond the cap alone",
  3,
);

/** A cap that is wider than a default is likely to be. Units: market price units. */
interface WideCap {
  title: string;
  kind: Need;
  fields: OrderBody;
  /** How far past a touch near this price an order rests that the cap reaches. */
  within(price: number): number;
}

function reachesWithin({ title, kind, fields, within }: WideCap): Check {
  return {
    title,
    proves: ["TIF-MKT-08"],
    needs: ["two-owners", kind, "quiet"],
    once: true,
    async body(t) {
      const { other: maker, market, side } = t;
      const [middle = 0] = await market.inside();
      const free = await market.wellInside(Math.floor(within(middle) / market.info.tick) + 1);
      const [own = 0, touch = 0] = side === "BUY" ? free : free.toReversed();
      const far = side === "BUY" ? free.at(-1)! : free[0]!;
      await maker.rests(market.limit(side, own));
      await maker.rests(market.limit(opposite(side), touch));
      await maker.rests(market.limit(opposite(side), far, { qty: 2 }));
      const swept = notTooLarge(await sweep(t, side, { qty: 3, ...fields }));
      reachedTouch(swept);
      t.expect("TIF-MKT-08", swept, filledWhole);
    },
  };
}

const WIDE_CENTS: WideCap = {
  title: "a MARKET order with a wide slippage_cap_cents takes an order just within it",
  kind: "binary",
  fields: { slippage_cap_cents: 30 },
  within: () => 30,
};

/** Half of it and no more: a cap may be counted from a mark that lies between the two orders. */
const WIDE_BPS: WideCap = {
  title: "a MARKET order with a wide slippage_cap_bps takes an order well within it",
  kind: "perp",
  fields: { slippage_cap_bps: 600 },
  within: (price) => (price * 300) / 10_000,
};

/** Checks of caps. */
export const caps: readonly Check[] = [
  ...[CENTS, BPS, FEW_BPS].map(stopsAtCap),
  ...[CENTS, BPS].map(stopsAtCapByTif),
  ...[CENTS, BPS].map(closesWithinCap),
  stopsBesideMark(BPS),
  ...[WIDE_CENTS, WIDE_BPS].map(reachesWithin),
];
