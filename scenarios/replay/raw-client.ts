/** Sends what a replay says and brings the answer back as it came: nothing is looked into. */

import { Pool } from "undici";
import { joinedHeaders, TIMEOUT_MS_DEFAULT } from "../deployment/wire/client.ts";
import { codingOf } from "../deployment/wire/content-encoding.ts";
import type { TransportFailure } from "../deployment/wire/exchange.ts";
import { requestPath } from "../deployment/wire/request-path.ts";
import { sever, wireOf } from "../deployment/wire/sever.ts";
import { transportFailure } from "../deployment/wire/transport.ts";
import { trustOptions } from "../deployment/wire/trust.ts";
import { RecordedResponse } from "./answer.ts";

const BODY_BYTES_MAX = 8 * 1024 * 1024;
/** Until the target has noticed that nothing more comes. */
const TORN_MS = 50;
const ALWAYS = { accept: "application/json", "user-agent": "touchstone" };
const TYPED = { ...ALWAYS, "content-type": "application/json" };

/** One request, ready to be sent. Shape: `path` has its prefix; `payload` is sent as it is. */
export interface RawRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  payload: string | Uint8Array | null;
}

/** What came of a request: an answer, or why there is none. */
export interface Delivered {
  response: RecordedResponse | null;
  failure: TransportFailure | null;
}

/** Connections to one target. */
export class RawClient {
  readonly #pool: Pool;
  readonly #base: URL;
  readonly #basePath: string;

  constructor(baseUrl: string) {
    this.#base = new URL(baseUrl);
    const { origin, pathname } = this.#base;
    this.#basePath = pathname.replace(/\/+$/, "");
    this.#pool = new Pool(origin, {
      connect: { timeout: TIMEOUT_MS_DEFAULT, ...trustOptions() },
      ...{ headersTimeout: TIMEOUT_MS_DEFAULT, bodyTimeout: TIMEOUT_MS_DEFAULT },
      maxResponseSize: BODY_BYTES_MAX,
    });
  }

  /** Trouble on the way is the `failure`, not an exception. */
  async send({ method, path, query, headers, payload }: RawRequest): Promise<Delivered> {
    try {
      const answer = await this.#pool.request({
        method: method as "GET",
        path: this.#basePath + requestPath(path),
        ...(query !== undefined && { query }),
        headers: { ...(payload === null ? ALWAYS : TYPED), ...headers },
        body: packed(payload, headers["content-encoding"]),
      });
      // One that trickles is cut off: each piece comes in time, the whole never would.
      const late = setTimeout(() => answer.body.destroy(), TIMEOUT_MS_DEFAULT);
      const body = await answer.body.arrayBuffer().finally(() => clearTimeout(late));
      return {
        response: RecordedResponse.live(
          answer.statusCode,
          joinedHeaders(answer.headers),
          Buffer.from(body),
        ),
        failure: null,
      };
    } catch (error) {
      return { response: null, failure: transportFailure(error, false) };
    }
  }

  /** Sends all but the end of a body, and hangs up: nobody knows any more what was in it. */
  async tear({ method, path, headers }: RawRequest): Promise<Delivered> {
    const request = { method, path: this.#basePath + requestPath(path), body: {} };
    await sever(this.#base, wireOf(request, { host: this.#base.host, ...headers }), "torn");
    await new Promise((resolve) => setTimeout(resolve, TORN_MS));
    return { response: null, failure: "reset" };
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** As the client packed it; what is packed in a way not known here was never kept. */
function packed(payload: RawRequest["payload"], encoding: string | undefined) {
  const coding = payload === null ? null : codingOf(encoding);
  return coding?.pack(Buffer.from(payload!)) ?? payload;
}
