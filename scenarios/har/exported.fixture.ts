/** One afternoon of two bots and a human as four tools write it: each in the form its exporter has. */

/** What must not reach a session. */
export const SECRETS = {
  key: "rk_live_canaryOfTheFirstKey0123456789abcdefghijk",
  other: "rk_live_canaryOfTheOtherKey0123456789abcdefghijk",
  ticket: "rw_live_canaryOfATicket0123456789",
  session: "canary-of-a-session-cookie-0123",
  csrf: "canary-of-a-csrf-value-012345",
};
const ORDER = '{"market_id": "55982c24-0159-41ea-800e-24d9ac08d1c4", "side": "BUY", "qty": 1}';
const PLACED = '{"order_id":"49e6259d-07eb-4c09-847d-f1e8bc466d54","status":"NEW","fills":[]}';
const HELLO = '{"type":"hello","channels":["orders"]}';
const PING = '{"op":"ping","id":1}';
const START_S = Date.parse("2026-01-05T10:00:00.000Z") / 1_000;

const pair = (name: string, value: string) => ({ name, value });
const COOKIES = [pair("sid", SECRETS.session), pair("csrf", SECRETS.csrf)];
const COOKIE = pair("Cookie", COOKIES.map(({ name, value }) => `${name}=${value}`).join("; "));

const url = "https://venue.example/v1/orders";
const TICKETS = "https://venue.example/v1/auth/ws-ticket";
const TICKETED = `wss://venue.example/v1/stream?ticket=${SECRETS.ticket}`;

const log = (creator: object, entries: object[], more: object = {}) =>
  JSON.stringify({ log: { version: "1.2", creator, ...more, entries } });

/** Network panel, "Export HAR (with sensitive data)": pseudo headers, members with underscores. */
export function chromium(): string {
  const entry = (at: string, request: object, response: object, more: object = {}) => ({
    ...{ _priority: "High", _resourceType: "fetch", cache: {}, connection: "443" },
    ...{ pageref: "page_1", startedDateTime: at },
    request: {
      ...{ httpVersion: "http/2.0", queryString: [], cookies: COOKIES },
      headers: [pair(":authority", "venue.example"), pair(":method", "GET"), COOKIE],
      ...{ headersSize: -1, bodySize: 0, ...request },
    },
    response: {
      ...{ statusText: "", httpVersion: "http/2.0", cookies: [], redirectURL: "" },
      ...{ headersSize: -1, bodySize: -1, _transferSize: 120, _error: null },
      ...{ _fetchedViaServiceWorker: false, headers: [pair("content-encoding", "br")] },
      ...response,
    },
    time: 12.3,
    timings: { blocked: 1.2, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: 10, receive: 1 },
    ...more,
  });
  const json = (text: string) => ({
    content: { size: text.length, mimeType: "application/json", text },
  });
  const sent = { postData: { mimeType: "application/json", text: ORDER } };
  const csrf = { headers: [COOKIE, pair("x-service-csrf", SECRETS.csrf)] };
  return log({ name: "WebInspector", version: "537.36" }, [
    entry(
      "2026-01-05T10:00:00.000Z",
      { method: "POST", url, ...sent, ...csrf },
      { status: 201, ...json(PLACED) },
    ),
    entry(
      "2026-01-05T10:00:00.100Z",
      { method: "POST", url: "https://venue.example/v1/auth/ws-ticket", ...csrf },
      { status: 201, ...json(`{"ticket":"${SECRETS.ticket}"}`) },
    ),
    entry(
      "2026-01-05T10:00:00.200Z",
      { method: "GET", url: TICKETED },
      {
        ...{ status: 101, content: { size: 0, mimeType: "x-unknown" } },
      },
      {
        _resourceType: "websocket",
        _webSocketMessages: [
          { type: "receive", time: START_S + 0.3, opcode: 1, data: HELLO },
          { type: "send", time: START_S + 0.4, opcode: 1, data: PING },
        ],
      },
    ),
    entry(
      "2026-01-05T10:00:00.500Z",
      { method: "GET", url },
      {
        ...{ status: 0, content: { size: 0, mimeType: "x-unknown" }, _error: "net::ERR_ABORTED" },
      },
    ),
    entry(
      "2026-01-05T10:00:00.600Z",
      { method: "GET", url },
      { status: 200, ...json("[]") },
      {
        _fromCache: "disk",
      },
    ),
  ]);
}

