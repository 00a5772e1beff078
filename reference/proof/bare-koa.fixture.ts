/** The peer of the venue: a bare Koa and router that reads the same requests and answers as told. */
import Router from "@koa/router";
import Koa from "koa";
import { readBytes } from "../http/body.ts";
import { serveMeasured } from "./measured-server.fixture.ts";

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
serveMeasured(app);
