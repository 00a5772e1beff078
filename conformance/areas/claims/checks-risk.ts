/** The cap on positions: at the claimed number, and one beyond it. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { listOf, mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, Missing, readable, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { amends, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { declined, placedThat } from "../../expect/placed.ts";
import { restingOf } from "../../properties/readings.ts";
import { placeAtOnce } from "../placed-at-once.ts";
import { stillRests } from "./still-rests.ts";

const WORKING = 2;

/** Works beside others of the same agent. */
export const positionCap: Check = {
  title: "what works and what arrives stay within the position cap together",
  proves: ["CLAIM-CAP-01", "CLAIM-CAP-02"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market, side } = t;
    const cap = capOf(t);
    await t.flat(agent);
    await nothingWorks(t);
    await judgeRoom(t, "CLAIM-CAP-01", { side, room: cap });
    await agent.rests(market.resting(side, { qty: WORKING }));
    await judgeRoom(t, "CLAIM-CAP-02", { side, room: cap - WORKING });
  },
};

const heldCounts: Check = {
  title: "what is held, works and arrives stays within the position cap together",
  proves: ["CLAIM-CAP-03", "CLAIM-CAP-04"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const { agent, other, market, side } = t;
    const cap = capOf(t);
    await t.flat(agent);
    await agent.rests(market.resting(side, { qty: WORKING }));
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller });
    await judgeRoom(t, "CLAIM-CAP-03", { side, room: cap - WORKING - 1 });
    await judgeRoom(t, "CLAIM-CAP-04", { side: opposite(side), room: cap + 1 });
  },
};

/** What is left to amend up to the cap by: little, as much at once may be a slip (D-062). */
const LEFT = 1;

const amendedToCap: Check = {
  title: "an order filled in part may be amended up to the position cap, and no further",
  proves: ["CLAIM-CAP-03"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const { agent, other, market, side } = t;
    const price = market.cheap(side);
    await t.flat(agent);
    const { orderId } = await agent.rests(market.limit(side, price, { qty: WORKING }));
    await other.takes(market.limit(opposite(side), price));
    const qty = WORKING + 1;
    if (!(await amends(t, agent, { orderId, price, qty }))) {
      throw new Missing("did not arise: an order filled in part that was amended");
    }
    const rest = capOf(t) - qty - LEFT;
    const resting = await agent.place(market.limit(side, price, { qty: rest, ...atMost(t) }));
    affordable(resting);
    if (resting.fate !== "accepted") throw new StandsOn("CLAIM-CAP-02", `no room for ${rest}`);
    const most = await amends(t, agent, { orderId, price, qty: qty + LEFT });
    if (most) await stillRests(t, agent, resting.orderId ?? "");
    t.expect("CLAIM-CAP-03", most, isAmended(true, "up to the cap"));
    const beyond = await amends(t, agent, { orderId, price, qty: qty + LEFT + 1 });
    t.expect("CLAIM-CAP-03", beyond, isAmended(false, "beyond the cap"));
  },
};

function isAmended(amended: boolean, how: string): Expectation<boolean> {
  return that(
    `an order filled in part ${amended ? "" : "not "}amended ${how}`,
    (is) => is === amended,
    (is) => (is ? "amended" : "not amended"),
  );
}

const siblingsCount: Check = {
  title: "what another agent of the owner holds and works takes no room of the position cap",
  proves: ["CLAIM-CAP-01"],
  needs: ["two-owners", "sibling", "market", "operator"],
  async body(t) {
    const { agent, other, sibling, market, side } = t;
    await t.flat(agent);
    await sibling.rests(market.resting(side, { qty: WORKING }));
    const [buyer, seller] = side === "BUY" ? [sibling, other] : [other, sibling];
    await t.trade({ buyer, seller });
    await judgeRoom(t, "CLAIM-CAP-01", { side, room: capOf(t) });
  },
};

const otherMarkets: Check = {
  title: "what is held and works in another market of the kind takes no room of the position cap",
  proves: ["CLAIM-CAP-01"],
  needs: ["two-owners", "two-markets", "operator"],
  once: true,
  async body(t) {
    const { agent, other, secondMarket: market, side } = t;
    await t.flat(agent);
    await agent.rests(market.resting(side, { qty: WORKING }));
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller, market });
    await judgeRoom(t, "CLAIM-CAP-01", { side, room: capOf(t) });
  },
};

const atOnce: Check = {
  title: "an order that trades at once, FOK or MARKET, leads no further than the position cap",
  proves: ["CLAIM-CAP-01", "CLAIM-CAP-02"],
  needs: ["two-owners", "sibling", "market", "operator"],
  async body(t) {
    const { agent, other, sibling, market, side } = t;
    await t.flat(agent);
    const qty = capOf(t) + 1;
    // By what it holds already the other agent may offer more than a cap.
    const [buyer, seller] = side === "BUY" ? [other, sibling] : [sibling, other];
    await t.trade({ buyer, seller });
    const cheap = market.cheap(side);
    const price = cheap + market.tickTowardsFill(side);
    const offer = market.limit(opposite(side), price, { qty, ...atMost(t) });
    const offered = await other.place(offer);
    if (offered.fate !== "accepted") throw new Missing(`needs an agent who may offer ${qty}`);
    const works = await agent.rests(market.limit(side, cheap, { qty: WORKING }));
    const rest = { qty: qty - WORKING, ...atMost(t) };
    const whole = await agent.provoke(market.limit(side, price, { tif: "FOK", ...rest }));
    t.expect("CLAIM-CAP-02", whole, notBeyondCap(qty - 1 - WORKING));
    await agent.cancel(works.orderId);
    const swept = await agent.provoke(market.sweep(side, { qty, ...atMost(t) }));
    t.expect("CLAIM-CAP-01", swept, notBeyondCap(qty - 1));
  },
};

