/** Makes a session of what passes: names who acts, hides what is secret, keeps the order. */

import { escaped } from "../deployment/secrets/placeholders.ts";
import { type Redactor, WITHHELD } from "../deployment/secrets/redact.ts";
import { secretsIn } from "../deployment/secrets/secrets-in.ts";
import { tenths } from "../session/exchange-line.ts";
import type { SessionBody } from "../session/format.ts";
import type { NewLine } from "../session/writer.ts";
import type { Actors } from "./actors.ts";
import { type ControlCalls, callOf } from "./control-calls.ts";
import { actorOf, learnFrom, type ReadExchange, secretsByPlace } from "./credentials.ts";
import { InOrder } from "./in-order.ts";
import { bareLine, controlLine, exchangeLine, openLine } from "./lines.ts";
import type { RecordedMarkets } from "./markets.ts";
import {
  headerOf,
  type PassedBody,
  type PassedExchange,
  type StreamWitness,
  type Witness,
} from "./passed.ts";
import { decodedBody, readBody, redactedBody, redactedBytes } from "./redacted-body.ts";

/** What a recorder works with. */
export interface RecorderParts {
  redactor: Redactor;
  actors: Actors;
  markets: RecordedMarkets;
  control: ControlCalls;
  /** When the session began, by `performance.now()`. */
  startMs: number;
  /** Where lines go, in the order in which they began. */
  write(line: NewLine): void;
}

