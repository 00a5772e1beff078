/**
 * Somebody without a key who tries all that is public, in a process of their own: 60 requests a second while told to,
 * and 200 sockets that say half of what they should, or do not read.
 */
import { connect } from "node:net";
import { Pool } from "undici";
import WebSocket from "ws";

const REQUESTS_A_SECOND = 60;
const SOCKETS_EACH = 50;

const url = process.argv[2]!;
const { hostname, port } = new URL(url);
const pool = new Pool(url, { connections: 16 });
const JSON_TYPE = { "content-type": "application/json" };
let sent = 0;

interface Asked {
  method?: "GET" | "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

async function ask({ method = "GET", path, body, headers = {} }: Asked) {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await pool.request({
    method,
    path,
    headers: { ...(body && JSON_TYPE), ...headers },
    ...text,
  });
  return { headers: answer.headers, text: await answer.body.text() };
}

const markets = JSON.parse((await ask({ path: "/markets?limit=5" })).text).markets;
const marketId: string = markets[0].id;
const PERIODS = [1, 5, 15, 60, 300, 900, 3_600, 86_400];
const any = <T>(list: readonly T[]): T => list[sent % list.length]!;
const password = "long enough";
const person = () => ({ email: `outsider-${sent}-${Math.random()}@example.com`, password });

/** What is tried, one after the other. */
const TRIED: (() => Asked)[] = [
  () => ({ method: "POST", path: "/auth/signup", body: person() }),
  () => ({ method: "POST", path: "/auth/signup", body: person() }),
  () => ({ method: "POST", path: "/auth/login", body: { email: "a@b.c", password } }),
  () => ({ path: `/feed/btc-spot/history?seconds=${86_400 - (sent % 1_000)}` }),
  () => ({ path: `/feed/btc-spot/candles?limit=1000&period_seconds=${any(PERIODS)}` }),
  () => ({ path: `/leaderboard?limit=1000&sort=${any(["score", "pnl", "volume", "roi"])}` }),
  () => ({ path: "/leaderboard/account/none" }),
  () => ({ path: "/markets?limit=1000" }),
  () => ({ path: `/markets/${marketId}/book?depth=500` }),
  () => ({ path: `/markets/${marketId}/trades?limit=1000` }),
  () => ({ path: `/markets/${marketId}/candles?limit=1000` }),
  () => ({ path: `/markets/${marketId}/mid-history` }),
  () => ({ path: "/markets/event-history?event_id=x" }),
  () => ({ path: "/series/btc-above-15m/context?history_limit=100" }),
  () => ({ path: any(["/openapi.json", "/asyncapi.json", "/docs", "/", "/nothing"]) }),
  () => ({ path: "/auth/idp/login" }),
  () => ({ path: "/account", headers: { authorization: `Bearer rk_live_${sent}` } }),
  () => ({ path: "/_control", headers: { authorization: `Bearer ${sent}` } }),
  () => ({ method: "POST", path: "/orders", body: { x: "y".repeat(60_000) } }),
];

/** Half a head, half a body, and many answers asked for and not read. */
function openHalves(): void {
  const head = `POST /auth/signup HTTP/1.1\r\nHost: ${hostname}\r\n`;
  const day = `GET /feed/btc-spot/history?seconds=86400 HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  for (const text of [head, `${head}Content-Length: 99\r\n\r\n{`, day.repeat(10)]) {
    for (let n = 0; n < SOCKETS_EACH; n++) {
      const socket = connect(Number(port), hostname).pause();
      socket.on("error", () => {}); // the venue may cut it
      socket.write(text);
    }
  }
}

/** As a member that signed up: sockets that follow all they may, half of which do not read. */
async function openStreams(): Promise<WebSocket[]> {
  const known = person();
  const account = JSON.parse(
    (await ask({ method: "POST", path: "/auth/signup", body: known })).text,
  );
  const { headers } = await ask({ method: "POST", path: "/auth/login", body: known });
  const cookies = (headers["set-cookie"] as string[]).map((cookie) => cookie.split(";")[0]!);
  const csrf = cookies.find((cookie) => cookie.startsWith("csrf="))!.slice(5);
  const signedIn = { cookie: cookies.join("; "), "x-service-csrf": csrf };
  const body = { agent_id: account.agents[0].agent_id };
  const sockets: WebSocket[] = [];
  for (let n = 0; n < SOCKETS_EACH; n++) {
    const minted = await ask({ method: "POST", path: "/auth/ws-ticket", body, headers: signedIn });
    const { ticket } = JSON.parse(minted.text);
    const socket = new WebSocket(`${url.replace("http", "ws")}/stream?ticket=${ticket}`);
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("open", resolve));
    if (n % 2 === 0) socket.pause();
    sockets.push(socket);
  }
  return sockets;
}

const streams = await openStreams();
openHalves();
const channels = ["spot", ...markets.map(({ id }: { id: string }) => `book:${id}`)];
let isTrying = false;
setInterval(() => {
  if (!isTrying) return;
  sent++;
  if (sent % 4 === 0) any(streams).send(JSON.stringify({ op: "subscribe", channels }));
  else ask(any(TRIED)()).catch(() => {}); // the venue may cut it
}, 1_000 / REQUESTS_A_SECOND);
process.on("message", (told) => {
  isTrying = told === "go";
});
process.send!("ready");
