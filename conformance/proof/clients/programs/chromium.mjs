/** A page of a Chromium without a screen, in which scripts ask the venue that serves the page. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];

/** Opens a page. Returns how a script is run in it, and how the browser is closed. */
export async function openPage(url, WebSocket) {
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  const browser = spawn(process.env.CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, url], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  while (!/ws:\/\/([\d.:]+)\//.test(said)) said += String((await once(browser.stderr, "data"))[0]);
  const [, host] = /ws:\/\/([\d.:]+)\//.exec(said);
  const pages = await (await fetch(`http://${host}/json/list`)).json();
  const { webSocketDebuggerUrl } = pages.find(({ type }) => type === "page");
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, "open");
  let sent = 0;
  const run = async (expression) => {
    const id = ++sent;
    const params = { expression, awaitPromise: true, returnByValue: true };
    socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    for (;;) {
      const answer = JSON.parse(String((await once(socket, "message"))[0]));
      if (answer.id === id) return answer.result.result.value;
    }
  };
  // The page is there once its own script could ask.
  while ((await run("document.readyState + location.href")) !== `complete${url}`) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const close = async () => {
    browser.kill("SIGKILL");
    await once(browser, "close");
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { run, close };
}
