/** Does the exchanges with a library of Node, or by Node: `node.mjs undici|axios|fetch|openapi|chromium`. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openPage } from "./chromium.mjs";

const { BASE, EXCHANGES, LIBRARIES, MARKET } = process.env;
const load = createRequire(LIBRARIES);

/** How a message is sent, and by whom a stream is opened where it is not the library `ws`. */
const CLIENTS = {
  undici() {
    const { request } = load("undici");
    const send = async (method, url, headers, body) => {
      const typed =
        body === undefined ? headers : { ...headers, "content-type": "application/json" };
      const sent = body === undefined ? undefined : JSON.stringify(body);
      return (await request(url, { method, headers: typed, body: sent })).body.text();
    };
    return { send };
  },
  axios() {
    const axios = load("axios");
    const send = async (method, url, headers, data) => {
      const how = { validateStatus: () => true, responseType: "text" };
      return (await axios.request({ ...how, method, url, headers, data })).data;
    };
    return { send };
  },
  fetch() {
    const send = async (method, url, headers, body) => {
      // Set as many people do: a text without a type of its own would be text/plain.
      const typed =
        body === undefined ? headers : { ...headers, "Content-Type": "application/json" };
      const sent = body === undefined ? undefined : JSON.stringify(body, null, 2);
      return (await fetch(url, { method, headers: typed, body: sent })).text();
    };
    return { send };
  },
  /** Functions that were generated from the OpenAPI document. */
  openapi() {
    const generated = load("./generated.cjs");
    const send = async (method, url, headers, body) => {
      const { pathname, searchParams } = new URL(url);
      const [, prefix, ...segments] = pathname.split("/");
      const ids = segments.filter((one) => UUID.test(one));
      const of = (one, at) => (UUID.test(one) ? `by-${segments[at - 1].slice(0, -1)}-id` : one);
      const name = [method.toLowerCase(), ...segments.map(of)].join("-");
      const call = generated[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())];
      const takesQuery = String(call).includes("= {}");
      const query = takesQuery ? [Object.fromEntries(searchParams)] : [];
      const sent = body === undefined ? [] : [body];
      const how = { baseUrl: `${BASE}/${prefix}`, headers };
      return JSON.stringify((await call(...ids, ...sent, ...query, how)).data);
    };
    return { send };
  },
  /** Scripts of a page that the venue serves. */
  async chromium() {
    const page = await openPage(`${BASE}/`, load("ws").WebSocket);
    const send = (method, url, headers, body) => {
      const typed =
        body === undefined ? headers : { ...headers, "Content-Type": "application/json" };
      const how = JSON.stringify({ method, headers: typed, body: body && JSON.stringify(body) });
      return page.run(`fetch(${JSON.stringify(url)}, ${how}).then((answer) => answer.text())`);
    };
    const open = async (url) => {
      await page.run(`window.frames = [];
        window.socket = new WebSocket(${JSON.stringify(url)});
        socket.onmessage = ({ data }) => window.frames.push(data);
        new Promise((resolve) => (socket.onopen = resolve)).then(() => true)`);
      return {
        frames: async () => JSON.parse(await page.run("JSON.stringify(window.frames)")),
        close: () =>
          page.run("socket.close(); new Promise((resolve) => (socket.onclose = () => resolve(1)))"),
      };
    };
    return { send, open, end: page.close };
  },
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function openSocket(url) {
  const socket = new (load("ws").WebSocket)(url);
  const frames = [];
  socket.on("message", (data) => frames.push(String(data)));
  await new Promise((resolve) => socket.once("open", resolve));
  const close = () => {
    socket.close();
    return new Promise((resolve) => socket.once("close", resolve));
  };
  return { frames: () => frames, close };
}

const { send, open = openSocket, end } = await CLIENTS[process.argv[2]]();
const kept = { market: MARKET };
let stream;
for (const text of readFileSync(EXCHANGES, "utf8").trimEnd().split("\n")) {
  if (text.startsWith("#")) continue;
  Object.assign(kept, { now: String(Date.now()), past: String(Date.now() - 30_000) });
  const line = text.replace(/\$([a-z]+)/g, (_, name) => kept[name]);
  const [who, method, path, body, keep] = line.split("\t");
  if (method === "OPEN") stream = await open(BASE.replace("http", "ws") + path);
  else if (method === "HEAR") {
    while (!(await stream.frames()).some((frame) => frame.includes(path))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } else if (method === "CLOSE") await stream.close();
  else {
    const key = process.env[`${who.toUpperCase()}_KEY`];
    const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const answer = await send(method, BASE + path, headers, body ? JSON.parse(body) : undefined);
    const [name, member] = (keep ?? "").split("=");
    if (member) kept[name] = new RegExp(`"${member}"\\s*:\\s*"([^"]+)"`).exec(answer)[1];
  }
}
await end?.();
