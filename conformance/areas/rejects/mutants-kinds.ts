/** Venues without a refusal of one kind of market: leverage, margin mode, mark price. */

import {
  changeAnswer,
  changeOrder,
  changeResult,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import { kindOf, positionIn } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { refusesAsMalformed } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";

/** The admission list without one gate. */
function withoutGate(name: string): NonNullable<Mutant["venue"]> {
  return { gates: (gates) => gates.filter((gate) => gate.name !== name) };
}

/** Orders with this member on a market of this kind, with another value there. */
function changed(kind: string, member: string, to: (value: unknown, order: Fields) => unknown) {
  return () =>
    changeOrder(async (order, arriving) => {
      const value = order[member] ?? undefined;
      if (value === undefined || to(value, order) === value) return false;
      return (await kindOf(order, arriving)) === kind && { [member]: to(value, order) };
    });
}

const nothing = () => undefined;

/** More than a slip of the hand. Units: contracts. */
const VERY_MANY = 1_000_000;

/** The same for leverage. */
const LEVERAGE_BEYOND_SENSE = 1_000;

/** Who holds contracts of a perp may ask for any leverage above zero. */
const heldAboveCap: Parameters<typeof gate>[1] = (check) => (order, context) => {
  const { market, position } = context;
  const isHeld = market!.isPerp && position!.qty !== 0;
  return isHeld && Number(order.leverage) > 0 ? null : check(order, context);
};

/** Who is flat in a binary may cap a MARKET order in whatever unit. */
const openingUncapped: Parameters<typeof gate>[1] = (check) => (order, context) => {
  const isOpening = !context.market!.isPerp && context.position!.qty === 0;
  const { slippageCapBps: _, ...uncapped } = order;
  return check(isOpening && order.type === "MARKET" ? uncapped : order, context);
};

/** Defects of refusals that depend on the kind of market. */
export const ofKinds: readonly Mutant[] = [
  {
    name: "who-holds-asks-for-any-leverage",
    breaks: ["REJ-LEV-02"],
    defect: "An agent with a position in a perp may ask for any leverage in its next order there.",
    venue: gate("leverage", heldAboveCap)!,
  },
  {
    name: "no-reference-price-needed",
    breaks: ["REJ-REF-01"],
    defect: "A MARKET order on a perp without a mark price trades.",
    venue: withoutGate("reference-price"),
  },
  {
    name: "who-says-ioc-needs-no-mark",
    breaks: ["REJ-REF-01"],
    controlled: true,
    defect: "A MARKET order that says tif IOC trades without a mark price.",
    venue: gate(
      "reference-price",
      (check) => (order, context) => (order.tif === "IOC" ? null : check(order, context)),
    )!,
  },
  {
    name: "priced-sweeps-are-limits",
    breaks: ["REJ-REF-01"],
    // Only an operator takes the mark away.
    controlled: true,
    defect:
      "A MARKET order with a price is a LIMIT order that never rests, with a mark or without.",
    wire: () =>
      changeOrder(
        ({ type, price }) =>
          type === "MARKET" && price !== undefined && { type: "LIMIT", tif: "IOC" },
      ),
  },
  {
    name: "lost-index-is-an-index",
    breaks: ["REJ-REF-01"],
    // Only an operator cuts the feed off.
    controlled: true,
    defect: "A MARKET order in a market without a mark trades while the feed is lost.",
    venue: gate(
      "reference-price",
      (check) => (order, context) => check(order, { ...context, isIndexLost: false }),
    )!,
  },
  {
    name: "empty-side-has-no-reference-price",
    breaks: ["REJ-REF-02"],
    defect: "A MARKET order that finds no opposing orders is declined with NO_REFERENCE_PRICE.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }) =>
          reason === "MARKET_NO_LIQUIDITY" && { reject_reason: "NO_REFERENCE_PRICE" },
      ),
  },
  {
    name: "leverage-on-a-binary-ignored",
    breaks: ["REJ-LEV-01"],
    defect: "leverage on a binary is ignored.",
    wire: changed("BTC_BINARY", "leverage", nothing),
  },
  {
    name: "leverage-cut-to-cap",
    breaks: ["REJ-LEV-02"],
    defect: "leverage above a thousand is cut to the cap.",
    wire: changed("BTC_PERP", "leverage", (leverage) =>
      Number(leverage) > LEVERAGE_BEYOND_SENSE ? 20 : leverage,
    ),
  },
  {
    name: "invalid-leverage-without-details",
    breaks: ["REJ-LEV-03"],
    defect: "INVALID_LEVERAGE is a 422 envelope without the leverage requested and allowed.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const { reject_reason: reason, code = reason } = fieldsOf(given.body);
        return code === "INVALID_LEVERAGE" ? envelope(422, "INVALID_LEVERAGE") : given;
      }),
  },
  {
    name: "invalid-leverage-details-swapped",
    breaks: ["REJ-LEV-03"],
    defect:
      "The details of INVALID_LEVERAGE tell the cap as requested and what was sent as effective.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const { code, details, ...rest } = fieldsOf(given.body);
        if (code !== "INVALID_LEVERAGE") return given;
        const { requested_leverage: asked, effective_leverage: cap } = fieldsOf(details);
        const swapped = { requested_leverage: cap, effective_leverage: asked };
        return { ...given, body: { ...rest, code, details: swapped } };
      }),
  },
  {
    name: "leverage-below-1-is-1",
    breaks: ["REJ-LEV-04"],
    defect: "leverage below 1 is taken for 1.",
    wire: changed("BTC_PERP", "leverage", (leverage) => (Number(leverage) < 1 ? 1 : leverage)),
  },
  {
    name: "margin-mode-on-a-binary-ignored",
    breaks: ["REJ-MM-01"],
    defect: "margin_mode on a binary is ignored.",
    wire: changed("BTC_BINARY", "margin_mode", nothing),
  },
  {
    name: "unknown-margin-mode-is-cross",
    breaks: ["REJ-MM-02"],
    defect: "An unknown margin_mode is taken for CROSS.",
    wire: changed("BTC_PERP", "margin_mode", (mode) =>
      typeof mode === "string" && mode !== "ISOLATED" ? "CROSS" : mode,
    ),
  },
  {
    name: "fat-finger-confirmation-ignored",
    breaks: ["REJ-FF-02"],
    // What is confirmed is claimed to be taken.
    alsoBreaks: ["CLAIM-FAT-02"],
    defect: "confirm_fat_finger has no effect on a perp.",
    wire: changed("BTC_PERP", "confirm_fat_finger", nothing),
  },
  {
    name: "confirmation-beside-two-orders-ignored",
    breaks: ["REJ-FF-02"],
    defect: "confirm_fat_finger has no effect while two of the agent's orders rest in the market.",
    venue: gate("fat-finger", (check) => (order, context) => {
      const isAlone = (context.position?.orders.length ?? 0) < 2;
      const isConfirmed = isAlone && order.confirmFatFinger === true;
      return check({ ...order, confirmFatFinger: isConfirmed }, context);
    })!,
  },
  {
    name: "confirmation-is-for-the-price-alone",
    breaks: ["REJ-FF-02"],
    defect: "confirm_fat_finger has no effect on an order for very many contracts.",
    venue: gate("fat-finger", (check) => (order, context) => {
      const isConfirmed = order.qty < VERY_MANY && order.confirmFatFinger === true;
      return check({ ...order, confirmFatFinger: isConfirmed }, context);
    })!,
  },
  {
    name: "very-many-contracts-are-too-much-leverage",
    breaks: ["REJ-VOCAB-02"],
    // Whose check sends so many.
    beside: ["REJ-FF-02"],
    defect: "An order of very many contracts is declined with INVALID_LEVERAGE for FAT_FINGER.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }, order) =>
          reason === "FAT_FINGER" &&
          Number(order["qty"]) >= VERY_MANY && { reject_reason: "INVALID_LEVERAGE" },
      ),
  },
  {
    name: "margin-mode-while-open-is-malformed",
    breaks: ["REJ-MM-03"],
    defect: "margin_mode with a position open is refused as malformed.",
    wire: () =>
      refusesAsMalformed(async (order, arriving) => {
        if ((order["margin_mode"] ?? null) === null) return false;
        return (
          (await kindOf(order, arriving)) === "BTC_PERP" &&
          (await positionIn(order, arriving)) !== 0
        );
      }),
  },
  {
    name: "slippage-bps-on-a-binary-ignored",
    breaks: ["REJ-SLIP-01"],
    defect: "slippage_cap_bps on a binary is ignored.",
    wire: changed("BTC_BINARY", "slippage_cap_bps", nothing),
  },
  {
    name: "slippage-bps-beside-cents-ignored",
    breaks: ["REJ-SLIP-01"],
    defect: "slippage_cap_bps on a binary is ignored where slippage_cap_cents comes with it.",
    wire: changed("BTC_BINARY", "slippage_cap_bps", (bps, { slippage_cap_cents: cents }) =>
      (cents ?? null) === null ? bps : undefined,
    ),
  },
  {
    name: "who-is-flat-has-any-cap",
    breaks: ["REJ-SLIP-01"],
    defect: "slippage_cap_bps on a binary is ignored where the agent of a MARKET order is flat.",
    venue: gate("slippage-caps", openingUncapped)!,
  },
];
