/** The peer of the venue: a bare Koa and router that reads the same requests and answers as told. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";
import { readBytes } from "../http/body.ts";

const [order, book] = process.argv.slice(2).map((text) => JSON.parse(text));
const router = new Router();
router.post("/v1/orders", async (ctx) => {
  JSON.parse((await readBytes(ctx.req)).toString());
  ctx.status = 201;
  ctx.body = order;
});
router.get("/v1/markets/:market_id/book", (ctx) => {
  ctx.body = book;
});
const app = new Koa();
app.use(router.routes());
const server = createServer(app.callback());
server.listen(0, "127.0.0.1", () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
});
