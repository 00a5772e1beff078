/** The polite way to the target: paced, patient with limits, honest about lost answers (H-04..H-06). */

import type { Credentials } from "./profile/credentials.ts";
import { codeOf, objectOf } from "./reading/order.ts";
import { idOf, SentIds } from "./reading/repeats.ts";
import { Gated, Inconclusive, StandsOn } from "./stops.ts";
import type { Client } from "./wire/client.ts";
import type { Exchange } from "./wire/exchange.ts";
import type { Clock, Pacer } from "./wire/pacing.ts";
import type { ConnectionFault } from "./wire/sever.ts";

/** One request as a check means it; `path` is relative to the prefix. */
export interface ApiRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Prefix for this request alone; the profile's otherwise. */
  prefix?: string;
  /** Sends this key instead of the seat's own; null sends none. */
  key?: string | null;
  /** Statuses the caller wants to see as they are, though they usually mean interference. */
  tolerates?: readonly number[];
}

/** What a link is made of. */
export interface SenderParts {
  client: Pick<Client, "send" | "sever">;
  pacer: Pick<Pacer, "admit" | "limited">;
  clock: Clock;
  prefix: string;
  record(exchange: Exchange): void;
  /** Why the run has ended before its time; null while it goes on. */
  ended(): string | null;
}

const TRIES_MAX = 3;
const LOSS_PAUSE_MS = 250;

export class Sender {
  readonly #parts: SenderParts;
  readonly #sentIds = new SentIds();
  #tidying = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /**
   * Sends within the documented limits, waits out one 429, and resolves a lost order answer by
   * repeating the same body. Errors: Inconclusive where the answer says nothing about a rule.
   */
  async send(seat: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const exchange = await this.#answered(seat, ask);
    const status = exchange.response?.status ?? 0;
    if (status < 500 || ask.tolerates?.includes(status)) return exchange;
    throw gateOf(ask, exchange) ?? interference(exchange);
  }

  /** Sends within the limits and loses the answer, as a client in trouble does. */
  async sever(seat: Credentials, ask: ApiRequest, trouble: ConnectionFault): Promise<void> {
    const { client, prefix, record } = this.#parts;
    await this.#admit(seat, ask);
    this.#sentIds.sending(ask.body);
    const { method, body } = ask;
    record(await client.sever({ method, path: prefix + ask.path, seat, body }, trouble));
  }

  /** From now on sends also in a run that has ended, and then without a pause (H-12). */
  tidyUp(): void {
    this.#tidying = true;
  }

  /**
   * Sends at once, without pacing, and returns whatever comes. For the limit rules alone.
   * Errors: Inconclusive in a run that has ended.
   */
  async burst(seat: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const { client, prefix, record, ended } = this.#parts;
    if (ended() !== null && !this.#tidying) throw new Inconclusive(`not finished: ${ended()}`);
    this.#sentIds.sending(ask.body);
    const exchange = await client.send({
      method: ask.method,
      path: (ask.prefix ?? prefixFor(ask.path, prefix)) + ask.path,
      seat: ask.key === null ? null : seat,
      ...(ask.key && { key: ask.key }),
      ...(ask.query && { query: ask.query }),
      ...(ask.headers && { headers: ask.headers }),
      ...(ask.body !== undefined && { body: ask.body }),
      ...(ask.rawBody !== undefined && { rawBody: ask.rawBody }),
    });
    this.#sentIds.answered(ask.body, exchange);
    record(exchange);
    return exchange;
  }

  async #answered(seat: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const exchange = await this.#delivered(seat, ask);
    if (exchange.response?.status !== 429 || ask.tolerates?.includes(429)) return exchange;
    await this.#waitOut(seat, exchange);
    const again = await this.#delivered(seat, ask);
    if (again.response?.status === 429) {
      throw new Inconclusive("rate limited twice, though the harness kept inside the limits");
    }
    return again;
  }

  async #delivered(seat: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    for (let tries = 1; ; tries += 1) {
      await this.#admit(seat, ask);
      const exchange = await this.burst(seat, ask);
      if (tries === 1 && isPassing(exchange, ask)) {
        await this.#parts.clock.sleep(LOSS_PAUSE_MS);
        continue;
      }
      if (exchange.response !== null) return exchange;
      if (!mayRepeat(ask) || tries === TRIES_MAX || this.#parts.ended() !== null) {
        throw new Inconclusive(`no response to ${ask.method} ${ask.path}: ${exchange.failure}`);
      }
      await this.#parts.clock.sleep(LOSS_PAUSE_MS);
    }
  }

  async #admit(seat: Credentials | null, ask: ApiRequest): Promise<void> {
    if (seat === null) return;
    try {
      await this.#parts.pacer.admit(seat, ask.method === "GET" ? "read" : "write");
    } catch (error) {
      if (!this.#tidying) throw error;
    }
  }

  async #waitOut(seat: Credentials | null, exchange: Exchange): Promise<void> {
    const seconds = Number(exchange.response?.headers["retry-after"] ?? 1);
    const waitMs = Math.min(Number.isFinite(seconds) ? Math.max(seconds, 1) : 1, 65) * 1000;
    if (seat !== null) this.#parts.pacer.limited(seat, exchange.class ?? "write", waitMs);
    await this.#parts.clock.sleep(waitMs);
  }
}

/** Key routes are documented under two of the four prefixes alone (D-174). */
function prefixFor(path: string, prefix: string): string {
  return /^\/(me\/)?agents\//.test(path) && !prefix.endsWith("/v1") ? "/v1" : prefix;
}

/** An order is repeated by its client_order_id alone: without one it would be another (H-06). */
function mayRepeat({ method, path, body }: ApiRequest): boolean {
  if (method === "POST") return path === "/orders" && idOf(body) !== null;
  return method === "GET" || path === "/orders";
}

/** A read that a busy target or its gateway could not serve this once. */
function isPassing({ response }: Exchange, { method, tolerates }: ApiRequest): boolean {
  const status = response?.status ?? 0;
  return method === "GET" && (status === 502 || status === 503) && !tolerates?.includes(status);
}

/** An order whose market trades behind a gate that is closed; null for any other answer. */
function gateOf({ method, path, body }: ApiRequest, exchange: Exchange): Gated | null {
  const marketId = objectOf(body)["market_id"];
  if (method !== "POST" || path !== "/orders" || typeof marketId !== "string") return null;
  return isFeatureGate(exchange) ? new Gated(marketId, interference(exchange).message) : null;
}

/** Whether a feature gate answered, and not the kill switch or a gateway in front (D-171). */
export function isFeatureGate({ response }: Exchange): boolean {
  const code = codeOf(response?.body);
  return response?.status === 503 && code !== null && code !== "EXCHANGE_FROZEN";
}

/** What a server error says: a defect of its own rule (500), or somebody else's trouble. */
export function interference(exchange: Exchange): Error {
  const { status = 0, body } = exchange.response ?? {};
  const what = `${exchange.request.method} ${exchange.request.path} answered ${status}`;
  if (status === 500) return new StandsOn("ERR-5XX-01", what);
  return new Inconclusive(`${what} ${codeOf(body) ?? ""}`.trim());
}
