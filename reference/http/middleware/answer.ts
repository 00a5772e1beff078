/** The outermost step: stamps every response, and turns whatever was thrown into an envelope. */
import type { Context, Next } from "koa";
import { StoreUnavailable } from "../../store/committer.ts";
import { isStoreError } from "../../store/store.ts";
import { Refused } from "../../wire/refused.ts";
import type { HttpParts } from "../parts.ts";
import { WrittenJson } from "../written-json.ts";

/** What is known of a request before anything of it is read; kept as Koa's `ctx.state`. */
export interface RequestArrival {
  requestId: string;
  /** When the request head arrived. Units: epoch ms. */
  at: number;
  /** Whether it draws on its agent's quota. */
  isCounted: boolean;
  /** Headers of the response so far: names and values in turn. */
  headers: string[];
  /** What the request is served with. */
  parts: HttpParts;
}

/** The arrival of the request being served. */
export const arrivalOf = (ctx: Context): RequestArrival => ctx.state as unknown as RequestArrival;

/**
 * Request id, Date from the venue's clock, and the one error path.
 * Spec: Error envelope; D-160, D-162, D-169: the unexpected is logged, never leaked.
 */
export function answer(current: () => HttpParts) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const parts = current();
    const requestId = parts.entropy.requestId();
    const at = parts.clock.nowMs();
    const headers = ["X-Request-Id", requestId, "Date", httpDate(at)];
    const isCounted = !parts.limiter.limits.uncounted(ctx.req.headers);
    ctx.state = { requestId, at, isCounted, headers, parts } satisfies RequestArrival;
    try {
      parts.ownHosts.assertOwn(ctx.req.headers);
      if (parts.journal.isAvailable) parts.schedule.runDue(at);
      await next();
    } catch (error) {
      const refused = await settled(parts, refusalOf(error, requestId));
      for (const name in refused.headers) headers.push(name, refused.headers[name]!);
      send(ctx, refused.status, refused.body(requestId));
    }
  };
}

/** A refusal may tell of what could still be lost, as any answer. */
async function settled({ journal }: HttpParts, refused: Refused): Promise<Refused> {
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
  const written = body instanceof WrittenJson ? body : null;
  const text = written === null ? JSON.stringify(body) : "";
  const { headers } = arrivalOf(ctx);
  headers.push("Content-Type", "application/json; charset=utf-8");
  // Any answer may hold what is nobody else's: a key, a ticket, a wallet.
  headers.push("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");
  headers.push("Content-Length", String(written?.byteLength ?? Buffer.byteLength(text)));
  ctx.respond = false;
  const res = ctx.res.writeHead(status, headers);
  for (const piece of written?.pieces ?? []) res.write(piece);
  res.end(text);
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
