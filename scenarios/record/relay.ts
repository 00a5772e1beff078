/** Passes one HTTP exchange on, adding and taking nothing, and reports what passed. */
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { transportFailure } from "../deployment/wire/transport.ts";
import { type KeepingRoom, type KeptBytes, keptBody } from "./kept-body.ts";
import type { Loss, PassedExchange, RawHeaders } from "./passed.ts";

/** A request, where its answer goes, and the request to the target that stands for it. */
export interface Relayed {
  req: IncomingMessage;
  res: ServerResponse;
  upstream: ClientRequest;
  room: KeepingRoom;
  /** What the caller is told of the answer's headers; all, where it is left out. */
  edit?: (headers: RawHeaders) => RawHeaders;
}

type Ended = (passed: PassedExchange) => void;

/** Passes body and trailers of the request on, the answer back, and calls `ended` once. */
export function relay(relayed: Relayed, ended: Ended): void {
  const { req, res, upstream } = relayed;
  const exchange = new RelayedExchange(relayed, ended);
  upstream.on("continue", () => res.writeContinue());
  upstream.on("response", (answer) => exchange.answer(answer));
  upstream.on("error", (error) => exchange.lose(lossOf(error)));
  res.on("close", () => {
    if (!res.writableFinished) exchange.lose("abandoned");
  });
  req.once("end", () => upstream.addTrailers(pairs(req.rawTrailers)));
  req.pipe(upstream);
}

class RelayedExchange {
  readonly #relayed: Relayed;
  readonly #ended: Ended;
  readonly #began = performance.now();
  readonly #sent: KeptBytes;
  #received: KeptBytes | null = null;
  #answer: IncomingMessage | null = null;
  #over = false;

  constructor(relayed: Relayed, ended: Ended) {
    this.#relayed = relayed;
    this.#ended = ended;
    this.#sent = keptBody(relayed.req, relayed.room);
  }

  answer(answer: IncomingMessage): void {
    const { res, room, edit } = this.#relayed;
    this.#answer = answer;
    const received = keptBody(answer, room);
    this.#received = received;
    writeHead(res, answer, edit?.(answer.rawHeaders) ?? answer.rawHeaders);
    answer.once("end", () => {
      res.addTrailers(pairs(answer.rawTrailers));
      const { statusCode: status = 0, rawHeaders: headers } = answer;
      this.#end({ answer: { status, headers, body: received.bytes }, loss: null });
    });
    answer.on("error", (error) => this.lose(lossOf(error)));
    answer.pipe(res);
  }

  /** The caller is left as the target left the proxy; where nobody was reached, with a 502. */
  lose(loss: Loss): void {
    if (this.#over) return;
    const { res, upstream } = this.#relayed;
    this.#end({ answer: null, loss });
    upstream.destroy();
    const reached = loss === "reset" || loss === "abandoned" || this.#answer !== null;
    if (reached) res.destroy();
    else answerUnreachable(res, loss);
  }

  #end(outcome: Pick<PassedExchange, "answer" | "loss">): void {
    if (this.#over) return;
    this.#over = true;
    const { method = "", url = "", rawHeaders: headers, complete } = this.#relayed.req;
    const endedMs = performance.now();
    // Part of a body is recorded as none: it is said again as a request that was torn.
    const isTorn = outcome.loss === "abandoned" && !complete;
    const body = isTorn ? Buffer.alloc(0) : this.#sent.bytes;
    const passed = { beganMs: this.#began, endedMs, method, url, headers, body, ...outcome };
    // The caller has the answer before anybody looks at it.
    setImmediate(() => {
      this.#ended(passed);
      this.#sent.drop();
      this.#received?.drop();
    });
  }
}

/** Node is kept from adding headers and from another framing of the body than the target's. */
function writeHead(res: ServerResponse, answer: IncomingMessage, headers: RawHeaders): void {
  const { statusCode = 0, statusMessage = "" } = answer;
  res.sendDate = false;
  res.useChunkedEncodingByDefault = false;
  res.removeHeader("connection");
  res.writeHead(statusCode, statusMessage, [...headers]);
  // Head and body leave together if both are here; a head whose body is late does not wait for it.
  setImmediate(() => {
    if (!res.writableEnded) res.flushHeaders();
  });
}

function answerUnreachable(res: ServerResponse, loss: Loss): void {
  const body = {
    code: "TARGET_UNREACHABLE",
    message: `the target cannot be reached (${loss})`,
    request_id: "proxy",
  };
  res.removeHeader("connection");
  res.writeHead(502, { "content-type": "application/json" });
  res.end(JSON.stringify(body));
}

function lossOf(error: Error): Loss {
  const failure = transportFailure(error, false);
  return failure === "other" ? "reset" : failure;
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : [],
  );
}
