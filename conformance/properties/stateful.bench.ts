/** Commands a second that the model judges: through the app without a socket, and over loopback. */
import fc from "fast-check";
import { Pool } from "undici";
import {
  type Reference,
  type SocketlessRequest,
  type Store,
  startReference,
} from "../../reference/index.ts";
import type { BenchRow } from "../../reports/schema/bench.ts";
import { EMPTY, type MarketState, type PlaceSummary } from "../model/market-state.ts";
import { cancelAll, explainPlaced } from "../model/venue.ts";
import { resolved } from "./resolve.ts";
import { LEVELS, orders } from "./step.ts";

const SCRIPTS = 40;
const LENGTH = 250;
const AIM = 50_000;
const PRICES = Array.from({ length: LEVELS }, (_, rung) => 48 + rung);

/** Sends one request and gives the parsed body. */
type Send = (method: string, path: string, key: string, body?: object) => Promise<unknown>;

/** Keeps nothing: what is measured is the app and the model. */
const FORGETFUL: Store = {
  ...{ name: "nothing kept", isDurable: false },
  append: async () => {},
  addRows: async () => {},
  lastPage: async () => null,
  async *pages() {},
  dropAfter: async () => {},
  saveSnapshot: async () => {},
  async *snapshots() {},
  history: () => Promise.reject(new Error("nothing is kept")),
  close: async () => {},
};

const WHY =
  "the application alone takes the same requests, made before: no order is drawn, no answer read, no model asked";

/** One row: ours without a socket, the peer over loopback, and the application alone. */
export async function bench(): Promise<BenchRow[]> {
  const rateLimits = { writesPerMinute: 1e9, readsPerMinute: 1e9 };
  const venue = await startReference({ seed: 1, clock: "virtual", rateLimits, store: FORGETFUL });
  const pool = new Pool(venue.url, { connections: 1 });
  const requests: SocketlessRequest[] = [];
  await judged(venue, withoutSocket(venue, requests));
  const ours = await judged(venue, withoutSocket(venue));
  const bound = { measured: await alone(venue, requests), why: WHY };
  const peer = await judged(venue, overLoopback(pool));
  await pool.destroy();
  await venue.close();
  const note = `random scripts, each answer judged by the model; over loopback ${Math.round(peer)}`;
  const name = "properties through the socketless app";
  return [{ name, measured: ours, unit: "commands/s", aim: AIM, note, bound }];
}

async function judged(venue: Reference, send: Send): Promise<number> {
  const scripts = fc.sample(
    fc.array(orders(2), { minLength: LENGTH, maxLength: LENGTH, size: "max" }),
    { seed: 1, numRuns: SCRIPTS },
  );
  const { agents, markets } = venue.profile() as {
    agents: { api_key: string; owner: string; scopes?: string[] }[];
    markets: { id: string; kind: string; status: string }[];
  };
  const traders = agents.filter(({ scopes }) => scopes === undefined || scopes.includes("trade"));
  const [first, second] = [traders[0], traders.find(({ owner }) => owner !== traders[0]?.owner)];
  const keys = [first?.api_key ?? "", second?.api_key ?? ""] as const;
  const market = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN");
  const startedAt = performance.now();
  for (const script of scripts) {
    let state: MarketState = EMPTY;
    for (const step of script) {
      const context = {
        agents: keys,
        owners: keys,
        prices: PRICES,
        state,
        own: true,
        mayReduce: false,
        mayDecline: () => false,
      };
      const terms = resolved(context, step);
      const { side, tif, price, qty } = terms;
      const order = { market_id: market?.id, side, type: "LIMIT", tif, price, qty };
      const agent = keys[step.who] ?? "";
      const summary = summaryIn(await send("POST", "/v1/orders", agent, order));
      const explained = explainPlaced(state, { agent, terms }, summary);
      if ("expected" in explained) throw new Error(`expected ${explained.expected}`);
      state = explained.state;
    }
    for (const key of keys) {
      await send("DELETE", "/v1/orders", key);
      state = cancelAll(state, key);
    }
  }
  return (SCRIPTS * (LENGTH + 2) * 1_000) / (performance.now() - startedAt);
}

function withoutSocket(venue: Reference, sent: SocketlessRequest[] = []): Send {
  return async (method, path, key, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = { method, path, headers, ...text };
    sent.push(request);
    return JSON.parse((await venue.handle(request)).body);
  };
}

async function alone(venue: Reference, requests: readonly SocketlessRequest[]): Promise<number> {
  const startedAt = performance.now();
  for (const request of requests) {
    const { status } = await venue.handle(request);
    if (status >= 300) throw new Error(`${request.path} is answered ${status}`);
  }
  return (requests.length * 1_000) / (performance.now() - startedAt);
}

function overLoopback(pool: Pool): Send {
  return async (method, path, key, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await pool.request({ method: method as "POST", path, headers, body: text });
    return answer.body.json();
  };
}

function summaryIn(body: unknown): PlaceSummary {
  const { status, reject_reason, filled_qty, remaining_qty, order_id } = Object(body);
  const fate = status === undefined ? "refused" : status === "REJECTED" ? "declined" : "accepted";
  return {
    ...{ fate, status, reason: reject_reason, filled: filled_qty, remaining: remaining_qty },
    orderId: order_id,
  };
}
