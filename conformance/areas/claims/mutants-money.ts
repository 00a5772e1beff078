/** Venues whose cash moves otherwise than they claim: what the wallet tells is changed. */
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
import type { Mutant } from "../../interposer/mutant.ts";

const PAYOUT = 100;
/** Price units of a perp's contract that are worth a cent. */
const PERP_UNITS = 1_000;

/** An order as it stands, with its market. Units: contracts. */
interface OrderNow {
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
  /** The same of one that rested, and that nobody asked to cancel. */
  gaveWay: number;
  /** Of the market's latest trade. Units: market price units. */
  last: number;
  market: Fields;
}

/** An order as it was placed; `stays` while nobody has asked to cancel it. */
interface Known {
  key: string;
  order: Fields;
  asTaker: number;
  stays: boolean;
}

/** Free cash is told by so many cents more; `of` is asked of each order the caller has placed. */
function wallet(of: (order: OrderNow) => number): () => WireVariant {
  return () => {
    const placed = new Map<string, Known>();
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
    const told = changeAnswer("GET /me/wallet", async (given, request, venue) => {
      if (given.status !== 200) return given;
      let more = 0;
      for (const [id, known] of placed) {
        if (known.key !== keyOf(request)) continue;
        more += of(await standing({ request, venue }, id, known));
      }
      const body = fieldsOf(given.body);
      return { ...given, body: { ...body, free_cents: Number(body["free_cents"]) + more } };
    });
    return inFrontOf(told, inFrontOf(cancels, remember));
  };
}

async function standing(
  arriving: Arriving,
  id: string,
  { order, asTaker, stays }: Known,
): Promise<OrderNow> {
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
    gaveWay: stays && market["status"] === "OPEN" ? cancelled : 0,
    last: Number((trades as Fields[])[0]?.["price"] ?? 0),
    market,
  };
}

const isPerp = ({ market }: OrderNow) => market["kind"] === "BTC_PERP";
const isParlay = ({ market }: OrderNow) => market["kind"] === "BTC_PARLAY";
const filled = ({ asTaker, asMaker }: OrderNow) => asTaker + asMaker;
const isMarket = ({ placedAt }: OrderNow) => placedAt === 0;
const collateral = ({ side, price }: OrderNow) => (side === "BUY" ? price : PAYOUT - price);

/** Contracts of a market that ended like this. */
const ended = (order: OrderNow, how: { status: string; resolution?: string }) =>
  Object.entries(how).every(([name, value]) => order.market[name] === value) ? filled(order) : 0;