/**
 * Network panel, "Save All As HAR", of Firefox ESR 153: whole milliseconds with an offset, streams under
 * ws: without messages, an aborted request without cookies, version, type, size or timings.
 */
export function firefox(): string {
  const entry = (at: string, request: object, response: object) => ({
    startedDateTime: at,
    request: {
      ...{ bodySize: 0, httpVersion: "HTTP/1.1", headersSize: 400, queryString: [] },
      ...{ headers: [pair("Host", "venue.example"), COOKIE], cookies: COOKIES, ...request },
    },
    response: {
      ...{ statusText: "OK", httpVersion: "HTTP/1.1", cookies: [], redirectURL: "" },
      ...{ headers: [pair("content-type", "application/json")], headersSize: 90, bodySize: 90 },
      ...response,
    },
    ...{ cache: {}, time: 12, _securityState: "insecure", _priority: "Normal" },
    ...{ serverIPAddress: "127.0.0.1", connection: "443", pageref: "page_1" },
    timings: { blocked: -1, dns: 0, connect: 0, ssl: 0, send: 0, wait: 12, receive: 0 },
  });
  const json = (text: string) => ({
    content: { mimeType: "application/json", size: text.length, text },
  });
  const headers = [COOKIE, pair("X-Service-CSRF", SECRETS.csrf)];
  const postData = { mimeType: "application/json", params: [], text: ORDER };
  return log(
    { name: "Firefox", version: "153.7.0" },
    [
      entry(
        "2026-01-05T11:00:00.000+01:00",
        { method: "POST", url, headers, postData },
        { status: 201, ...json(PLACED) },
      ),
      entry(
        "2026-01-05T11:00:00.200+01:00",
        { method: "GET", url: TICKETED },
        { status: 101, content: { mimeType: "text/plain", size: 0, text: "" } },
      ),
      {
        ...{ startedDateTime: "2026-01-05T11:00:00.250+01:00", pageref: "page_1" },
        ...{ cache: {}, timings: {}, time: 0, _priority: "Normal" },
        request: {
          ...{ bodySize: 0, method: "GET", url, httpVersion: "", headersSize: 0 },
          ...{ headers: [pair("Host", "venue.example")], cookies: [], queryString: [] },
        },
        response: {
          ...{ status: 0, statusText: "", httpVersion: "", headers: [], cookies: [] },
          ...{ content: { text: "" }, redirectURL: "", headersSize: 0, bodySize: -1 },
        },
      },
      entry(
        "2026-01-05T11:00:00.300+01:00",
        { method: "GET", url },
        {
          ...{ status: 200, content: { mimeType: "application/json", size: 2_000_000 } },
          comment: "Response bodies are not included.",
        },
      ),
    ],
    { browser: { name: "Firefox", version: "153.7.0" }, pages: [] },
  );
}

/** A lost answer, as mitmproxy has it. */
const LOST = {
  ...{ status: 0, statusText: "", httpVersion: "", content: {}, headersSize: -1, bodySize: -1 },
  ...{ headers: [], cookies: [], _transferSize: 0, _error: "Client disconnected." },
};

/**
 * `hardump` of mitmproxy 11.0: microseconds with an offset, a lost answer with hardly a member, messages
 * by the second, and packed requests as what was in them under the header that says how.
 */
