/** Legal ways to be late: with answers, and with what they show. */

import {
  changeAnswer,
  changeList,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireRequest, WireVariant } from "../interposer/interposer.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every answer takes from 0 to `mostMs` longer, in a fixed sequence. */
function jitter(mostMs: number): WireVariant {
  let turn = 0;
  return async (request, venue) => {
    turn = (turn + 17) % 31;
    await wait((mostMs * turn) / 31);
    return venue(request);
  };
}

/** Such lists show an order only when it is this old. Units: ms. */
function lateLists(lagMs: number, isSuch: (ask: WireRequest) => boolean = () => true): WireVariant {
  const bornAt = new Map<unknown, number>();
  const remember = changeAnswer("POST /orders", (given) => {
    const { order_id: id } = fieldsOf(given.body);
    if (!bornAt.has(id)) bornAt.set(id, performance.now());
    return given;
  });
  const isOld = (id: unknown) => performance.now() - (bornAt.get(id) ?? 0) >= lagMs;
  const late = (route: string) =>
    changeList(route, (orders, request) =>
      isSuch(request) ? orders.filter(({ order_id: id }) => isOld(id)) : orders,
    );
  return inFrontOf(late("GET /orders"), inFrontOf(late("GET /orders/open"), remember));
}

/** The page of an account is there only so long after the board first told of it. Units: ms. */
function lateAccountPages(lagMs: number): WireVariant {
  const listedAt = new Map<unknown, number>();
  const remember = changeAnswer("GET /leaderboard", (given) => {
    const { entries = [] } = fieldsOf(given.body);
    for (const { public_id: id } of entries as Fields[]) {
      if (!listedAt.has(id)) listedAt.set(id, performance.now());
    }
    return given;
  });
  const late = changeAnswer("GET /leaderboard/account/*", (given, { path }) => {
    const id = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
    // What no board has told of yet may have been there for long.
    const isYoung = performance.now() - (listedAt.get(id) ?? -Infinity) < lagMs;
    return given.status === 200 && isYoung ? envelope(404, "ACCOUNT_NOT_FOUND") : given;
  });
  return inFrontOf(late, remember);
}

/** Dialects of what shows late. */
export const late: readonly Dialect[] = [
  {
    name: "jitter",
    decision: "D-098",
    variant: "Answers take up to 40 ms longer, each another time.",
    late: true,
    wire: () => jitter(40),
  },
  {
    name: "late-lists",
    decision: "D-098",
    variant: "Lists show an order 200 ms after it was placed.",
    late: true,
    wire: () => lateLists(200),
  },
  {
    name: "market-lists-late",
    decision: "D-098",
    variant: "Lists of orders that name a market show an order 300 ms after it was placed.",
    late: true,
    wire: () => lateLists(300, ({ query }) => query["market_id"] !== undefined),
  },
  {
    name: "account-pages-late",
    decision: "D-098",
    variant: "An account has its page half a second after the leaderboard first tells of it.",
    late: true,
    wire: () => lateAccountPages(500),
  },
];
