/** What an order must pass before it enters the ledger, in this venue's own order of precedence. */
import { decline, envelope, invalidField, type Refusal } from "../http/refusal.ts";
import { freeCents } from "./account.ts";
import { type Arrival, ownCrossed, reachOf } from "./admission.ts";
import { isOnGrid } from "./market.ts";

const FAT_FINGER_FACTOR = 3;

type Gate = (arrival: Arrival) => Refusal | null;

/** The first objection to an arrival, or null when the order may enter. */
export function admit(arrival: Arrival): Refusal | null {
  for (const gate of GATES) {
    const refusal = gate(arrival);
    if (refusal) return refusal;
  }
  return null;
}

/** Chosen by the venue's settings: most refusals have two stated forms. */
function either({ settings }: Arrival, forms: Record<"errors" | "declines", Refusal>): Refusal {
  return forms[settings.refusals];
}

const marketOpen: Gate = (arrival) => {
  const { status } = arrival.market;
  const text = `the market is ${status}`;
  if (status === "OPEN") return null;
  return either(arrival, {
    errors: envelope(409, "MARKET_CLOSED", text),
    declines: decline("MARKET_CLOSED", text),
  });
};

const countable: Gate = ({ request }) =>
  request.qty > 0 ? null : decline("INVALID_QTY", "a positive quantity is needed");

const onGrid: Gate = (arrival) => {
  const { market, request } = arrival;
  if (request.type === "MARKET" || request.price === null) return null;
  if (isOnGrid(market, request.price)) return null;
  const text = `a step of ${market.tick} from ${market.min} to ${market.max} is needed`;
  return either(arrival, {
    errors: invalidField("price", text),
    declines: decline("PRICE_OUT_OF_RANGE", text),
  });
};

const leverageAllowed: Gate = (arrival) => {
  const { market, request } = arrival;
  const leverage = request.leverage ?? 0;
  const allowed = { BTC_BINARY: 0, BTC_PERP: market.leverageCap, BTC_PARLAY: Infinity };
  const most = allowed[market.kind];
  if (leverage <= most) return null;
  const message = `leverage ${leverage} is not available`;
  const details = { requested_leverage: leverage, effective_leverage: Math.max(1, most) };
  return either(arrival, {
    errors: { form: "envelope", status: 422, code: "INVALID_LEVERAGE", message, details },
    declines: decline("INVALID_LEVERAGE", message),
  });
};

const marginModeAllowed: Gate = ({ market, request }) =>
  market.kind === "BTC_BINARY" && request.marginMode !== null
    ? decline("INVALID_MARGIN_MODE", "a binary has no margin mode")
    : null;

const bpsCapAllowed: Gate = ({ market, request }) =>
  market.kind !== "BTC_PERP" && request.slippageCapBps !== null
    ? decline("SLIPPAGE_CAP_MISPLACED", "basis points protect perp orders only")
    : null;

const notCooling: Gate = ({ cooling }) =>
  cooling ? decline("AGENT_SIDE_COOLDOWN", "too many declines, wait a moment") : null;

const reduces: Gate = ({ request, qty, closing }) =>
  request.reduceOnly && (closing === 0 || qty > closing)
    ? decline("REDUCE_ONLY_VIOLATION", `there is a position of ${closing} to reduce`)
    : null;

const sanePrice: Gate = ({ market, request }) => {
  if (market.mark === null || market.kind !== "BTC_PERP") return null;
  if (request.type === "MARKET" || request.confirmFatFinger) return null;
  const ratio = request.price! / market.mark;
  const sane = ratio <= FAT_FINGER_FACTOR && ratio >= 1 / FAT_FINGER_FACTOR;
  return sane ? null : decline("FAT_FINGER", "the price is far from the mark; confirm to insist");
};

const valued: Gate = ({ market, request }) =>
  request.type === "MARKET" && market.mark === null
    ? decline("NO_REFERENCE_PRICE", "nothing values this market now")
    : null;

const liquid: Gate = ({ request, pairings }) =>
  request.type === "MARKET" && pairings.length === 0
    ? decline("MARKET_NO_LIQUIDITY", "nobody is on the other side")
    : null;

const postsOnly: Gate = (arrival) => {
  const { request, pairings } = arrival;
  if (request.type === "MARKET" || request.tif !== "POST_ONLY") return null;
  return pairings.length > 0 || ownCrossed(arrival).length > 0
    ? decline("POST_ONLY_WOULD_CROSS", "the order would trade at once")
    : null;
};

const notOwn: Gate = ({ agent, pairings, settings }) =>
  settings.selfTrade === "decline" && pairings.some(({ maker }) => maker.agent === agent)
    ? decline("SELF_TRADE", "the order would trade with its own sender")
    : null;

const fillable: Gate = ({ request, qty, pairings, settings }) => {
  if (request.type === "MARKET" || (request.tif !== "FOK" && request.tif !== "IOC")) return null;
  const reachable = pairings.reduce((sum, pairing) => sum + pairing.qty, 0);
  if (request.tif === "FOK" && reachable < qty) {
    return decline("FOK_NOT_FILLABLE", "the whole quantity is not there");
  }
  if (reachable > 0 || settings.iocRest === "cancelled") return null;
  return decline("IOC_UNMATCHED", "nothing to trade with");
};

const affordable: Gate = ({ agent, resting, holdCents }) =>
  holdCents > 0 && holdCents > freeCents(agent, resting)
    ? decline("INSUFFICIENT_MARGIN", "not enough free cash")
    : null;

const underCap: Gate = ({ agent, market, request, qty, resting }) => {
  const reached = reachOf({ agent, market, side: request.side }, resting) + qty;
  return reached > market.cap && !request.reduceOnly
    ? decline("POSITION_CAP", `no more than ${market.cap} contracts`)
    : null;
};

/** The gates; the earliest objection is the answer. */
const GATES: readonly Gate[] = [
  countable,
  onGrid,
  marketOpen,
  leverageAllowed,
  marginModeAllowed,
  bpsCapAllowed,
  notCooling,
  reduces,
  sanePrice,
  valued,
  liquid,
  postsOnly,
  notOwn,
  fillable,
  affordable,
  underCap,
];
