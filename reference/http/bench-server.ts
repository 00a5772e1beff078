/** One side of the throughput comparison, in a process of its own: the venue, or a bare Koa. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";
import { startReference } from "../index.ts";
import { readBytes } from "./body.ts";

/** What the parent learns when the server listens. */
export interface BenchServer {
  url: string;
  /** The venue's own profile, for keys and a market; null for the peer. */
  profile: object | null;
}

const UNLIMITED = { writesPerMinute: 1e9, readsPerMinute: 1e9 };

async function startVenue(): Promise<BenchServer> {
  const limits = { positionCapBinary: 1e9, fatFingerQtyBinary: 1e9 };
  const { url, profile } = await startReference({ seed: 1, rateLimits: UNLIMITED, limits });
  return { url, profile: profile() };
}

/** Parses the same request and answers the same JSON, and does nothing else. */
function startPeer(answer: object): Promise<BenchServer> {
  const router = new Router();
  router.post("/v1/orders", async (ctx) => {
    JSON.parse((await readBytes(ctx.req)).toString());
    ctx.status = 201;
    ctx.body = answer;
  });
  const app = new Koa();
  app.use(router.routes());
  const server = createServer(app.callback());
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, profile: null });
    });
  });
}

const answer = process.argv[2];
const started = answer === undefined ? startVenue() : startPeer(JSON.parse(answer));
process.send!(await started);
process.on("message", () => process.send!(process.cpuUsage()));
