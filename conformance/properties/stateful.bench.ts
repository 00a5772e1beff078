/** Commands a second of processor time that the model judges: through the app without a socket, and over loopback. */
import fc from "fast-check";
import { Pool } from "undici";
import {
  type Reference,
  type SocketlessRequest,
  type Store,
  startReference,
} from "../../reference/index.ts";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { EMPTY, type PlaceSummary } from "../model/market-state.ts";
import { cancelAll, explainPlaced } from "../model/venue.ts";
import { resolved } from "./resolve.ts";
import { LEVELS, type OrderStep, orders } from "./step.ts";

const SCRIPTS = 40;
const LENGTH = 250;
const AIM = 50_000;
const ROUNDS = 5;
const PRICES = Array.from({ length: LEVELS }, (_, rung) => 48 + rung);

const scripts = fc.array(orders(2), { minLength: LENGTH, maxLength: LENGTH, size: "max" });

/** Sends one request and gives the parsed body. */
type Send = (method: string, path: string, key: string, body?: object) => Promise<unknown>;

/** What is read of the answer to an order. */
interface Placed {
  status?: string;
  reject_reason: string | null;
  filled_qty: number;
  remaining_qty: number;
  order_id: string;
}

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

/** One row: medians over interleaved rounds of ours without a socket and of the application alone. */
export async function bench(): Promise<BenchRow[]> {
  const rateLimits = { writesPerMinute: 1e9, readsPerMinute: 1e9 };
  const venue = await startReference({ seed: 1, clock: "virtual", rateLimits, store: FORGETFUL });
  const pool = new Pool(venue.url, { connections: 1 });
  const plays = fc.sample(scripts, { seed: 1, numRuns: SCRIPTS });
  const requests: SocketlessRequest[] = [];
  await judged(plays, venue, withoutSocket(venue, requests));
  const ours: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await perSecond(() => judged(plays, venue, withoutSocket(venue))));
    alone.push(await perSecond(() => answered(venue, requests)));
  }
  const peer = await perSecond(() => judged(plays, venue, overLoopback(pool)));
  await pool.destroy();
  await venue.close();
  const note = `random scripts, each answer judged by the model; per CPU second; over loopback ${Math.round(peer)}`;
  const name = "properties through the socketless app";
  const bound = { measured: median(alone), why: WHY };
  return [{ name, measured: median(ours), unit: "commands/s", aim: AIM, note, bound }];
}

/** Commands of all scripts, by the processor time that they take. */
async function perSecond(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (SCRIPTS * (LENGTH + 2) * 1e6) / (user + system);
}

async function judged(
  plays: readonly (readonly OrderStep[])[],
  venue: Reference,
  send: Send,
): Promise<void> {
  const { agents, markets } = venue.profile() as {
    agents: { api_key: string; owner: string; scopes?: string[] }[];
    markets: { id: string; kind: string; status: string }[];
  };
  const traders = agents.filter(({ scopes }) => scopes === undefined || scopes.includes("trade"));
  const [first, second] = [traders[0], traders.find(({ owner }) => owner !== traders[0]?.owner)];
  const keys = [first?.api_key ?? "", second?.api_key ?? ""] as const;
  const market = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN");
  const play = {
    ...{ agents: keys, owners: keys, prices: PRICES, state: EMPTY },
    ...{ own: true, mayReduce: false, mayDecline: () => false },
  };
  for (const script of plays) {
    play.state = EMPTY;
    for (const step of script) {
      const terms = resolved(play, step);
      const { side, tif, price, qty } = terms;
      const order = { market_id: market?.id, side, type: "LIMIT", tif, price, qty };
      const agent = keys[step.who] ?? "";
      const summary = summaryIn((await send("POST", "/v1/orders", agent, order)) as Placed);
      const explained = explainPlaced(play.state, { agent, terms }, summary);
      if ("expected" in explained) throw new Error(`expected ${explained.expected}`);
      play.state = explained.state;
    }
    for (const key of keys) {
      await send("DELETE", "/v1/orders", key);
      play.state = cancelAll(play.state, key);
    }
  }
}

/** `sent` keeps what is sent, if anything is to. */
function withoutSocket({ handle }: Reference, sent?: SocketlessRequest[]): Send {
  return async (method, path, key, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const request: SocketlessRequest = { method, path, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    sent?.push(request);
    return JSON.parse((await handle(request)).body);
  };
}

async function answered(venue: Reference, requests: readonly SocketlessRequest[]): Promise<void> {
  for (const request of requests) {
    const { status } = await venue.handle(request);
    if (status >= 300) throw new Error(`${request.path} is answered ${status}`);
  }
}

function overLoopback(pool: Pool): Send {
  return async (method, path, key, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await pool.request({ method: method as "POST", path, headers, body: text });
    return answer.body.json();
  };
}

function summaryIn(body: Placed): PlaceSummary {
  const { status, reject_reason: reason, order_id: orderId } = body;
  const fate = status === undefined ? "refused" : status === "REJECTED" ? "declined" : "accepted";
  const { filled_qty: filled, remaining_qty: remaining } = body;
  return { fate, status: status ?? null, reason, filled, remaining, orderId };
}
