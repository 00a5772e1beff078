/** Orders on markets that are not there at all. Spec: Reject codes. */

import { isDocumented } from "../../../scenarios/decisions/decline-codes.ts";
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { UNKNOWN_UUID, ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { type Cell, inTurnOf, KINDS, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, odd } from "../../check/expectation.ts";
import { declined, envelope, placedThat } from "../../expect/placed.ts";
import { oneDigitOff } from "../one-digit-off.ts";
import { rejection } from "../rejection.ts";

/** An id that no market has, another one of each kind and side: declines are counted by market. */
function unknownIn({ kind = KINDS[0], side = SIDES[0] }: Cell): string {
  return UNKNOWN_UUID.slice(0, -1) + (KINDS.indexOf(kind) * SIDES.length + SIDES.indexOf(side));
}

/** The same, the first of them being the one that no deployment assigns. */
function noMarket(cell: Cell): string {
  const id = unknownIn(cell);
  return id === unknownIn({}) ? ZERO_UUID : id;
}

/** An id of zeros may be taken for none (D-007). */
const asUnknown = anyOf(
  declined("UNKNOWN_MARKET"),
  envelope(404, "UNKNOWN_MARKET"),
  ...statusesOf("D-002").map((status) =>
    placedThat(
      `HTTP ${status} for an id of zeros`,
      ({ httpStatus, sent }) => httpStatus === status && sent["market_id"] === ZERO_UUID,
    ),
  ),
);

/** What is true of these members in no market: a venue may look at them first (D-060). */
const ofItsMembers = odd(
  anyOf(
    placedThat(
      "INVALID_LEVERAGE of an order that has leverage",
      ({ reason, sent }) => reason === "INVALID_LEVERAGE" && sent["leverage"] !== undefined,
    ),
    placedThat(
      "INVALID_MARGIN_MODE of an order that has margin_mode",
      ({ reason, sent }) => reason === "INVALID_MARGIN_MODE" && sent["margin_mode"] !== undefined,
    ),
    placedThat(
      "a refusal of a slippage cap as malformed",
      ({ httpStatus, sent }) =>
        statusesOf("D-002").includes(httpStatus) && sent["slippage_cap_bps"] !== undefined,
    ),
    placedThat(
      "a decline of a slippage cap with a code of the venue's own",
      ({ fate, reason, sent }) =>
        fate === "declined" && !isDocumented(reason) && sent["slippage_cap_bps"] !== undefined,
    ),
  ),
  "a member is refused of an order on a market that does not exist",
);

/** Members of perps, which are read only once there is a market. */
const LIMIT_MEMBERS = [{}, { leverage: 1 }, { margin_mode: "CROSS" }] as const;
const SWEEP_MEMBERS = [{}, { leverage: 1, margin_mode: "CROSS", slippage_cap_bps: 100 }] as const;

const unknownMarket = rejection({
  rule: "REJ-UNK-01",
  title: "an order on a market that does not exist is refused with UNKNOWN_MARKET",
  needs: ["agent", "market"],
  once: true,
  breaks: (order, { cell }) => ({
    ...order,
    market_id: noMarket(cell),
    tif: cell.tif,
    ...inTurnOf(cell, LIMIT_MEMBERS),
  }),
  as: anyOf(asUnknown, ofItsMembers),
});

const sweepsUnknownMarket = rejection({
  rule: "REJ-UNK-01",
  title: "a MARKET order on a market that does not exist is refused with UNKNOWN_MARKET",
  needs: ["agent", "market"],
  once: true,
  over: { type: ["MARKET"], side: SIDES },
  breaks: ({ price: _, ...order }, { cell }) => {
    const members = inTurnOf(cell, SWEEP_MEMBERS);
    return { ...order, market_id: noMarket(cell), type: "MARKET", ...members };
  },
  as: anyOf(asUnknown, ofItsMembers),
});

const oneDigitFromMarket: Check = {
  title: "an order for an id one digit off from a market's is refused with UNKNOWN_MARKET",
  proves: ["REJ-UNK-01"],
  needs: ["agent", "market"],
  over: {},
  async body(t) {
    const { agent, market } = t;
    const order = { ...market.resting(t.side), market_id: await oneDigitOff(t, market.id) };
    t.expect("REJ-UNK-01", await agent.provoke(order), asUnknown);
  },
};

const echoesUnknownMarket: Check = {
  title: "an UNKNOWN_MARKET result echoes the market asked for",
  proves: ["REJ-UNK-02"],
  needs: ["agent", "market"],
  async body(t) {
    const order = { ...t.market.resting(), market_id: unknownIn(t.cell) };
    judgeEcho(t, await t.agent.provoke(order));
  },
};

const echo = placedThat(
  "market_id as it was sent",
  ({ result, sent }) => String(result["market_id"]).toLowerCase() === sent["market_id"],
);

function judgeEcho(t: CheckContext, answer: PlaceResponse): void {
  if (answer.status === "REJECTED") t.expect("REJ-UNK-02", answer, echo);
  else t.moot("REJ-UNK-02", "the refusal is an error, not a result");
}

/** Checks of unknown markets. */
export const unknownMarkets: readonly Check[] = [
  unknownMarket,
  sweepsUnknownMarket,
  oneDigitFromMarket,
  echoesUnknownMarket,
];
