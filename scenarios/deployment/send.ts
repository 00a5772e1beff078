/** The polite way to a deployment: paced, patient with limits, honest about lost answers (H-04..H-06). */

import { type Credentials, type HumanCredentials, hasKey } from "./profile/credentials.ts";
import { idOf, SentIds } from "./reading/repeats.ts";
import type { RunClock } from "./run-clock.ts";
import { type Asking, checking, type SendPolicy, tolerated } from "./send-policy.ts";
import { Inconclusive } from "./stops.ts";
import type { UndoLog } from "./undo/undo-log.ts";
import { type Client, effectOf } from "./wire/client.ts";
import { keepRenewed } from "./wire/cookies.ts";
import type { Exchange } from "./wire/exchange.ts";
import type { Pacer, PacingClock } from "./wire/pacing.ts";
import { retryAfterMs } from "./wire/patient.ts";
import type { ConnectionFault } from "./wire/sever.ts";

/** One request of a check or a session; `path` is relative to the prefix. */
export interface ApiRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Prefix for this request alone; the profile's otherwise. */
  prefix?: string;
  /** Sends this key instead of the credentials' own; null sends none. */
  key?: string | null;
  /** The human who sends it, in place of the caller; the cookies are among `headers`. */
  as?: HumanCredentials;
  /** Who is said to send it, where its headers alone carry the credentials. */
  actor?: string;
  /** Whose budget it draws on, where nobody sends it and its headers alone carry the credentials. */
  drawsOn?: Credentials;
  /** Statuses the caller wants to see as they are, though they usually mean interference. */
  tolerates?: readonly number[];
}

/** What a sender is made of; `record` gets each exchange as it ends. */
export interface SenderParts {
  client: Pick<Client, "send" | "sever">;
  pacer: Pick<Pacer, "admit" | "limited" | "sends" | "anonymousMayWait">;
  clock: PacingClock & Pick<RunClock, "ended">;
  /** Lets the target's time pass; absent where control does not move it. Units: ms. */
  passes?: (ms: number) => Promise<void>;
  /** The prefix of a request that names none. */
  prefix(): string;
  record(exchange: Exchange): void;
  /** What a request may leave behind is written down before it is sent. */
  undo: Pick<UndoLog, "sending" | "sent">;
}

/** A status with headers, or nothing. */
interface Responded {
  response: { status: number; headers: Readonly<Record<string, string>> } | null;
}

const LOSS_PAUSE_MS = 250;

export class Sender {
  readonly #parts: SenderParts;
  readonly #policy: SendPolicy;
  readonly #sentIds = new SentIds();
  #tidying = false;

  constructor(parts: SenderParts, policy = checking(parts)) {
    this.#parts = parts;
    this.#policy = policy;
  }

  /**
   * Sends within the documented limits, waits out a 429, and resolves a lost order answer by
   * repeating the same body. Errors: Inconclusive where the answer says nothing about a rule.
   */
  async send(credentials: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const exchange = await this.#patiently(credentials, ask, () =>
      this.#delivered(credentials, ask),
    );
    const objection = this.#policy.objection(ask, exchange, credentials);
    if (objection === null) return exchange;
    throw objection;
  }

  /** Sends in its own way, and as often as the limits demand. */
  withinLimits<Sent extends Responded>(
    credentials: Credentials | null,
    ask: Asking,
    deliver: () => Promise<Sent>,
  ): Promise<Sent> {
    return this.#patiently(credentials, ask, async () => {
      await this.#admit(credentials, ask);
      return deliver();
    });
  }

  /** Sends within the limits and loses the answer, as a client in trouble does. */
  async sever(credentials: Credentials, ask: ApiRequest, fault: ConnectionFault): Promise<void> {
    const { client, prefix, record } = this.#parts;
    await this.#admit(credentials, ask);
    this.#parts.pacer.sends(credentials, effectOf(ask.method));
    this.#sentIds.sending(ask.body);
    this.#parts.undo.sending(credentials, ask);
    const { method, body } = ask;
    record(await client.sever({ method, path: prefix() + ask.path, credentials, body }, fault));
  }

  /** From now on sends also in a run that has ended, and then without a pause (H-12). */
  tidyUp(): void {
    this.#tidying = true;
  }

  /**
   * Sends at once, without pacing, and returns whatever comes. For the limit rules alone.
   * Errors: Inconclusive in a run that has ended.
   */
  burst(credentials: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    return this.#sendOnce(credentials, ask);
  }

  /** Sends once, and notes what it leaves. */
  async #sendOnce(credentials: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const { client, pacer, prefix, record, clock, undo } = this.#parts;
    if (clock.ended !== null && !this.#tidying) {
      throw new Inconclusive(`not finished: ${clock.ended}`);
    }
    this.#sentIds.sending(ask.body);
    undo.sending(credentials, ask);
    const payer = credentials ?? ask.drawsOn;
    if (payer) pacer.sends(payer, effectOf(ask.method));
    const exchange = await client.send({
      method: ask.method,
      path: (ask.prefix ?? prefixFor(ask.path, prefix())) + ask.path,
      ...(ask.actor === undefined
        ? { credentials: ask.as ?? (ask.key === null ? null : credentials) }
        : { actor: ask.actor }),
      ...(ask.key && { key: ask.key }),
      ...(ask.query && { query: ask.query }),
      ...(ask.headers && { headers: ask.headers }),
      ...(ask.body !== undefined && { body: ask.body }),
      ...(ask.rawBody !== undefined && { rawBody: ask.rawBody }),
    });
    this.#sentIds.answered(ask.body, exchange);
    undo.sent(credentials, ask, exchange.response);
    const caller = ask.as ?? credentials;
    if (caller !== null && !hasKey(caller)) keepRenewed(caller, ask, exchange);
    record(exchange);
    return exchange;
  }

  /** Waits out a 429 that nobody asked for; the one after the last wait is returned, or ends it. */
  async #patiently<Sent extends Responded>(
    credentials: Credentials | null,
    ask: Asking,
    deliver: () => Promise<Sent>,
  ): Promise<Sent> {
    for (let waits = 0; ; waits += 1) {
      const sent = await deliver();
      if (sent.response?.status !== 429 || tolerated(ask, 429)) return sent;
      const ms = retryAfterMs(sent.response.headers);
      const by = { credentials, waits };
      if (!this.#policy.waitsOut(ms, by)) return sent;
      await this.#policy.wait(ms, ask, by);
    }
  }

  async #delivered(credentials: Credentials | null, ask: ApiRequest): Promise<Exchange> {
    const { clock } = this.#parts;
    const { triesMax } = this.#policy;
    for (let tries = 1; ; tries += 1) {
      await this.#admit(credentials, ask);
      const exchange = await this.#sendOnce(credentials, ask);
      if (tries === triesMax) return exchange;
      const isLost = exchange.response === null && mayRepeat(ask) && clock.ended === null;
      const isPassed = tries === 1 && isPassing(exchange, ask);
      if (!isLost && !isPassed) return exchange;
      await clock.sleep(LOSS_PAUSE_MS);
    }
  }

  async #admit(credentials: Credentials | null, ask: Asking): Promise<void> {
    if (credentials === null || !this.#policy.paces(ask)) return;
    try {
      await this.#parts.pacer.admit(credentials, effectOf(ask.method));
    } catch (error) {
      if (!this.#tidying) throw error;
    }
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