/** Known-bad venues of money. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: "sells-reserve-the-price",
    breaks: ["CLAIM-COLL-01"],
    defect: "A resting SELL of a binary reserves its price, as a BUY does.",
    wire: wallet((one) =>
      one.side === "SELL" && !isPerp(one) ? (PAYOUT - 2 * one.price) * one.resting : 0,
    ),
  },
  {
    name: "parlays-reserve-for-one-contract",
    breaks: ["CLAIM-COLL-01"],
    defect: "A resting order on a parlay reserves for one contract, however large it is.",
    wire: wallet((one) =>
      isParlay(one) && one.resting > 1 ? collateral(one) * (one.resting - 1) : 0,
    ),
  },
  {
    name: "filled-sells-keep-the-price",
    breaks: ["CLAIM-COLL-02"],
    defect: "A filled SELL of a binary has cost its price, where the rest of the payout is due.",
    wire: wallet((one) =>
      one.side === "SELL" && !isPerp(one) ? (PAYOUT - 2 * one.price) * filled(one) : 0,
    ),
  },
  {
    name: "filled-resting-orders-stay-reserved",
    breaks: ["CLAIM-COLL-02"],
    defect: "The reserve of a resting order stays beside the cost of what is filled of it.",
    wire: wallet((one) => (one.resting > 0 ? -collateral(one) * one.asMaker : 0)),
  },
  {
    name: "cancel-after-a-partial-fill-keeps-the-reserve",
    breaks: ["CLAIM-COLL-03"],
    defect: "A cancel of an order that was filled in part leaves one contract reserved.",
    wire: wallet((one) => (one.cancelled > 0 && one.asMaker > 0 ? -collateral(one) : 0)),
  },
  {
    name: "who-gives-way-keeps-the-reserve",
    breaks: ["CLAIM-COLL-03"],
    defect: "A resting order that nobody asked to cancel stays reserved when it is cancelled.",
    wire: wallet((one) => (isPerp(one) ? 0 : -collateral(one) * one.gaveWay)),
  },
  {
    name: "improvement-is-kept",
    breaks: ["CLAIM-COLL-04"],
    defect: "Who arrives with a limit pays that limit, though the fills are at a better price.",
    wire: wallet((one) =>
      one.price > 0 && !isPerp(one) ? -Math.abs(one.price - one.average) * one.asTaker : 0,
    ),
  },
  {
    name: "a-market-order-pays-what-it-did-not-find",
    breaks: ["CLAIM-COLL-02"],
    defect: "What a MARKET order of a binary did not find costs what it would have.",
    wire: wallet((one) =>
      isMarket(one) && !isPerp(one) && one.asTaker > 0 ? -one.average * one.cancelled : 0,
    ),
  },
  {
    name: "a-market-order-of-a-perp-pays-what-it-did-not-find",
    breaks: ["CLAIM-IM-02"],
    defect: "What a MARKET order of a perp did not find keeps its margin earmarked.",
    wire: wallet((one) =>
      isMarket(one) && isPerp(one) && one.asTaker > 0
        ? -(one.average * one.cancelled) / PERP_UNITS
        : 0,
    ),
  },
  {
    name: "a-new-price-reserves-as-the-old",
    breaks: ["CLAIM-COLL-01"],
    defect: "A binary's order that is amended to another price reserves what it did before.",
    wire: wallet((one) =>
      isPerp(one)
        ? 0
        : (collateral(one) - collateral({ ...one, price: one.placedAt })) * one.resting,
    ),
  },
  {
    name: "a-new-price-of-a-perp-reserves-as-the-old",
    breaks: ["CLAIM-IM-01"],
    defect: "A perp's order that is amended to another price reserves what it did before.",
    wire: wallet((one) => (isPerp(one) ? (one.price - one.placedAt) * one.resting : 0)),
  },
  {
    name: "margin-rounded-down",
    breaks: ["CLAIM-IM-01"],
    defect: "The initial margin of a perp is rounded down to a cent.",
    wire: wallet((one) => (isPerp(one) && one.resting > 0 ? 1 : 0)),
  },
  {
    name: "perp-sells-take-no-margin",
    breaks: ["CLAIM-IM-01"],
    defect: "A resting SELL of a perp earmarks half of its margin; a BUY all of it.",
    wire: wallet((one) =>
      isPerp(one) && one.side === "SELL"
        ? Math.ceil((one.price * one.resting) / (6 * PERP_UNITS))
        : 0,
    ),
  },
  {
    name: "cancelled-margin-is-kept",
    breaks: ["CLAIM-IM-02"],
    defect: "A cancelled perp order leaves a cent earmarked.",
    wire: wallet((one) => (isPerp(one) && one.cancelled > 0 ? -1 : 0)),
  },
  {
    name: "makers-pay-a-cent",
    breaks: ["CLAIM-FEE-01"],
    // Of one fill alone, its cost is told with its fee.
    alsoBreaks: ["CLAIM-COLL-02"],
    defect: "Who rested pays a cent for each contract that is filled.",
    wire: wallet(({ asMaker }) => -asMaker),
  },
  {
    name: "perp-takers-pay-a-cent",
    breaks: ["CLAIM-FEE-02"],
    defect: "Who arrives pays a cent for each contract on a perp; other kinds are free.",
    wire: wallet((one) => (isPerp(one) ? -one.asTaker : 0)),
  },
  {
    name: "selling-takers-pay-a-cent",
    breaks: ["CLAIM-FEE-02"],
    alsoBreaks: ["CLAIM-COLL-02"],
    defect: "Who arrives with a SELL pays a cent for each contract; a BUY is free.",
    wire: wallet((one) => (one.side === "SELL" ? -one.asTaker : 0)),
  },
  {
    name: "yes-pays-a-cent-less",
    breaks: ["CLAIM-PAY-01"],
    defect: "A contract that resolved YES pays 99 cents.",
    wire: wallet((one) =>
      one.side === "BUY" ? -ended(one, { status: "RESOLVED", resolution: "YES" }) : 0,
    ),
  },
  {
    name: "no-pays-the-price-to-who-was-long",
    breaks: ["CLAIM-PAY-02"],
    defect: "A contract that resolved NO gives who was long half of the price back.",
    wire: wallet((one) =>
      one.side === "BUY" ? one.price * ended(one, { status: "RESOLVED", resolution: "NO" }) : 0,
    ),
  },
  {
    name: "parlays-pay-nothing-on-no",
    breaks: ["CLAIM-PAY-02"],
    defect: "A parlay that resolved NO pays who was short nothing; a binary does.",
    wire: wallet((one) =>
      isParlay(one) && one.side === "SELL"
        ? -PAYOUT * ended(one, { status: "RESOLVED", resolution: "NO" })
        : 0,
    ),
  },
  {
    name: "void-refunds-the-last-price",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID gives back what contracts cost in the last trade, not what was paid for them.",
    wire: wallet((one) => {
      const more = one.side === "BUY" ? one.last - one.average : one.average - one.last;
      return more * ended(one, { status: "VOID" });
    }),
  },
  {
    name: "void-halves-the-payout",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID pays both sides half of the payout, whatever they put in.",
    wire: wallet((one) => (PAYOUT / 2 - collateral(one)) * ended(one, { status: "VOID" })),
  },
];
