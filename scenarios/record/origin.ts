/** The deployment behind the proxy: where requests go, on connections that are kept open. */

import http, { type ClientRequest } from "node:http";
import https from "node:https";
import { trustOptions } from "../deployment/wire/trust.ts";
import { type RawHeaders, withoutHeaders } from "./passed.ts";

/** An answer's head may be as long as the target likes; it is the caller who judges. Bytes. */
export const HEAD_BYTES_MAX = 1024 * 1024;

/** Idle connections are dropped before common servers drop them. Milliseconds. */
const IDLE_MS_MAX = 1_000;

/** What is asked of a deployment. */
interface AskedRequest {
  method: string | undefined;
  url: string | undefined;
  rawHeaders: RawHeaders;
}

/** One deployment by its address; a path in the address goes before every path. */
export class Origin {
  readonly #url: URL;
  readonly #basePath: string;
  readonly #web: typeof http | typeof https;
  readonly #agent: http.Agent;

  /** `address` is of http, https, ws or wss. */
  constructor(address: string) {
    this.#url = new URL(address.replace(/^ws/, "http"));
    this.#basePath = this.#url.pathname.replace(/\/+$/, "");
    this.#web = this.#url.protocol === "https:" ? https : http;
    this.#agent = new this.#web.Agent({ keepAlive: true, timeout: IDLE_MS_MAX });
  }

  /** The same request for this deployment, its head as it came but for the host it is meant for. */
  request({ method = "GET", url = "/", rawHeaders }: AskedRequest): ClientRequest {
    return this.#send({ method, url, headers: withBodyLength(method, rawHeaders) }, this.#agent);
  }

  /** The same for a handshake, on a connection of its own. */
  handshake({ method = "GET", url = "/", rawHeaders }: AskedRequest): ClientRequest {
    return this.#send({ method, url, headers: rawHeaders }, false);
  }

  /** Cuts every connection. */
  close(): void {
    this.#agent.destroy();
  }

  #send(
    { method, url, headers }: { method: string; url: string; headers: RawHeaders },
    agent: http.Agent | false,
  ): ClientRequest {
    const { protocol, hostname, port, host } = this.#url;
    return this.#web.request({
      ...{ protocol, hostname: hostname.replace(/^\[|\]$/g, ""), port, agent, method },
      path: this.#basePath + url,
      headers: headers.map((text, at) => (isValueOf(headers, at, "host") ? host : text)),
      maxHeaderSize: HEAD_BYTES_MAX,
      ...trustOptions(),
    });
  }
}

function isValueOf(headers: RawHeaders, at: number, name: string): boolean {
  return at % 2 === 1 && headers[at - 1]?.toLowerCase() === name;
}

// A body of unsaid length has none, which Node would not believe of a method that may have one.
function withBodyLength(method: string, headers: RawHeaders): RawHeaders {
  const rest = withoutHeaders(headers, ["content-length", "transfer-encoding"]);
  const saysLength = rest.length < headers.length;
  return saysLength || /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)
    ? headers
    : [...headers, "Content-Length", "0"];
}