export function mitmproxy(): string {
  const entry = (at: string, request: object, response: object, more: object = {}) => ({
    ...{ startedDateTime: at, time: 12.34, cache: {} },
    request: {
      ...{ httpVersion: "HTTP/1.1", cookies: [], queryString: [], headersSize: 99, bodySize: 0 },
      headers: [pair("authorization", `Bearer ${SECRETS.key}`)],
      ...request,
    },
    response: {
      ...{ statusText: "OK", httpVersion: "HTTP/1.1", cookies: [], redirectURL: "" },
      ...{ headers: [pair("content-encoding", "gzip")], headersSize: 50, bodySize: 60 },
      ...response,
    },
    timings: { connect: 0.5, ssl: -1, send: 0.2, receive: 0.8, wait: 12.04 },
    serverIPAddress: "127.0.0.1",
    ...more,
  });
  const json = (text: string) => ({
    content: { size: 60, mimeType: "application/json", text },
  });
  const postData = { mimeType: "application/json", text: ORDER, params: [] };
  const bytes = { size: 3, compression: 0, mimeType: "", text: "/wAB", encoding: "base64" };
  return log(
    { name: "mitmproxy", version: "11.0.2", comment: "" },
    [
      entry(
        "2026-01-05T10:00:00.000123+00:00",
        { method: "POST", url, postData },
        { status: 201, ...json(PLACED) },
      ),
      entry(
        "2026-01-05T10:00:00.050000+00:00",
        {
          ...{ method: "POST", url, postData },
          headers: [
            pair("Authorization", `Bearer ${SECRETS.other}`),
            pair("Content-Encoding", "gzip"),
          ],
        },
        { status: 201, ...json(PLACED) },
      ),
      entry(
        "2026-01-05T10:00:00.100000+00:00",
        { method: "POST", url: TICKETS, postData: { mimeType: "", text: "", params: [] } },
        { status: 201, ...json(`{"ticket":"${SECRETS.ticket}"}`) },
      ),
      entry(
        "2026-01-05T10:00:00.200000+00:00",
        { method: "GET", url: `https://venue.example/v1/stream?ticket=${SECRETS.ticket}` },
        { status: 101, content: { size: 0, compression: 0, mimeType: "", text: "" } },
        {
          _resourceType: "websocket",
          _webSocketMessages: [
            { type: "receive", time: START_S + 0.3, opcode: 1, data: HELLO },
            { type: "send", time: START_S + 0.4, opcode: 1, data: PING },
          ],
        },
      ),
      entry("2026-01-05T10:00:00.500000+00:00", { method: "GET", url }, LOST),
      entry(
        "2026-01-05T10:00:00.600000+00:00",
        { method: "GET", url },
        { status: 200, content: bytes },
      ),
    ],
    { pages: [] },
  );
}

/** HTTP Toolkit: bodies of 40 KB at most, -1 for a time nobody knows, cookies in the header alone. */
export function httpToolkit(): string {
  const entry = (at: string, request: object, response: object, more: object = {}) => ({
    ...{ pageref: "Node.js", startedDateTime: at, time: -1 },
    request: {
      ...{ httpVersion: "HTTP/1.1", cookies: [], queryString: [], headersSize: -1, bodySize: 0 },
      headers: [pair("Host", "venue.example"), pair("authorization", `Bearer ${SECRETS.key}`)],
      ...request,
    },
    response: {
      ...{ statusText: "", httpVersion: "HTTP/1.1", cookies: [], redirectURL: "" },
      ...{ headers: [], headersSize: -1, bodySize: 0, ...response },
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 2, receive: 0 },
    ...more,
  });
  const type = "application/json";
  const postData = { mimeType: type, text: ORDER, params: [] };
  const json = (text: string) => ({ content: { mimeType: type, size: text.length, text } });
  return log(
    { name: "HTTP Toolkit", version: "1.20.0" },
    [
      entry(
        "2026-01-05T10:00:00.000Z",
        { method: "POST", url, postData },
        {
          ...{ status: 201, ...json(PLACED) },
        },
      ),
      entry(
        "2026-01-05T10:00:00.100Z",
        { method: "POST", url: "https://venue.example/v1/auth/ws-ticket" },
        { status: 201, ...json(`{"ticket":"${SECRETS.ticket}"}`) },
      ),
      entry(
        "2026-01-05T10:00:00.200Z",
        { method: "GET", url: TICKETED },
        { status: 101, content: { mimeType: "application/octet-stream", size: 0 } },
        {
          _resourceType: "websocket",
          _webSocketMessages: [
            { type: "receive", opcode: 1, data: HELLO, time: START_S + 0.3 },
            { type: "send", opcode: 1, data: PING, time: START_S + 0.4 },
          ],
        },
      ),
      entry(
        "2026-01-05T10:00:00.500Z",
        { method: "GET", url },
        {
          ...{ status: 0, content: { size: 0, mimeType: "application/x-unknown" } },
        },
      ),
      entry(
        "2026-01-05T10:00:00.600Z",
        { method: "GET", url },
        {
          ...{ status: 200, content: { mimeType: type, size: 60_000 } },
        },
      ),
    ],
    { pages: [{ id: "Node.js", title: "Node.js", startedDateTime: "", pageTimings: {} }] },
  );
}
