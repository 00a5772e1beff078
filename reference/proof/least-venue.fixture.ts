/**
 * The bound of the venue's requests: on Koa and its router, what no venue can do without, and no
 * venue. It knows the caller by a digest of the key, takes from a quota, makes ids, keeps what was
 * ordered, and writes headers and answers of the venue's own bytes in one go; it matches nothing.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import Router from "@koa/router";
import Koa, { type Context } from "koa";
import { readBytes } from "../http/body.ts";
import { serveMeasured } from "./measured-server.fixture.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Units: requests per minute. */
const QUOTA = 1_000_000_000;

const [order = "", book = "", ...keys] = process.argv.slice(2);
const marketId = JSON.parse(order).market_id as string;
/** The answer around its ids, which are new every time but for the market's. */
const around = order.split(new RegExp(`(?!${marketId})${UUID}`));
const agents = new Map(keys.map((key) => [digestOf(key), { key, left: QUOTA }]));
const holders = new WeakMap<Socket, { key: string; digest: string }>();
const kept: object[] = [];

const router = new Router();
router.post("/v1/orders", async (ctx) => {
  const left = callerOf(ctx)!.left--;
  kept.push(JSON.parse((await readBytes(ctx.req)).toString()));
  const policy = ["RateLimit-Policy", `"write";q=${QUOTA};w=60`];
  send(ctx, 201, { text: answered(), headers: [...policy, "RateLimit", `"write";r=${left};t=60`] });
});
// A book that did not change was written already.
router.get("/v1/markets/:market_id/book", (ctx) => send(ctx, 200, { text: book, headers: [] }));
const app = new Koa();
app.use(router.routes());
serveMeasured(app);

function answered(): string {
  let text = around[0]!;
  for (let n = 1; n < around.length; n++) text += randomUUID() + around[n]!;
  return text;
}

/** A connection's key is hashed once, as long as it sends no other. */
function callerOf({ req }: Context) {
  const key = req.headers.authorization!.slice("Bearer ".length);
  let holder = holders.get(req.socket);
  if (holder?.key !== key) {
    holder = { key, digest: digestOf(key) };
    holders.set(req.socket, holder);
  }
  return agents.get(holder.digest);
}

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function send(ctx: Context, status: number, answer: { text: string; headers: string[] }): void {
  ctx.respond = false;
  ctx.res.writeHead(status, [
    ...["X-Request-Id", randomUUID(), ...answer.headers],
    ...["Content-Type", "application/json; charset=utf-8"],
    ...["Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"],
    ...["Content-Length", String(Buffer.byteLength(answer.text))],
  ]);
  ctx.res.end(answer.text);
}
