/**
 * Reject codes that speak of what an order asks for: its leverage, its margin mode, that it shall only
 * reduce, or trade at once or not. An order that does not ask for it has nothing to mend there.
 * Spec: Order reject codes.
 */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { type OrderBody, readPlaced } from "../../scenarios/deployment/reading/order.ts";
import { isObject } from "../../scenarios/deployment/reading/reading.ts";
import { isRepeat } from "../../scenarios/deployment/reading/repeats.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { asItWent } from "../../scenarios/deployment/wire/written.ts";
import { anyOf, type Expectation, odd, that } from "../check/expectation.ts";
import { isPlacement } from "./listed-routes.ts";

/** An order as it was sent, and the code that it was refused or declined with. */
interface CodedOrder {
  order: OrderBody;
  code: string;
}

/**
 * What an order has to ask for to be declined for it. What is not of its type asks for it all the same.
 * Of an IOC and a FOK that find nobody a venue may say what it says of a MARKET order (D-022). For want of
 * a price a venue may decline any order: margin is counted from one too.
 */
const ASKED: Readonly<Record<string, (order: OrderBody) => boolean>> = {
  INVALID_LEVERAGE: ({ leverage }) => leverage !== undefined,
  INVALID_MARGIN_MODE: ({ margin_mode }) => margin_mode !== undefined,
  FOK_NOT_FILLABLE: ({ tif }) => /^fok$/i.test(String(tif)),
  POST_ONLY_WOULD_CROSS: ({ tif }) => /^post_only$/i.test(String(tif)),
  REDUCE_ONLY_VIOLATION: ({ reduce_only: only }) => only !== undefined && only !== false,
  MARKET_NO_LIQUIDITY: ({ type, tif }) =>
    !/^limit$/i.test(String(type)) || !/^(gtc|post_only|undefined|null)$/i.test(String(tif)),
};

/** The code told of an order that is not a repeat; null for any other answer, and any other code. */
function toldOf(exchange: Exchange): CodedOrder | null {
  if (!isPlacement(exchange)) return null;
  // Most orders are taken: what was sent is read of the others alone.
  const code = readPlaced({}, exchange).reason;
  if (code === null || !(code in ASKED) || isRepeat(exchange)) return null;
  const order = jsonIn(asItWent(exchange.request) ?? "");
  return isObject(order) ? { order, code } : null;
}

/** By a name that is not the spec's too: that such a member asks for nothing is GEN-UNK-01. */
const isAsked = ({ order, code }: CodedOrder): boolean =>
  ASKED[code]!(order) || ASKED[code]!(inSnakeCase(order));

function inSnakeCase(order: OrderBody): OrderBody {
  const renamed = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(order).map(([name, value]) => [renamed(name), value]));
}

/** Whether an order was refused with a code that speaks of what an order may ask for. */
export function tellsWhatWasAsked(exchange: Exchange): boolean {
  return toldOf(exchange) !== null;
}

/** Whether it was refused so without asking for it. */
export function tellsWhatWasNotAsked(exchange: Exchange): boolean {
  const told = toldOf(exchange);
  return told !== null && !isAsked(told);
}

const wording = (exchange: Exchange): string =>
  `${toldOf(exchange)?.code} of an order that does not ask for it`;

const ofWhatItAsks = that<Exchange>(
  "a code of what the order asks for",
  (exchange) => isAsked(toldOf(exchange)!),
  wording,
);

/** Who has nothing to sell may be refused for that (D-074), in the words for those who only reduce. */
const ofNothingToSell = that<Exchange>(
  "REDUCE_ONLY_VIOLATION of a SELL",
  (exchange) => {
    const { order, code } = toldOf(exchange)!;
    return code === "REDUCE_ONLY_VIOLATION" && /^sell$/i.test(String(order["side"]));
  },
  wording,
);

/** That such a code is told of orders alone which ask for it. */
export const codeOfWhatWasAsked: Expectation<Exchange> = anyOf(
  ofWhatItAsks,
  odd(ofNothingToSell, wording),
);
