/** Venues that do not keep to what they claim. */
import {
  type Arriving,
  ask,
  changeAnswer,
  changeOrder,
  changeRequest,
  changeResult,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import { unchanged, type WireVariant } from "../../interposer/interposer.ts";
import {
  kindOf,
  levelsAgainst,
  reaches,
  steppedBack,
  touchOf,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines } from "../../interposer/refusals.ts";
import { candleMutants } from "./mutants-candles.ts";
import { moneyMutants } from "./mutants-money.ts";
import { queueMutants } from "./mutants-queue.ts";
import { riskMutants } from "./mutants-risk.ts";

/** What traded is told at another price; `of` gets the average and the order. */
function tradesAt(of: (result: Fields, order: Fields) => number | null): Mutant["wire"] {
  return () =>
    changeResult((result, order) => {
      const price = Number(result["filled_qty"]) > 0 ? of(result, order) : null;
      if (price === null) return false;
      const fills = (result["fills"] as Fields[]).map((fill) => ({ ...fill, price }));
      return { avg_fill_price_cents: price, fills };
    });
}

/** How much of the best opposite level is the caller's own, and how much there is. */
async function atTouch(order: Fields, arriving: Arriving): Promise<{ own: number; all: number }> {
  const touch = await touchOf(order, arriving);
  const own = (await ownAgainst(order, arriving)).filter(({ price }) => price === touch);
  const [level] = await levelsAgainst(order, arriving);
  const total = own.reduce((sum, one) => sum + Number(one["remaining_qty"]), 0);
  return { own: total, all: level?.qty ?? 0 };
}

/** The caller's own orders on the opposite side. */
async function ownAgainst(order: Fields, arriving: Arriving): Promise<Fields[]> {
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  return (orders as Fields[]).filter(
    ({ market_id, side }) => market_id === order["market_id"] && side !== order["side"],
  );
}

/** Looks at an order, as it is to become, before it is amended. */
function beforeAmended(look: (order: Fields, arriving: Arriving) => Promise<void>): WireVariant {
  return changeRequest("PATCH /orders/*", async (request, venue) => {
    const arriving = { request, venue };
    const order = fieldsOf((await ask(arriving, `GET ${request.path}`)).body);
    await look({ ...order, ...fieldsOf(request.body) }, arriving);
    return request;
  });
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...queueMutants,
  {
    name: "sells-trade-at-their-own-limit",
    breaks: ["CLAIM-PRICE-01"],
    defect: "A SELL that trades is filled at its own limit; a BUY at the resting price.",
    wire: tradesAt((_, { side, type, price }) =>
      side === "SELL" && type === "LIMIT" ? Number(price) : null,
    )!,
  },
  {
    name: "sweep-at-one-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "All fills of an order that takes several levels are at the last of their prices.",
    wire: tradesAt(({ fills }) => {
      const prices = (fills as Fields[]).map(({ price }) => Number(price));
      return new Set(prices).size > 1 ? (prices.at(-1) ?? null) : null;
    })!,
  },
  {
    name: "amended-orders-trade-at-their-own-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "An order that was amended is told to have traded at its own price.",
    wire: () => {
      const amended = new Set<string>();
      const remember = changeAnswer("PATCH /orders/*", (given, { path }) => {
        amended.add(path);
        return given;
      });
      const told = changeAnswer("GET /orders/*", (given, { path }) => {
        const { price, filled_qty, ...order } = fieldsOf(given.body);
        if (!amended.has(path) || !filled_qty) return given;
        const at = { price, filled_qty, avg_fill_price_cents: price };
        return { ...given, body: { ...order, ...at } };
      });
      return inFrontOf(told, remember);
    },
  },
  {
    name: "amended-orders-trade-at-the-first-price",
    breaks: ["CLAIM-PRICE-01"],
    defect:
      "An order that trades at two prices as it is amended is told to have done so at the first.",
    wire: () => {
      const firsts = new Map<string, number>();
      const told = changeAnswer("GET /orders/*", (given, { path }) => {
        const { filled_qty, ...order } = fieldsOf(given.body);
        const first = firsts.get(path);
        if (first === undefined || !filled_qty) return given;
        return { ...given, body: { ...order, filled_qty, avg_fill_price_cents: first } };
      });
      const remember = beforeAmended(async (order, arriving) => {
        const touch = await touchOf(order, arriving);
        if (touch !== null && reaches(order, touch)) firsts.set(arriving.request.path, touch);
      });
      return inFrontOf(told, remember);
    },
  },
  {
    name: "ladders-trade-at-their-own-price",
    breaks: ["CLAIM-PRICE-01"],
    defect: "Who rested is told to have traded at the price of the order of a ladder that took it.",
    wire: () => {
      let rung: Fields = {};
      const remember = changeRequest("POST /orders/replace-ladder", (request) => {
        const { orders = [] } = fieldsOf(request.body);
        rung = (orders as Fields[]).at(-1) ?? rung;
        return request;
      });
      const told = changeAnswer("GET /orders/*", (given) => {
        const order = fieldsOf(given.body);
        const isMet = order["market_id"] === rung["market_id"] && order["side"] !== rung["side"];
        if (!isMet || !order["filled_qty"]) return given;
        return { ...given, body: { ...order, avg_fill_price_cents: rung["price"] } };
      });
      return inFrontOf(told, remember);
    },
  },
  ...moneyMutants,
  ...riskMutants,
  {
    name: "claims-to-allow-self-trades",
    breaks: ["CLAIM-SELF-01"],
    defect: "It claims that an agent may trade with itself, and cancels the resting order.",
    wire: () => unchanged,
    profile: ({ claims }) => ({ claims: { ...claims, self_trade: "allow" } }),
  },
  {
    name: "sells-rest-beside-their-own",
    breaks: ["CLAIM-SELF-01"],
    defect: "A SELL that meets a bid of its own agent, and nobody else's, rests a tick above it.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["side"] !== "SELL" || order["type"] !== "LIMIT") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && own === all && steppedBack(order, arriving);
      }),
  },
  {
    name: "declines-before-two-of-its-own",
    breaks: ["CLAIM-SELF-01"],
    defect: "An order that meets two of its own agent is declined; one of them alone gives way.",
    wire: () =>
      declines("SELF_TRADE", async (order, arriving) => {
        const own = await ownAgainst(order, arriving);
        return own.filter(({ price }) => reaches(order, Number(price))).length > 1;
      }),
  },
  {
    name: "perps-decline-before-others",
    breaks: ["CLAIM-SELF-02"],
    defect: "On a perp an order that meets its own is declined where another's stands behind it.",
    wire: () =>
      declines("SELF_TRADE", async (order, arriving) => {
        if ((await kindOf(order, arriving)) !== "BTC_PERP") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && all > own;
      }),
  },
  {
    name: "ioc-orders-decline-before-others",
    breaks: ["CLAIM-SELF-02"],
    defect: "An IOC order that meets its own is declined where another's stands behind it.",
    wire: () =>
      declines("SELF_TRADE", async (order, arriving) => {
        if (order["tif"] !== "IOC") return false;
        const { own, all } = await atTouch(order, arriving);
        return own > 0 && all > own;
      }),
  },
  ...candleMutants,
];
