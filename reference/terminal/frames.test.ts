/** A thousand updates a second are shown frame by frame; late frames are told, and the time they take is held. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { openDesk, shownBook, signUp, skip } from "../proof/terminal-desk.fixture.ts";

const UPDATES_PER_SECOND = 1_000;
const SECONDS = 3;
/** Far from what each update drawn by itself would take, on any machine. Units: ms of the thread's own time. */
const FRAME_MS_MAX = 60;

/** In the page: keeps the socket, so that more can be said on it than the venue says. */
const KEEP_SOCKET = `{
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(url) {
      super(url);
      window.kept = this;
      this.addEventListener("message", ({ data }) => {
        const { type, channel, seq } = JSON.parse(data);
        if (type === "snapshot" && channel.startsWith("book:")) window.told = { channel, seq };
      });
    }
  };
}`;

/** In the page: frames of some seconds, and how many came late, while updates are said. */
const measure = (perSecond: number): string => `new Promise((done) => {
  const { channel } = window.told;
  const [market_id] = channel.split(":").slice(1);
  const due = [];
  let [said, frames, last, began] = [0, 0, performance.now(), performance.now()];
  const level = (price) => ({ price, qty: 1 + (said % 97) });
  const say = () => {
    const until = ((performance.now() - began) / 1000) * ${perSecond};
    while (said < until && said < ${perSecond * SECONDS}) {
      said++;
      const data = { market_id, bids: [level(10 + (said % 30))], asks: [level(50 + (said % 30))], seq: said, ts_ms: 0 };
      const text = JSON.stringify({ type: "update", channel, seq: ++window.told.seq, data });
      window.kept.onmessage(new MessageEvent("message", { data: text }));
    }
  };
  const timer = setInterval(say, 4);
  const frame = (now) => {
    frames++;
    due.push(now - last);
    last = now;
    if (now - began < ${SECONDS * 1000}) return requestAnimationFrame(frame);
    say();
    clearInterval(timer);
    due.sort((one, other) => one - other);
    const dropped = due.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
    requestAnimationFrame(() => requestAnimationFrame(() =>
      done({ said, frames, dropped, p99: due[Math.floor(due.length * 0.99)] })));
  };
  requestAnimationFrame(frame);
})`;

interface Measured {
  said: number;
  frames: number;
  dropped: number;
  p99: number;
}

it("a thousand updates a second leave the page time for its frames", {
  skip,
  timeout: 180_000,
}, async (t) => {
  const { reference } = await startTestVenue({ clock: "system" });
  const desk = await openDesk();
  await desk.page.addInitScript(KEEP_SOCKET);
  await signUp(desk, reference.url, "fast@example.com");
  await desk.page.waitForFunction("window.told !== undefined");
  const tell = (what: string, { said, frames, dropped, p99 }: Measured) =>
    t.diagnostic(
      `${what}: ${said} updates, ${frames} frames, ${dropped} dropped, p99 ${p99.toFixed(1)} ms`,
    );
  const cdp = await desk.page.context().newCDPSession(desk.page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedSeconds = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  tell("idle", (await desk.page.evaluate(measure(0))) as Measured);
  const before = await workedSeconds();
  const busy = (await desk.page.evaluate(measure(UPDATES_PER_SECOND))) as Measured;
  const frameMs = (1_000 * ((await workedSeconds()) - before)) / busy.frames;
  tell("busy", busy);
  t.diagnostic(`a frame costs the page's thread ${frameMs.toFixed(1)} ms`);
  assert.equal(busy.said, UPDATES_PER_SECOND * SECONDS);
  assert.equal((await shownBook(desk.page)).length, 24);
  const top = 1 + (busy.said % 97);
  assert.ok((await desk.page.locator(".book").textContent())!.includes(String(top)));
  assert.ok(frameMs > 0 && frameMs < FRAME_MS_MAX, `${frameMs} ms a frame`);
});
