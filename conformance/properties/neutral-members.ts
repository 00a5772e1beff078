/** Members that an order may have or lack, and is the same order. Spec: Order place request. */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { Terms } from "../model/market-state.ts";
import type { PropertyRun } from "./property-run.ts";

type MembersOf<Members> = (terms: Terms, run: PropertyRun, agent: string) => Members;
type NeutralMembers = MembersOf<OrderBody | Promise<OrderBody>>;

const WINDOW_MS = 60_000;
/** No narrower than what a play needs. */
const CAPS = { BTC_BINARY: { slippage_cap_cents: 5 }, BTC_PERP: { slippage_cap_bps: 100 } };
const LEVERAGE = 3;
const ID_CHARACTERS_MAX = 32;
const SIGNS = "_-:.";

const NEUTRAL: readonly NeutralMembers[] = [
  () => ({}),
  async (_, run) => ({ timestamp_ms: await run.now(), recv_window_ms: WINDOW_MS }),
  ({ reduceOnly }) => (reduceOnly ? {} : { reduce_only: false }),
  () => ({ confirm_fat_finger: false }),
  () => ({ x_touchstone: "unknown" }),
  // What a LIMIT order is by default, and all that a MARKET order can be.
  ({ tif }) => (tif === "GTC" || tif === "MARKET" ? { tif: undefined } : {}),
  (terms, run) => {
    const id = String(run.bodyOf(terms)["client_order_id"]);
    return { client_order_id: id.slice(SIGNS.length - ID_CHARACTERS_MAX) + SIGNS };
  },
  levered,
  capped,
];

/** Of who has nothing in the market, as a venue may want one leverage for all of a position. */
function levered(_: Terms, run: PropertyRun, agent: string): OrderBody {
  const mayChoose = run.market.info.kind === "BTC_PERP" && run.hasNothing(agent);
  return mayChoose ? { leverage: Math.min(LEVERAGE, run.leverageCap) } : {};
}

/** Among others' orders the mid, from which a cap may be counted, is far from the touch (D-065). */
function capped({ tif }: Terms, { market, own }: PropertyRun): OrderBody {
  return tif === "MARKET" && own ? { ...CAPS[market.info.kind as keyof typeof CAPS] } : {};
}

/** What makes no order good that has a flaw; every other one has no more than its flaw. */
const BESIDE_A_FLAW: readonly MembersOf<OrderBody>[] = [
  () => ({}),
  () => ({ confirm_fat_finger: true }),
  () => ({}),
  (terms, run, agent) => ({ ...levered(terms, run, agent), ...capped(terms, run) }),
];

/** The member of that number that an order has beside a flaw. */
export function secondMember(
  run: PropertyRun,
  { agent, terms, number }: { agent: string; terms: Terms; number: number },
): OrderBody {
  return BESIDE_A_FLAW[number % BESIDE_A_FLAW.length]?.(terms, run, agent) ?? {};
}

/** How many choices of them there are. */
export const NEUTRAL_COUNT = NEUTRAL.length;

/** The choice of that number. */
export async function neutralMembers(
  run: PropertyRun,
  { agent, terms, number }: { agent: string; terms: Terms; number: number },
): Promise<OrderBody> {
  return (await NEUTRAL[number % NEUTRAL_COUNT]?.(terms, run, agent)) ?? {};
}
