/** A venue that only says yes: for measuring the generator, and for spoiling on purpose. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers instead of the venue; false leaves the answer to it. */
export type Spoil = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A running one. Shape: `profile` is as a profile file has it. */
export interface TrivialVenue {
  url: string;
  profile: object;
  /** Requests answered so far. */
  served(): number;
  close(): Promise<void>;
}

const AGENTS = 4;
const MARKET_ID = "1f0b8a52-6d0c-4b7e-9f13-2c5d7e9a0b01";

/** The market it claims to have, as a run trades it. */
export const trivialMarket = { id: MARKET_ID, low: 1, high: 99, cross: 50, outside: 100 };

/** Starts one on a free port of loopback. */
export async function startTrivialVenue(spoil: Spoil = () => false): Promise<TrivialVenue> {
  let served = 0;
  const server = createServer((request, response) => {
    served += 1;
    request.resume().once("end", () => {
      if (!spoil(request, response)) answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    profile: profileOf(url),
    served: () => served,
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}

/** Orders are taken and forgotten; a crossing one is filled, one to be declined is not. */
function answer({ method, url = "" }: IncomingMessage, response: ServerResponse): void {
  const isPlacing = method === "POST" && url.endsWith("/orders");
  const isTicket = method === "POST" && url.endsWith("/auth/ws-ticket");
  const status = isPlacing || isTicket ? 201 : 200;
  const order = { order_id: randomUUID(), market_id: MARKET_ID, status: "NEW", remaining_qty: 1 };
  const body = isPlacing ? { ...order, filled_qty: 0, fills: [] } : { ticket: "rw_live_x" };
  const text = JSON.stringify(isPlacing || isTicket ? body : []);
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

function profileOf(url: string): object {
  const agents = Array.from({ length: AGENTS }, (_, index) => {
    return { name: `agent-${index}`, owner: `owner-${index}`, api_key: `rk_live_trivial${index}` };
  });
  const market = { id: MARKET_ID, kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 };
  return { name: "trivial", base_url: url, agents, markets: [market] };
}
