/** Venues whose wallet tells another cash than there is, by the orders of who asks. */
import {
  type Arriving,
  ask,
  changeAnswer,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { marketOf } from "../../interposer/look-around.ts";

/** What a contract of the venue's binaries and parlays pays. Units: cents. */
export const PAYOUT = 100;
/** Price units of a perp's contract that are worth a cent. */
export const PERP_UNITS = 1_000;

/** An order as it stands, with its market. Units: contracts. */
export interface OrderNow {
  side: string;
  price: number;
  /** The price that it was placed at; 0 of a MARKET order. */
  placedAt: number;
  /** Of its fills. */
  average: number;
  resting: number;
  /** Executed when it arrived, and while it rested. */
  asTaker: number;
  asMaker: number;
  /** Cut off by a cancel. */
  cancelled: number;
  /** Whether it rested, and nobody asked to cancel it. */
  stays: boolean;
  /** Cut off of such a one while its market was open. */
  gaveWay: number;
  /** Of the market's latest trade. Units: market price units. */
  last: number;
  market: Fields;
  /** Whether the market was told to be EXPIRED before. */
  expired: boolean;
  /** Whether the caller's first order in the market was on the other side. */
  closes: boolean;
  /** What the caller's earlier orders in the market have come to, and all of them. Units: contracts, signed. */
  before: number;
  held: number;
  /** What the caller's orders on the other side of the market have resting, at their prices. */
  opposed: number;
  /** As it was placed. */
  asked: Fields;
}

/** An order as it was placed; `stays` while nobody has asked to cancel it. */
interface Known {
  key: string;
  order: Fields;
  asTaker: number;
  stays: boolean;
}

/** Free cash is told by so many cents more; `of` is asked of each order the caller has placed. */
export function wallet(of: (order: OrderNow) => number): () => WireVariant {
  return () => {
    const placed = new Map<string, Known>();
    const expired = new Set<unknown>();
    const remember = changeAnswer("POST /orders", (given, request) => {
      const { order_id, status, filled_qty } = fieldsOf(given.body);
      const order = fieldsOf(request.body);
      const stays = status === "NEW";
      const known = { key: keyOf(request), order, asTaker: Number(filled_qty), stays };
      if (given.status < 300 && status !== "REJECTED") placed.set(String(order_id), known);
      return given;
    });
    const cancels: WireVariant = (request, venue) => {
      for (const [id, known] of placed) {
        const isAll = request.path === "/orders" && known.key === keyOf(request);
        const isMeant = isAll || request.path === `/orders/${id}`;
        if (request.method === "DELETE" && isMeant) known.stays = false;
      }
      return venue(request);
    };
    const expires = changeAnswer("GET /markets/*", (given) => {
      const { id, status } = fieldsOf(given.body);
      if (status === "EXPIRED") expired.add(id);
      return given;
    });
    const told = changeAnswer("GET /me/wallet", async (given, request, venue) => {
      if (given.status !== 200) return given;
      const all: OrderAlone[] = [];
      for (const [id, known] of placed) {
        if (known.key === keyOf(request)) all.push(await standing({ request, venue }, id, known));
      }
      let more = 0;
      for (const [index, one] of all.entries()) {
        const isBeside = ({ asked }: OrderAlone) => asked["market_id"] === one.asked["market_id"];
        const before = all.slice(0, index).filter(isBeside);
        const closes = (before[0] ?? one).side !== one.side;
        const there = all.filter(isBeside);
        const positions = { before: signed(before), held: signed(there) };
        const opposed = restingAt(there.filter(({ side }) => side !== one.side));
        const isExpired = expired.has(one.asked["market_id"]);
        more += of({ ...one, closes, ...positions, opposed, expired: isExpired });
      }
      const body = fieldsOf(given.body);
      return { ...given, body: { ...body, free_cents: Number(body["free_cents"]) + more } };
    });
    return [told, expires, cancels, remember].reduceRight((back, front) => inFrontOf(front, back));
  };
}

/** What can be said of an order without the caller's others. */
type OrderAlone = Omit<OrderNow, "closes" | "before" | "held" | "opposed" | "expired">;

const restingAt = (orders: readonly OrderAlone[]) =>
  orders.reduce((sum, { price, resting }) => sum + price * resting, 0);

const signed = (orders: readonly OrderAlone[]) =>
  orders.reduce((sum, one) => sum + filled(one) * (one.side === "BUY" ? 1 : -1), 0);

async function standing(
  arriving: Arriving,
  id: string,
  { order, asTaker, stays }: Known,
): Promise<OrderAlone> {
  const now = fieldsOf((await ask(arriving, `GET /orders/${id}`)).body);
  const open = now["status"] === "NEW" || now["status"] === "PARTIAL";
  const rest = Number(now["qty"]) - Number(now["filled_qty"]);
  const cancelled = now["status"] === "CANCELLED" ? rest : 0;
  const market = await marketOf(order, arriving);
  const traded = await ask(arriving, `GET /markets/${order["market_id"]}/trades`);
  const { trades = [] } = fieldsOf(traded.body);
  return {
    side: String(order["side"]),
    price: Number(now["price"] ?? 0),
    placedAt: Number(order["price"] ?? 0),
    average: Number(now["avg_fill_price_cents"] ?? 0),
    resting: open ? Number(now["remaining_qty"]) : 0,
    asTaker,
    asMaker: Number(now["filled_qty"]) - asTaker,
    cancelled,
    stays,
    gaveWay: stays && market["status"] === "OPEN" ? cancelled : 0,
    last: Number((trades as Fields[])[0]?.["price"] ?? 0),
    market,
    asked: order,
  };
}

export const isPerp = ({ market }: OrderNow) => market["kind"] === "BTC_PERP";
export const isParlay = ({ market }: OrderNow) => market["kind"] === "BTC_PARLAY";
export const filled = ({ asTaker, asMaker }: Pick<OrderNow, "asTaker" | "asMaker">) =>
  asTaker + asMaker;
export const isMarket = ({ placedAt }: OrderNow) => placedAt === 0;
export const collateral = ({ side, price }: OrderNow) => (side === "BUY" ? price : PAYOUT - price);

/** Contracts of a market that ended like this. */
export const ended = (order: OrderNow, how: { status: string; resolution?: string }) =>
  Object.entries(how).every(([name, value]) => order.market[name] === value) ? filled(order) : 0;
