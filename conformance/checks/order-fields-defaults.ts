/** What an order means when optional fields are left out, or sent where they say nothing new. */

import type { Side } from "../../scenarios/deployment/market.ts";
import { type OrderBody, ownIdOf } from "../../scenarios/deployment/reading/order.ts";
import type { Check } from "../check/check.ts";
import { opposite } from "../check/check-context.ts";
import { contains, lacks } from "../expect/answers.ts";
import { accepted, placedThat, resting } from "../expect/placed.ts";

const limitRests: Check = {
  title: "a LIMIT order without tif rests",
  proves: ["ORD-FIELD-13"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.place(market.resting("BUY", { tif: undefined }));
    t.expect("ORD-FIELD-13", placed, accepted);
    const id = ownIdOf(placed);
    await t.eventually("ORD-FIELD-13", () => agent.openOrders(market.id), contains(id));
  },
};

const marketWithoutPrice: Check = {
  title: "a MARKET order without price is a valid shape",
  proves: ["ORD-FIELD-14"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.provoke(market.sweep("BUY"));
    t.expect("ORD-FIELD-14", placed, judgedByTheEngine);
  },
};

/** What the engine may find wrong with a well-shaped MARKET order; in which form is another rule. */
const ENGINE_REASONS = [
  "MARKET_NO_LIQUIDITY",
  "NO_REFERENCE_PRICE",
  "INSUFFICIENT_MARGIN",
  "POSITION_CAP",
  "FAT_FINGER",
];

/** Whether it trades depends on the book; that it got as far as the engine does not (D-023). */
const judgedByTheEngine = placedThat(
  "an order result, whatever its status",
  ({ fate, reason }) => fate !== "refused" || ENGINE_REASONS.includes(String(reason)),
);

/** What would make a LIMIT order rest, each on a MARKET order (D-024). */
const RESTING_FIELDS: readonly ((price: number) => OrderBody)[] = [
  () => ({ tif: "GTC" }),
  (price) => ({ tif: "GTC", price }),
  () => ({ tif: "POST_ONLY" }),
];

const marketNeverRests: Check = {
  title: "a MARKET order never rests, whatever tif or price it carries",
  proves: ["ORD-FIELD-15"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    for (const fields of RESTING_FIELDS) {
      const [price = 0] = await market.inside();
      await other.rests(market.limit("SELL", price));
      const order = market.sweep("BUY", { qty: 2, ...fields(price) });
      const placed = await agent.provoke(order);
      await t.settle();
      const open = await agent.openOrders(market.id);
      t.expect("ORD-FIELD-15", open, lacks(placed.orderId ?? String(order["client_order_id"])));
    }
  },
};

const opensPosition: Check = {
  title: "an order without reduce_only opens a position, or adds to one",
  proves: ["ORD-FIELD-27"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    await t.settle();
    const side = awayFromFlat(await agent.position(market));
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    t.expect("ORD-FIELD-27", await agent.place(market.limit(side, price)), trades);
  },
};

/** The side that does not reduce; an agent may come with a position from earlier checks. */
function awayFromFlat(position: number | null): Side {
  return (position ?? 0) < 0 ? "SELL" : "BUY";
}

const trades = placedThat("a fill", (p) => p.fate === "accepted" && p.filledQty !== 0);

const confirmIsHarmless: Check = {
  title: "confirm_fat_finger true on an ordinary order changes nothing",
  proves: ["ORD-FIELD-28"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting());
    const confirmed = await agent.place(market.resting("BUY", { confirm_fat_finger: true }));
    t.expect("ORD-FIELD-28", confirmed, resting);
  },
};

/** Checks of defaults, and of fields that change nothing. */
export const orderFieldsDefaults: readonly Check[] = [
  limitRests,
  marketWithoutPrice,
  marketNeverRests,
  opensPosition,
  confirmIsHarmless,
];