const rungsCount: Check = {
  title: "the orders of a ladder lead no further than the position cap together",
  proves: ["CLAIM-CAP-02"],
  // A ladder takes the place of what others have in a market.
  needs: ["agent", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const cap = capOf(t);
    const price = market.cheap(side);
    const away = -market.tickTowardsFill(side);
    await t.flat(agent);
    const rung = (at: number, qty: number) => market.limit(side, at, { qty, ...atMost(t) });
    await replaceLadder(agent, market.id, [rung(price, cap), rung(price + away, 1)]);
    await t.settle();
    const isAtCap = that<number>("at the cap", (resting) => resting >= cap);
    const resting = await t.reading(() => restingIn(t), isAtCap);
    if (resting < cap) throw new Missing(`did not arise: ${cap} of a ladder that rest`);
    t.expect("CLAIM-CAP-02", resting, noMoreThan(cap));
  },
};

const capAtOnce: Check = {
  title: "two orders at once, for all of the position cap each, rest no further than it together",
  proves: ["CLAIM-CAP-02"],
  needs: ["agent", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const cap = capOf(t);
    const order = () => market.limit(side, market.cheap(side), { qty: cap, ...atMost(t) });
    await t.flat(agent);
    await placeAtOnce(t, [order(), order()]);
    await t.settle();
    await t.eventually("CLAIM-CAP-02", () => restingIn(t), noMoreThan(cap));
  },
};

/** Contracts of the agent that rest in the market. Errors: Missing where its orders cannot be read. */
async function restingIn({ agent, market }: CheckContext): Promise<number> {
  const { response } = await agent.openOrders(market.id);
  return readable(restingOf(response?.body, market.id), "what rests in a market");
}

const noMoreThan = (cap: number) =>
  that<number>(
    `at most the cap of ${cap} resting`,
    (resting) => resting <= cap,
    (resting) => `${resting} resting`,
  );

const notBeyondCap = (cap: number) =>
  placedThat(`at most the cap of ${cap} filled`, ({ filledQty }) => (filledQty ?? 0) <= cap);

/** Errors: Missing where none is claimed for the market's kind. */
function capOf(t: CheckContext): number {
  const { kind } = t.market.info;
  const cap = t.claim("position_cap");
  const own = typeof cap === "number" ? cap : cap[kind];
  if (own === undefined) throw new Missing(`needs claims.position_cap.${kind} in the profile`);
  return own;
}

/** An order of just that size passes the cap, one of a contract more does not; neither can fill. */
async function judgeRoom(
  t: CheckContext,
  rule: string,
  { side, room }: { side: Side; room: number },
): Promise<void> {
  const price = t.market.cheap(side);
  const order = (qty: number) => t.market.limit(side, price, { qty, tif: "IOC", ...atMost(t) });
  await nobodyReaches(t, side, price);
  const most = await t.agent.place(order(room));
  t.expect(rule, most, unless("POSITION_CAP", `room for ${room}`));
  affordable(most);
  t.expect(rule, await t.agent.provoke(order(room + 1)), declined("POSITION_CAP"));
}

/**
 * A check that waits a minute beside this one may have orders of the same agent in a shared market.
 * Errors: Inconclusive where one is listed.
 */
async function nothingWorks({ agent, market }: CheckContext): Promise<void> {
  if (market.info.own) return;
  const listing = await agent.get("/orders/open", { market_id: market.id });
  const open = listOf(listing.response?.body) ?? [];
  if (!open.some((record) => mentions(record, market.id))) return;
  throw new Inconclusive("an order of the agent works in the market already");
}

/** Such an order must not fill. Errors: Inconclusive where others reach its limit. */
export async function nobodyReaches(
  { market }: CheckContext,
  side: Side,
  limit: number,
): Promise<void> {
  const { bids, asks } = readable(await market.bookShown(), "the book of a market");
  const [best] = side === "BUY" ? asks : bids;
  const isFar = best === undefined || (side === "BUY" ? best.price > limit : best.price < limit);
  if (!isFar)
    throw new Inconclusive("other traders reach the price of an order that must not fill");
}

/** As little margin and as few questions as may be. */
function atMost({ claims, market }: CheckContext): OrderBody {
  const leverage = market.info.kind === "BTC_PERP" ? claims.leverage_cap : undefined;
  return { confirm_fat_finger: true, ...(leverage !== undefined && { leverage }) };
}

/** Errors: Missing where the agent cannot pay for an order of that size. */
export function affordable({ reason, sent }: PlaceResponse): void {
  if (reason !== "INSUFFICIENT_MARGIN" && reason !== "FAT_FINGER") return;
  throw new Missing(`did not arise: ${reason} for a qty of ${sent["qty"]}`);
}

/** Anything but a decline for this reason. */
export function unless(reason: string, says: string): Expectation<PlaceResponse> {
  return placedThat(`${says}, not ${reason}`, (placed) => placed.reason !== reason);
}

/** Checks of the cap. */
export const risk: readonly Check[] = [
  positionCap,
  heldCounts,
  amendedToCap,
  siblingsCount,
  otherMarkets,
  atOnce,
  rungsCount,
  capAtOnce,
];
