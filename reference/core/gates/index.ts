/** The admission gates in their documented order: the earliest that objects decides. */
import { clientOrderId } from "./client-order-id.ts";
import { cooldown } from "./cooldown.ts";
import { fatFinger } from "./fat-finger.ts";
import { fillOrKill } from "./fill-or-kill.ts";
import { freshness } from "./freshness.ts";
import type { Gate } from "./gate.ts";
import { killSwitch } from "./kill-switch.ts";
import { leverage } from "./leverage.ts";
import { liquidity } from "./liquidity.ts";
import { margin } from "./margin.ts";
import { marginMode } from "./margin-mode.ts";
import { marketExists } from "./market-exists.ts";
import { marketOpen } from "./market-open.ts";
import { positionCap } from "./position-cap.ts";
import { postOnly } from "./post-only.ts";
import { priceRange } from "./price-range.ts";
import { qty } from "./qty.ts";
import { reduceOnly } from "./reduce-only.ts";
import { referencePrice } from "./reference-price.ts";
import { requestShape } from "./request-shape.ts";
import { slippageCaps } from "./slippage-caps.ts";

/** The precedence of every refusal and reject code of an order. D-060. */
export const GATES: readonly Gate[] = [
  killSwitch,
  requestShape,
  clientOrderId,
  freshness,
  marketExists,
  marketOpen,
  qty,
  slippageCaps,
  leverage,
  marginMode,
  priceRange,
  cooldown,
  referencePrice,
  fatFinger,
  reduceOnly,
  positionCap,
  margin,
  postOnly,
  fillOrKill,
  liquidity,
];
