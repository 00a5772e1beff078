/** What orders cost that trade as they are amended, or in a ladder, and what the next ones take. */
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import { succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { amend, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import { type Amount, collateralOf, marginOf, together } from "../../model/money.ts";
import { Cash, feeFor, multiplierOf, pricesAtMark, UNLEVERED } from "./cash.ts";

const QTY = 2;

/** The check of such orders by the rule on collateral: filled whole, and in part. */
export function amendedAcross(rule: string): Check {
  return {
    title:
      "free cash holds what an order that trades as it is amended, or in a ladder, costs, and the next",
    proves: [rule],
    // What trades without being placed is not traded back in a market of others.
    needs: ["two-owners", "market", "operator"],
    async body(t) {
      const { agent, market, side } = t;
      const payout = t.claim("payout");
      const [own = 0, touch = 0] = await market.ladder(2);
      const cash = await Cash.of(t, agent);
      const filled = { side, price: touch, qty: 1 };
      const cost = together(collateralOf(filled, payout), feeFor(t, filled, { as: "taker_bps" }));
      const paid: Amount[] = [];
      const rests = (price: number, qty: number) => collateralOf({ side, price, qty }, payout);
      for (const qty of [1, QTY]) {
        await tradesAmended(t, { own, touch, qty });
        paid.push(cost);
        const left = rests(touch, qty - 1);
        const why = `1 of ${qty} filled as it was amended`;
        await cash.isLessBy(rule, together(...paid, left), why);
        const { orderId } = await agent.rests(market.limit(side, own, { qty: QTY }));
        await cash.isLessBy(
          rule,
          together(...paid, left, rests(own, QTY)),
          `${why}, ${QTY} more resting`,
        );
        await agent.cancels(orderId);
      }
      if (!(await tradesAsRung(t, touch))) return;
      await cash.isLessBy(rule, together(...paid, cost), "1 more filled as an order of a ladder");
    },
  };
}

/** Whether an order of a ladder, beside no other of the agent, trades an offered contract (D-031). */
async function tradesAsRung(t: CheckContext, price: number): Promise<boolean> {
  const { agent, other, market, side } = t;
  // What rests at that price would meet the offer itself.
  await agent.cancelAll(market.id);
  const offer = await other.rests(market.limit(opposite(side), price));
  if (!succeeded(await replaceLadder(agent, market.id, [market.limit(side, price)]))) return false;
  return (await t.reading(() => other.executed(offer.orderId), is(1))) === 1;
}

/** The same of perps. What a position holds is not claimed: what the next order takes is. */
export function amendedAcrossPerp(rule: string): Check {
  return {
    title:
      "after an order that traded as it was amended, free cash holds the margin of the next one",
    proves: [rule],
    needs: ["two-owners", "market", "operator"],
    async body(t) {
      const { agent, market, side } = t;
      const terms = { multiplier: await multiplierOf(t), ...UNLEVERED };
      const prices = await pricesAtMark(t);
      const [own, touch] = side === "BUY" ? prices : [prices[1], prices[0]];
      if (own === undefined || touch === undefined)
        throw new Missing("needs two free prices at or above the mark");
      await t.flat(agent);
      for (const qty of [1, QTY]) {
        await tradesAmended(t, { own, touch, qty, fields: UNLEVERED });
        const cash = await Cash.asItStands(t, agent);
        const next = { side, price: own, qty: QTY };
        const { orderId } = await agent.rests(market.limit(side, own, { qty: QTY, ...UNLEVERED }));
        const held = marginOf(next, terms);
        // Beside a position the two may be rounded together.
        const why = `${QTY} resting, 1 of ${qty} filled before as it was amended`;
        await cash.isLessBy(rule, { least: held - 1, most: held }, why);
        await agent.cancels(orderId);
      }
    },
  };
}

/** An order to be amended from a price of its own to one where a contract is offered. */
interface Across {
  own: number;
  touch: number;
  qty: number;
  fields?: OrderBody;
}

/** Errors: Missing where an amendment does not trade just what is offered. */
async function tradesAmended(
  t: CheckContext,
  { own, touch, qty, fields = {} }: Across,
): Promise<void> {
  const { agent, other, market, side } = t;
  await other.rests(market.limit(opposite(side), touch));
  const { orderId } = await agent.rests(market.limit(side, own, { qty, tif: "GTC", ...fields }));
  await amend(agent, orderId, { price: touch, qty, ...fields });
  const read = async () =>
    readable(await agent.executed(orderId), "the executed quantity of an order");
  if ((await t.reading(read, is(1))) === 1) return;
  throw new Missing("did not arise: an order that trades as it is amended");
}
