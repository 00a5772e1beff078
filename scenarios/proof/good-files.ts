/** Good files of each kind, from which bad ones are made. */
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";

const MARKET = "22222222-2222-4222-8222-222222222222";
const AGENT = "33333333-3333-4333-8333-333333333333";
const ORDER = "44444444-4444-4444-8444-444444444444";
const KEY = { authorization: "Bearer {{maker.key}}" };

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "small", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  actors: {
    maker: { caller: "key", owner: "alice", agent_id: AGENT, scopes: ["read", "trade"] },
    zoe: { caller: "session", owner: "zoe" },
  },
  markets: { [MARKET]: { kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 } },
};

function exchange(at: number, method: string, path: string, more: object): NewLine {
  const { actor = null, headers = {}, ...request } = more as Record<string, object>;
  const { answer = {}, ...sent } = request as Record<string, object>;
  const response = {
    status: 200,
    headers: { date: "Mon, 05 Jan 2026 00:00:00 GMT" },
    body: answer,
  };
  return { at, took: 1, actor, request: { method, path, headers, ...sent }, response } as NewLine;
}

const ORDERED = { market_id: MARKET, side: "BUY", type: "LIMIT", price: 5, qty: 1 };
const SIGN_UP = { email: "{{secret.1}}", password: "{{secret.2}}", display_name: "{{secret.3}}" };
const STREAM = { stream: "s1", actor: "maker" };

const LINES: NewLine[] = [
  exchange(0, "GET", `/v1/markets/${MARKET}`, { answer: { id: MARKET, kind: "BTC_BINARY" } }),
  exchange(1, "POST", "/v1/orders", {
    ...{ actor: "maker", headers: { ...KEY, "content-type": "application/json" } },
    body: { ...ORDERED, client_order_id: "c-1", timestamp_ms: 1_767_571_200_000 },
    answer: { order_id: ORDER, status: "NEW", filled_qty: 0, remaining_qty: 1 },
  }),
  exchange(2, "GET", "/v1/orders", {
    ...{ actor: "maker", headers: KEY, query: { status: "NEW" } },
    answer: [{ order_id: ORDER, created_at: "2026-01-05T00:00:00Z" }],
  }),
  exchange(3, "POST", "/v1/auth/signup", { body: SIGN_UP, answer: { owner: "zoe" } }),
  exchange(4, "POST", `/v1/me/agents/${AGENT}/keys`, {
    ...{
      actor: "zoe",
      headers: { cookie: "sid={{zoe.session}}", "x-service-csrf": "{{zoe.csrf}}" },
    },
    ...{ body: { name: "second" }, answer: { key_id: ORDER, api_key: "{{maker.key.2}}" } },
  }),
  exchange(5, "POST", "/v1/auth/ws-ticket", {
    ...{ actor: "maker", headers: { authorization: "Bearer {{maker.key.2}}" } },
    ...{ body: { agent_id: AGENT }, answer: { ticket: "{{maker.ticket.1}}" } },
  }),
  exchange(6, "POST", "/v1/auth/login", { body_text: "email=a&password={{secret.2}}" }),
  {
    ...{ at: 7, ...STREAM, status: 101 },
    open: { path: "/v1/stream", query: { ticket: "{{maker.ticket.1}}" } },
  },
  { at: 8, stream: "s1", send: { body: { type: "subscribe", channel: `book:${MARKET}` } } },
  { at: 9, stream: "s1", receive: { body: { type: "book", market_id: MARKET } } },
  { at: 10, stream: "s1", close: { code: 1000, reason: "done", by: "client" } },
  { at: 11, control: { method: "PUT", path: "/freeze", body: { frozen: true } } },
  {
    ...{ at: 12, control: { method: "POST", path: "/clock", body: { advance_ms: 5 } } },
    response: { status: 200, body: { now_ms: 1_767_571_200_005 } },
  },
];

/** A session with every kind of line. */
export const SESSION = sessionText(HEADER, LINES);

/** A scenario with every kind of step that is not read again until it holds; YAML that is JSON. */
export const SCENARIO = JSON.stringify({
  ...{
    story: "a resting order",
    shows: ["MATCH-CROSS-01"],
    actors: { maker: {}, zoe: { human: true } },
  },
  markets: { noon: { kind: "BTC_BINARY", band: [1, 99], tick: 1 } },
  steps: [
    { maker: { place: { side: "SELL", price: 60, qty: 5 }, as: "ask", expect: { status: "NEW" } } },
    {
      maker: {
        send: { method: "POST", path: "/orders/{ask}", headers: { a: "b" }, body: "{ask}" },
      },
    },
    { nobody: { send: { path: "/markets", query: { status: "OPEN" }, text: "x" }, times: 2 } },
    { zoe: { create_key: { for: "maker" }, as: "second" } },
    { maker: { open_stream: "news" } },
    { maker: { cancel: "all", with: "second" } },
    { venue: { freeze: true } },
  ],
});

const MESSAGE = { type: "send", time: 1_767_571_200.5, opcode: 1, data: "{}" };

function entry(method: string, path: string, more: object) {
  return {
    ...{ startedDateTime: "2026-01-05T00:00:00.000Z", time: 2.5, cache: {}, timings: { wait: 2 } },
    request: {
      ...{ method, url: `https://venue.example${path}`, httpVersion: "h2", queryString: [] },
      headers: [{ name: "Cookie", value: "sid=a-session-of-somebody; csrf=another-of-it" }],
      ...{ cookies: [{ name: "sid", value: "x" }], headersSize: -1, bodySize: -1 },
      postData: {
        mimeType: "application/json",
        text: '{"qty":1}',
        params: [{ name: "a", value: "b" }],
      },
    },
    response: {
      ...{ status: 200, statusText: "", httpVersion: "h2", cookies: [], redirectURL: "" },
      headers: [{ name: "Date", value: "Mon, 05 Jan 2026 00:00:00 GMT" }],
      content: { size: 2, mimeType: "application/json", text: "{}", encoding: "base64" },
      ...{ headersSize: -1, bodySize: -1 },
    },
    ...more,
  };
}

/** A HAR file with an order, a read and a stream. */
export const HAR = JSON.stringify({
  log: {
    ...{ version: "1.2", creator: { name: "x", version: "1" } },
    entries: [
      entry("POST", "/v1/orders", {}),
      entry("GET", `/v1/markets/${MARKET}?a=b`, {}),
      entry("GET", "/v1/stream?ticket=rw_live_x", { _webSocketMessages: [MESSAGE] }),
    ],
  },
});

/** A profile with most fields; YAML that is JSON. */
export const PROFILE = JSON.stringify({
  ...{ name: "staging", base_url: "https://venue.example", stream_url: "wss://venue.example" },
  agents: [{ name: "maker", owner: "a", agent_id: AGENT, api_key: "rk_live_x", scopes: ["read"] }],
  markets: [{ id: MARKET, kind: "BTC_PERP", status: "OPEN", band: [1, 99], tick: 1 }],
  ...{ limits: { writes_per_minute: 600 }, allow: ["load"], claims: {} },
  control: { url: "https://venue.example/control", token: "tok-x" },
});

/** A list of what is not compared; YAML that is JSON. */
export const IGNORE = JSON.stringify({
  ignore: [{ route: "GET /account", at: "agents/*/calling", why: "a clock of its own" }],
});