/** The witness of a recording. */
export class Recorder implements Witness {
  readonly #parts: RecorderParts;
  readonly #lines: InOrder<NewLine>;
  #streams = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#lines = new InOrder(parts.write);
  }

  exchange(): (passed: PassedExchange) => void {
    const fill = this.#lines.begin();
    return (passed) => fill(this.#lineOf(passed), bytesIn(passed));
  }

  handshake(): (passed: PassedExchange) => StreamWitness {
    const fill = this.#lines.begin();
    this.#streams += 1;
    const stream = `s${this.#streams}`;
    return (passed) => {
      fill(this.#openLine(passed, stream));
      return this.#streamWitness(stream);
    };
  }

  /** Gives out what waited for something that will not come. */
  end(): void {
    this.#lines.end();
  }

  /** One exchange that nobody foresaw ends no recording. */
  #lineOf(passed: PassedExchange): NewLine {
    try {
      return this.#exchangeLine(read(passed));
    } catch {
      return bareLine({ passed }, this.#parts);
    }
  }

  #exchangeLine(exchange: ReadExchange): NewLine {
    const { actors, markets, control } = this.#parts;
    const call = callOf(exchange, control);
    const actor = call === null ? actorOf(exchange, actors) : null;
    learnFrom(exchange, actor, actors);
    this.#learnSecrets(exchange);
    this.#ask(exchange.passed.url, exchange.sentBody);
    if (call !== null) {
      if (call === "/markets") markets.open(String(Object(exchange.received).market_id));
      return controlLine(exchange, call, { ...this.#parts, actor });
    }
    markets.learn(exchange.path, exchange.received);
    const line = exchangeLine(exchange, { ...this.#parts, actor });
    for (const name of whoseSecretsIn(line)) actors.act(name);
    return line;
  }

  /** What the session is about, for its header. */
  #ask(url: string, body: PassedBody): void {
    const { actors, markets } = this.#parts;
    const said = Buffer.isBuffer(body) ? `${url} ${body.toString("latin1")}` : url;
    for (const known of [actors, markets]) known.ask(said);
  }

  #openLine(passed: PassedExchange, stream: string): NewLine {
    try {
      const exchange = read(passed);
      return openLine(exchange, stream, { ...this.#parts, actor: this.#streamActor(exchange) });
    } catch {
      const at = tenths(passed.beganMs - this.#parts.startMs);
      const status = passed.answer?.status ?? 0;
      return { at, stream, actor: null, open: { path: WITHHELD }, status };
    }
  }

  /** Before anything is written: what is secret by its place is then found everywhere else too. */
  #learnSecrets(exchange: ReadExchange): void {
    const { redactor } = this.#parts;
    const { passed, sent, received, sentBody, receivedBody } = exchange;
    for (const headers of [passed.headers, passed.answer?.headers ?? []]) {
      for (let at = 0; at < headers.length; at += 2) {
        redactor.header(headers[at]!, headers[at + 1]!);
      }
    }
    for (const value of [...secretsByPlace(exchange), ...secretsIn(sent), ...secretsIn(received)]) {
      redactor.learn(value);
    }
    for (const said of [passed.url, sentBody, receivedBody]) {
      if (typeof said === "string" || Buffer.isBuffer(said)) redactor.learnFrom(said);
    }
  }

  #streamActor(exchange: ReadExchange): string | null {
    const { actors } = this.#parts;
    this.#learnSecrets(exchange);
    const ticket = exchange.query.get("ticket");
    const actor = (ticket === null ? null : actors.whose(ticket)) ?? actorOf(exchange, actors);
    if (actor !== null) actors.act(actor);
    return actor;
  }

  #streamWitness(stream: string): StreamWitness {
    const { redactor, startMs } = this.#parts;
    const line = (atMs: number, content: object) => {
      this.#lines.begin()({ at: tenths(atMs - startMs), stream, ...content } as NewLine);
    };
    return {
      said: ({ by, message, isBinary, atMs }) => {
        const kept = this.#bodyOfMessage(message, isBinary);
        if (by === "client") this.#ask("", message);
        line(atMs, by === "client" ? { send: kept } : { receive: kept });
      },
      closed: ({ by, code, reason, atMs }) => {
        redactor.learnFrom(reason);
        const why = reason === "" ? {} : { reason: redactor.text(escaped(reason)) };
        line(atMs, { close: { code, ...why, by } });
      },
    };
  }

  #bodyOfMessage(message: PassedBody, isBinary: boolean): SessionBody {
    const { redactor } = this.#parts;
    try {
      const { body, json } = readBody(message);
      const said = secretsIn(json);
      for (const value of said) redactor.learn(value);
      if (Buffer.isBuffer(body)) redactor.learnFrom(body);
      if (isBinary) return redactedBytes(body, redactor);
      return redactedBody(body, { redactor, secret: new Set(said) });
    } catch {
      return { body_left_out: "it could not be read" };
    }
  }
}

/** Who acted, and whose credentials were sent beside. */
function whoseSecretsIn(line: NewLine): string[] {
  if (!("request" in line)) return [];
  const sent = Object.values(line.request.headers).flatMap((value) => [
    ...value.matchAll(/\{\{([\w-]+)\./g),
  ]);
  return [...(line.actor === null ? [] : [line.actor]), ...sent.flatMap(([, name]) => name ?? [])];
}

function read(passed: PassedExchange): ReadExchange {
  const { pathname, searchParams } = urlOf(passed.url);
  const { answer } = passed;
  const decoded = (body: PassedBody, headers: readonly string[]) =>
    decodedBody(body, headerOf(headers, "content-encoding"));
  const sent = readBody(decoded(passed.body, passed.headers));
  const received = readBody(answer === null ? NO_BODY : heardIn(answer, decoded));
  return {
    passed,
    path: pathname,
    query: searchParams,
    ...{ sent: sent.json ?? formIn(passed.headers, sent.body), sentBody: sent.body },
    ...{ received: received.json, receivedBody: received.body },
  };
}

const NO_BODY = Buffer.alloc(0);
/** What belongs to a page; a browser asks for megabytes of it. */
const OF_PAGES = /^(text\/(css|javascript)|application\/javascript|image\/|font\/)/;
const OF_A_PAGE = { leftOut: "a part of a page, and none of the interface" };

function heardIn(
  { headers, body }: NonNullable<PassedExchange["answer"]>,
  decoded: (body: PassedBody, headers: readonly string[]) => PassedBody,
): PassedBody {
  const isOfPage = OF_PAGES.test(headerOf(headers, "content-type") ?? "");
  const isKept = !isOfPage || (Buffer.isBuffer(body) && body.length === 0);
  return isKept ? decoded(body, headers) : OF_A_PAGE;
}

function bytesIn({ body, answer }: PassedExchange): number {
  return [body, answer?.body].reduce(
    (sum, one) => sum + (Buffer.isBuffer(one) ? one.length : 0),
    0,
  );
}

/** Path as it stands: `URL` would tidy it up. */
function urlOf(url: string): { pathname: string; searchParams: URLSearchParams } {
  const cut = url.indexOf("?");
  const [pathname, search] = cut < 0 ? [url, ""] : [url.slice(0, cut), url.slice(cut + 1)];
  return { pathname, searchParams: new URLSearchParams(search) };
}

function formIn(headers: readonly string[], body: PassedBody): unknown {
  const isForm = headerOf(headers, "content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm && Buffer.isBuffer(body)
    ? Object.fromEntries(new URLSearchParams(body.toString()))
    : undefined;
}
