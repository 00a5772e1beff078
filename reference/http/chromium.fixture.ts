/** Drives a Chromium without a screen over its DevTools protocol, for tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import WebSocket from "ws";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a browser is installed; undefined where there is none. */
export const chromiumPath = PATHS.find((path) => existsSync(path));

interface BrowserResponse {
  id?: number;
  method?: string;
  params?: { request?: { url: string } };
  error?: { message: string };
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string }; cookies?: unknown };
}

/** Starts a browser with an empty profile and opens one page; stops it after the test file. */
export async function openPage(path: string) {
  const socket = new WebSocket(await pageAddress(path), { perMessageDeflate: false });
  await once(socket, "open");
  const waiting = new Map<number, (answer: BrowserResponse) => void>();
  const requested: string[] = [];
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as BrowserResponse;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    if (answer.method === "Network.requestWillBeSent") requested.push(answer.params!.request!.url);
  });
  let sent = 0;
  const send = (method: string, params: object = {}): Promise<BrowserResponse> => {
    const id = ++sent;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const evaluate = async (expression: string): Promise<unknown> => {
    const how = { awaitPromise: true, returnByValue: true };
    const { error, result } = await send("Runtime.evaluate", { expression, ...how });
    const failed = error?.message ?? result?.exceptionDetails?.text;
    if (failed !== undefined) throw new Error(failed);
    return result?.result?.value;
  };
  await send("Network.enable");
  return {
    evaluate,
    /** Addresses of all that was asked for since the start, let through or not. */
    requested,
    go: (url: string) => send("Page.navigate", { url }),
    cookies: async () => (await send("Network.getCookies")).result?.cookies as object[],
    /** Waits, over navigations, until an expression holds in the page; returns its value. */
    async until(expression: string): Promise<unknown> {
      const patient = `new Promise((done) => {
        const look = () => { const found = ${expression}; found ? done(found) : setTimeout(look, 20); };
        look();
      })`;
      for (;;) {
        const value = await evaluate(patient).catch(() => null); // the page moved on: look again
        if (value !== null) return value;
      }
    },
  };
}

async function pageAddress(path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
  const child = spawn(path, [...flags, `--user-data-dir=${folder}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  after(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null) await once(child, "close");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  let text = "";
  while (!/ws:\/\/([\d.:]+)\//.test(text)) text += String((await once(child.stderr!, "data"))[0]);
  const [, host] = /ws:\/\/([\d.:]+)\//.exec(text)!;
  const pages = (await (await fetch(`http://${host}/json/list`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  return pages.find(({ type }) => type === "page")!.webSocketDebuggerUrl;
}
