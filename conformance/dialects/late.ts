/** Legal ways to be late: with answers, and with what they show. */

import { isDeepStrictEqual } from "node:util";
import {
  ask,
  changeAnswer,
  changeList,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  matches,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { Behind, WireRequest, WireVariant } from "../interposer/interposer.ts";

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

/** Lists show an order only when it is this old. Units: ms. */
function lateLists(lagMs: number): WireVariant {
  const bornAt = new Map<unknown, number>();
  const remember = changeAnswer("POST /orders", (given) => {
    const { order_id: id } = fieldsOf(given.body);
    if (!bornAt.has(id)) bornAt.set(id, performance.now());
    return given;
  });
  const late = (route: string) =>
    changeList(route, (orders) =>
      orders.filter(({ order_id: id }) => performance.now() - (bornAt.get(id) ?? 0) >= lagMs),
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

const WALLET = "GET /me/wallet";

/** What a wallet was from a moment on. Units: ms. */
interface Seen {
  at: number;
  body: unknown;
}

/** So many agents that sent something last are looked at: those of a check or two. */
const LOOKED_AT = 6;

/**
 * Wallets are told as they were so long ago. Those of who sent something lately are looked up behind
 * whenever somebody changes orders or asks for one. Units: ms.
 */
function lateWallets(lagMs: number): WireVariant {
  const wallets = new Map<unknown, { by: WireRequest; seen: Seen[] }>();
  const note = (by: WireRequest, body: unknown) => {
    const { agent_id: agent } = fieldsOf(body);
    const { seen = [{ at: -Infinity, body }] } = wallets.get(agent) ?? {};
    if (!isDeepStrictEqual(seen.at(-1)?.body, body)) seen.push({ at: performance.now(), body });
    wallets.delete(agent);
    wallets.set(agent, { by, seen });
    return seen;
  };
  const lookAtAll = async (venue: Behind) => {
    for (const { by } of [...wallets.values()].slice(-LOOKED_AT)) {
      const { status, body } = await ask({ request: by, venue }, WALLET);
      if (status === 200) note(by, body);
    }
  };
  return async (request, venue) => {
    if (request.method !== "GET" && request.path.startsWith("/orders")) {
      const { status, body } = await ask({ request, venue }, WALLET);
      if (status === 200) note(request, body);
      const given = await venue(request);
      await lookAtAll(venue);
      return given;
    }
    const given = await venue(request);
    if (!matches(request, WALLET) || given.status !== 200) return given;
    await lookAtAll(venue);
    const shown = performance.now() - lagMs;
    return { ...given, body: note(request, given.body).findLast(({ at }) => at <= shown)?.body };
  };
}

/** Dialects of what shows late. */
export const late: readonly Dialect[] = [
  {
    name: "jitter",
    decision: "D-098",
    variant: "Answers take up to 40 ms longer, each another time.",
    wire: () => jitter(40),
  },
  {
    name: "late-lists",
    decision: "D-098",
    variant: "Lists show an order 200 ms after it was placed.",
    wire: () => lateLists(200),
  },
  {
    name: "account-pages-late",
    decision: "D-098",
    variant: "An account has its page half a second after the leaderboard first tells of it.",
    wire: () => lateAccountPages(500),
  },
  {
    name: "wallet-late",
    decision: "D-098",
    variant: "GET /me/wallet tells what there was 100 ms ago.",
    wire: () => lateWallets(100),
  },
];
