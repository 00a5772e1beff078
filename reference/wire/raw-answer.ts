/** Answers what never became a request: a refused handshake, or bytes that are no HTTP. */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import { Refused } from "./refused.ts";

/** What every response is stamped with. */
export interface StampParts {
  entropy: Entropy;
  clock: Clock;
}

/** Writes an envelope to a connection and closes it. Spec: Error envelope. */
export function answerRaw({ entropy, clock }: StampParts, connection: Duplex, refused: Refused) {
  const requestId = entropy.requestId();
  const body = JSON.stringify(refused.body(requestId));
  const headers = {
    "X-Request-Id": requestId,
    Date: new Date(clock.nowMs()).toUTCString(),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    ...refused.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  connection.end([`HTTP/1.1 ${refused.status} Refused`, ...head, "", body].join("\r\n"));
}

/** Gives what Node refuses to parse the envelope too, and quotes nothing of it. */
export function answerUnparsed(server: Server, parts: () => StampParts): void {
  server.on("clientError", (error: NodeJS.ErrnoException, connection) => {
    if (!connection.writable) return connection.destroy();
    answerRaw(parts(), connection, refusalOf(error.code));
    return undefined;
  });
}

function refusalOf(code: string | undefined): Refused {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new Refused("HEADERS_TOO_LARGE", "the request's headers are too large");
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new Refused("REQUEST_TIMEOUT", "the request took too long to arrive");
  }
  return new Refused("VALIDATION_ERROR", "this is not an HTTP request");
}
