/** What mode of margin a perp's order asks for. Spec: Order place request, margin_mode. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, is, odd } from "../../check/expectation.ts";
import { accepted, declined, outcomeOf } from "../../expect/placed.ts";
import { MODES, type ModeShown, modeOf } from "../margin-mode.ts";

function marginModeFromFlat(mode: ModeShown, rule: string): Check {
  return {
    title: `margin_mode ${mode} is accepted on a perp from flat, with and without leverage beside`,
    proves: [rule],
    needs: ["agent", "perp"],
    async body(t) {
      await t.flat(t.agent);
      const alone = await placeFunded(t, { margin_mode: mode });
      t.expect(rule, alone, accepted);
      await t.agent.cancels(ownIdOf(alone));
      const order = t.market.resting(t.side, { margin_mode: mode, leverage: 1 });
      const both = await t.agent.place(order);
      // At leverage 1 a contract may cost more than the default lets it cost.
      if (both.reason !== "INSUFFICIENT_MARGIN") t.expect(rule, both, accepted);
    },
  };
}

const FROM_FLAT = { CROSS: "PERP-MM-01", ISOLATED: "PERP-MM-02" } as const;

const besideAnotherPerp: Check = {
  title:
    "margin_mode is accepted on a perp from flat beside a position of the other mode in another perp",
  proves: Object.values(FROM_FLAT),
  // Two perps that nobody else trades are an operator's to make.
  needs: ["two-owners", "perp", "two-markets", "operator"],
  async body(t) {
    const { agent, other, secondMarket, side } = t;
    for (const market of [t.market, secondMarket]) await t.flat(agent, market);
    const [price = 0] = await secondMarket.inside();
    for (const [mode, beside] of [MODES, MODES.toReversed()]) {
      await other.rests(secondMarket.limit(opposite(side), price));
      await agent.takes(secondMarket.limit(side, price, { margin_mode: beside }));
      const placed = await placeFunded(t, { margin_mode: mode });
      t.expect(FROM_FLAT[mode!], placed, anyOf(accepted, oneModeAtATime));
      await agent.cancels(ownIdOf(placed));
      await other.rests(secondMarket.limit(side, price));
      await agent.takes(secondMarket.limit(opposite(side), price));
    }
  },
};

/** With a position open, in whichever market, margin_mode may be declined. */
const oneModeAtATime = odd(
  declined("INVALID_MARGIN_MODE"),
  "a position in another perp keeps an agent to its margin mode",
);

const unfunded = () => new Missing("needs an agent with the cash for one perp contract");

/** A resting perp order. Errors: Missing when the agent cannot pay its initial margin. */
export async function placeFunded(
  { agent, market, side }: CheckContext,
  fields: OrderBody,
): Promise<PlaceResponse> {
  const placed = await agent.place(market.resting(side, fields));
  if (placed.reason !== "INSUFFICIENT_MARGIN") return placed;
  throw unfunded();
}

const marginModeApplies: Check = {
  title:
    "a position opened from flat tells the margin_mode that its order asked for, taking by LIMIT or " +
    "MARKET or resting, whatever an earlier one gained or lost",
  proves: ["PERP-MM-04", ...Object.values(FROM_FLAT)],
  needs: ["two-owners", "perp", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0, ...above] = await pricesApart(market);
    const opens = inTurnOf(t.cell, OPENINGS);
    const levered = inTurnOf(t.cell, LEVERED);
    for (const margin_mode of MODES) {
      await t.flat(agent);
      const beside = margin_mode === levered && { leverage: 1 };
      const opened = await opens(t, price, { margin_mode, ...beside });
      if (opened.reason === "INSUFFICIENT_MARGIN") throw unfunded();
      t.expect(FROM_FLAT[margin_mode], opened, accepted);
      await t.settle();
      if ((await modeOf(t)) === null) throw new Missing("needs positions that tell a margin_mode");
      await t.eventually("PERP-MM-04", () => modeOf(t), is(margin_mode));
      const away = above.at(-1) ?? price;
      await other.rests(market.limit(side, away));
      await agent.takes(market.limit(opposite(side), away));
    }
  },
};

/** The mode that comes with leverage beside it, in turn: each of them on either side. */
const LEVERED: readonly ModeShown[] = ["ISOLATED", "ISOLATED", "CROSS", "CROSS"];

type Opens = (t: CheckContext, price: number, asked: OrderBody) => Promise<PlaceResponse>;

/** How a position of one contract comes to be, in turn: what became of the order for it. */
const OPENINGS: readonly Opens[] = [
  async ({ agent, other, market, side }, price, asked) => {
    await other.rests(market.limit(opposite(side), price));
    return agent.place(market.limit(side, price, asked));
  },
  async ({ agent, other, market, side }, price, asked) => {
    await other.rests(market.limit(opposite(side), price));
    return agent.place(market.sweep(side, asked));
  },
  async ({ agent, other, market, side }, price, asked) => {
    const placed = await agent.place(market.limit(side, price, asked));
    if (placed.fate === "accepted") await other.takes(market.limit(opposite(side), price));
    return placed;
  },
];

/** Ticks from an entry to its exit: what they gain or lose is to be worth more than a cent. */
const APART = 500;

/** Neighbouring prices inside the spread; one where others leave no more room. */
function pricesApart(market: TradableMarket): Promise<number[]> {
  return market.inside(APART + 1).catch((error) => {
    if (error instanceof Inconclusive) return market.inside();
    throw error;
  });
}

const marginModeWhileOpen: Check = {
  title: "margin_mode sent with an open perp position",
  proves: ["PERP-MM-03"],
  needs: ["two-owners", "perp", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    await t.flat(agent);
    await t.trade({ buyer: agent, seller: other });
    const cross = await agent.provoke(market.resting("BUY", { margin_mode: "CROSS" }));
    const isolated = await agent.provoke(market.resting("BUY", { margin_mode: "ISOLATED" }));
    t.observe("PERP-MM-03", { cross: outcomeOf(cross), isolated: outcomeOf(isolated) });
  },
};

/** Checks of the mode that orders ask for. */
export const marginModes: readonly Check[] = [
  marginModeFromFlat("CROSS", "PERP-MM-01"),
  marginModeFromFlat("ISOLATED", "PERP-MM-02"),
  besideAnotherPerp,
  marginModeApplies,
  marginModeWhileOpen,
];
