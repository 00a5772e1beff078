/** A venue with an operator's endpoint that complains of what no file may make a reader send. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Profile, profileOf } from "../deployment/profile/profile.ts";
import { CAPABILITIES } from "../deployment/vocabulary.ts";

const TOKEN = "tok-of-the-operator";
const MARKET = "11111111-1111-4111-8111-111111111111";
const AT_HOME = /^(authorization|cookie|x-service-csrf)$/;
/** What a harness asks of an operator to find whom and what a file needs; it only reads the clock. */
const SUPPLY = /^(GET |POST \/(agents|agents\/[^/]+\/keys|sessions|markets|clock))$/;

/** A running one. Shape: `complaints` are sentences; whoever reads them may empty the list. */
export interface WatchedVenue {
  profile: Profile;
  complaints: string[];
  close(): void;
}

/** Starts it on a free port. */
export async function startWatchedVenue(): Promise<WatchedVenue> {
  const complaints: string[] = [];
  const secrets = new Set([TOKEN, "rk_live_own-maker", "rk_live_own-taker"]);
  let made = 0;
  const give = (): string => {
    made += 1;
    const key = `rk_live_made-${made}`;
    secrets.add(key);
    return key;
  };
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const asked = `${request.method} ${request.url}`;
    const shown = [asked, body, ...foreignHeaders(request)].join("\n");
    for (const secret of secrets) {
      if (shown.includes(secret)) complaints.push(`${asked.slice(0, 200)} shows ${secret}`);
    }
    if (request.url?.startsWith("/control")) complaints.push(...ofOperator(request, body));
    const isKey = request.method === "POST" && /agents|keys|signup/.test(request.url ?? "");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...ANSWER, ...(isKey && { api_key: give() }) }));
  });
  server.on("upgrade", (request, socket) => {
    if (/rk_live_|tok-of/.test(request.url ?? "")) complaints.push("a stream shows a key");
    socket.end("HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    ...{ profile: profileFor(server), complaints },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const PAIR = { name: "sid", value: "a-session-of-somebody" };

/** Says everything that anybody may look for. */
const ANSWER = {
  ...{ protocol: "touchstone-control/1", capabilities: CAPABILITIES, gates: ["perps"] },
  ...{ agent_id: MARKET, key_id: MARKET, market_id: MARKET, now_ms: 1_767_600_000_000 },
  ...{ session_cookie: PAIR, csrf_cookie: { ...PAIR, name: "csrf" } },
  ...{ id: MARKET, kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 },
  ...{ order_id: MARKET, filled_qty: 0, remaining_qty: 1, ticket: "rw_live_t" },
};

function profileFor(server: Server): Profile {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = (name: string) => ({ name, owner: name, api_key: `rk_live_own-${name}` });
  return profileOf({
    base_url,
    agents: ["maker", "taker"].map(agent),
    control: { url: `${base_url}/control`, token: TOKEN },
  });
}

function ofOperator({ method, url = "" }: IncomingMessage, body: string): string[] {
  const path = url.slice("/control".length);
  const isRead = path !== "/clock" || body === `{"advance_ms":0}`;
  return SUPPLY.test(`${method} ${path}`) && isRead ? [] : [`the operator's ${method} ${path}`];
}

function foreignHeaders({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => !AT_HOME.test(rawHeaders[at - (at % 2)]!.toLowerCase()));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
