/** An exchange with a target, as the line of a session. */
import type { Exchange } from "../deployment/wire/exchange.ts";
import type { SessionExchange } from "./format.ts";
import { sessionBody } from "./writer.ts";

/** The line; `startMs` is when the session began, on the clock that dates exchanges. */
export function exchangeLine(exchange: Exchange, startMs: number): Omit<SessionExchange, "n"> {
  const { request, response, failure } = exchange;
  const query = Object.keys(request.query).length > 0 ? { query: request.query } : {};
  return {
    at: tenths(exchange.at - startMs),
    took: tenths(exchange.took),
    actor: exchange.actor,
    request: {
      method: request.method,
      path: request.path,
      ...query,
      headers: request.headers,
      ...sessionBody(request.bodyText),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        ...sessionBody(response.bodyText),
      },
    }),
    ...(failure && { failure }),
  };
}

/** Milliseconds, to the tenth. */
export function tenths(ms: number): number {
  return Math.max(0, Math.round(ms * 10) / 10);
}
