/** The outermost step: stamps every response, and turns whatever was thrown into an envelope. */
import type { Context, Next } from "koa";
import type { Services } from "../../running-venue.ts";
import { StoreUnavailable } from "../../store/committer.ts";
import { isStoreError } from "../../store/store.ts";
import { Refused } from "../../wire/refused.ts";

/** What is known of a request before anything of it is read; kept as Koa's `ctx.state`. */
export interface Arrival {
  requestId: string;
  /** When the request head arrived. Units: epoch ms. */
  at: number;
  /** Headers of the response so far: names and values in turn. */
  headers: string[];
}

/** The arrival of the request being served. */
export const arrivalOf = (ctx: Context): Arrival => ctx.state as unknown as Arrival;

/**
 * Request id, Date from the venue's clock, and the one error path.
 * Spec: Error envelope; D-160 to D-162, D-169: the unexpected is logged, never leaked.
 */
export function answer(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const requestId = services.entropy.uuid();
    const at = services.clock.nowMs();
    const headers = ["X-Request-Id", requestId, "Date", httpDate(at)];
    ctx.state = { requestId, at, headers } satisfies Arrival;
    try {
      if (services.journal.isAvailable) services.schedule.runDue(at);
      await next();
    } catch (error) {
      const refused = await settled(services, refusalOf(error, requestId));
      for (const name in refused.headers) headers.push(name, refused.headers[name]!);
      send(ctx, refused.status, refused.body(requestId));
    }
  };
}

/** A refusal may tell of what could still be lost, as any answer. */
async function settled({ journal }: Services, refused: Refused): Promise<Refused> {
  if (refused.code === "STORE_UNAVAILABLE") return refused;
  try {
    await journal.settled();
    return refused;
  } catch (error) {
    return storeUnavailable(error as Error);
  }
}

/** Sends a JSON response; one write of all headers, since this is the path of every request. */
export function send(ctx: Context, status: number, body: object): void {
  const text = JSON.stringify(body);
  const { headers } = arrivalOf(ctx);
  headers.push("Content-Type", "application/json; charset=utf-8");
  headers.push("Content-Length", String(Buffer.byteLength(text)));
  ctx.respond = false;
  ctx.res.writeHead(status, headers).end(text);
}

function refusalOf(error: unknown, requestId: string): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof StoreUnavailable) return storeUnavailable(error);
  if (isStoreError(error)) return storeUnavailable(error as Error);
  return unexpected(error, requestId);
}

/** What was asked may have been done: whoever repeats it does so under its client order id. */
const storeUnavailable = ({ message }: Error): Refused =>
  new Refused("STORE_UNAVAILABLE", message, { headers: { "Retry-After": "1" } });

function unexpected(error: unknown, requestId: string): Refused {
  // A stack holds no request data, so no key or body reaches the log.
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(`request ${requestId} failed: ${stack}`);
  return new Refused("INTERNAL", "the venue failed to serve this request");
}

let dateSecond = -1;
let dateText = "";

function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(nowMs).toUTCString();
  }
  return dateText;
}
