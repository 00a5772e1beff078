// The bound of an embedded proof: so many exchanges of such sizes with a bare Koa on a thread of its
// own, and nothing of a proof: node bare-exchanges.fixture.mjs '{"exchanges":1,"sentBytes":1,"receivedBytes":1}'
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Requests under way at a time. */
const AT_ONCE = 8;

if (isMainThread) await exchange(JSON.parse(process.argv[2]));
else await serve(workerData);

async function exchange({ exchanges, sentBytes, receivedBytes }) {
  const { Pool } = await import("undici");
  const answer = "x".repeat(Math.round(receivedBytes / exchanges));
  const body = "x".repeat(Math.round(sentBytes / exchanges));
  const venue = new Worker(new URL(import.meta.url), { workerData: answer });
  const [url] = await once(venue, "message");
  const pool = new Pool(url);
  let left = exchanges;
  const lane = async () => {
    while (left-- > 0) await (await pool.request({ method: "POST", path: "/", body })).body.text();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  process.exit();
}

async function serve(answer) {
  const { default: Koa } = await import("koa");
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.req.resume();
    await once(ctx.req, "end");
    ctx.body = answer;
  });
  const server = app.listen(0, "127.0.0.1", () => {
    parentPort.postMessage(`http://127.0.0.1:${server.address().port}`);
  });
}
