/** Makes a session of what passes: names who acts, hides what is secret, keeps the order. */
import { jsonIn } from "../deployment/reading/json-in.ts";
import { isObject } from "../deployment/reading/reading.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { secretsIn } from "../deployment/secrets/secrets-in.ts";
import { tenths } from "../session/exchange-line.ts";
import type { NewLine } from "../session/writer.ts";
import type { Actors } from "./actors.ts";
import { type ControlCalls, callOf } from "./control-calls.ts";
import {
  actorOf,
  cookiesOf,
  learnFrom,
  type ReadExchange,
  secretsByPlace,
  secretsInLinks,
} from "./credentials.ts";
import { InOrder } from "./in-order.ts";
import { controlLine, exchangeLine, openLine } from "./lines.ts";
import type { RecordedMarkets } from "./markets.ts";
import { headerOf, type PassedExchange, type StreamWitness, type Witness } from "./passed.ts";
import { decodedBytes, redactedBody, redactedBytes } from "./redacted-body.ts";

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
    return (passed) => fill(this.#lineOf(read(passed)));
  }

  handshake(): (passed: PassedExchange) => StreamWitness {
    const fill = this.#lines.begin();
    this.#streams += 1;
    const stream = `s${this.#streams}`;
    return (passed) => {
      const exchange = read(passed);
      const actor = this.#streamActor(exchange);
      fill(openLine(exchange, stream, { ...this.#parts, actor }));
      return this.#streamWitness(stream);
    };
  }

  /** Gives out what waited for something that will not come. */
  end(): void {
    this.#lines.end();
  }

  #lineOf(exchange: ReadExchange): NewLine {
    const { actors, markets, control } = this.#parts;
    const call = callOf(exchange, control);
    const actor = call === null ? actorOf(exchange, actors) : null;
    learnFrom(exchange, actor, actors);
    this.#learnSecrets(exchange);
    if (call !== null) {
      if (call === "/markets") markets.open(String(Object(exchange.received).market_id));
      return controlLine(exchange, call, { ...this.#parts, actor });
    }
    markets.learn(exchange.path, exchange.received);
    return exchangeLine(exchange, { ...this.#parts, actor });
  }

  /** Before anything is written: what is secret by its place is then found everywhere else too. */
  #learnSecrets(exchange: ReadExchange): void {
    const { redactor } = this.#parts;
    const { passed, sent, received } = exchange;
    const { headers, answer } = passed;
    const credentials = [
      ...cookiesOf(headers).map(([, value]) => value),
      headerOf(headers, "x-service-csrf") ?? "",
      /^\S+ +(.+)$/.exec(headerOf(headers, "authorization") ?? "")?.[1] ?? "",
    ];
    const links = [passed.url, headerOf(answer?.headers ?? [], "location") ?? ""];
    if (isObject(received)) links.push(JSON.stringify(received));
    for (const value of [
      ...credentials,
      ...secretsByPlace(exchange),
      ...secretsIn(sent),
      ...secretsIn(received),
      ...links.flatMap(secretsInLinks),
    ]) {
      redactor.learn(value);
    }
  }

  #streamActor(exchange: ReadExchange): string | null {
    const { actors } = this.#parts;
    this.#learnSecrets(exchange);
    const ticket = exchange.query.get("ticket");
    return (ticket === null ? null : actors.whose(ticket)) ?? actorOf(exchange, actors);
  }

  #streamWitness(stream: string): StreamWitness {
    const { redactor, startMs } = this.#parts;
    const line = (atMs: number, content: object) => {
      this.#lines.begin()({ at: tenths(atMs - startMs), stream, ...content } as NewLine);
    };
    return {
      said: ({ by, message, isBinary, atMs }) => {
        for (const value of secretsIn(jsonIn(message.toString()))) redactor.learn(value);
        const redaction = { redactor, secret: new Set<string>() };
        const body = isBinary ? redactedBytes(message, redactor) : redactedBody(message, redaction);
        line(atMs, by === "client" ? { send: body } : { receive: body });
      },
      closed: ({ by, code, reason, atMs }) => {
        const why = reason === "" ? {} : { reason: redactor.text(reason) };
        line(atMs, { close: { code, ...why, by } });
      },
    };
  }
}

function read(passed: PassedExchange): ReadExchange {
  const { pathname, searchParams } = urlOf(passed.url);
  const bodyOf = (body: Buffer | null, headers: readonly string[]) => {
    const bytes = body && decodedBytes(body, headerOf(headers, "content-encoding"));
    return bytes === null ? undefined : jsonIn(bytes.toString());
  };
  const { answer } = passed;
  return {
    passed,
    path: pathname,
    query: searchParams,
    sent: bodyOf(passed.body, passed.headers) ?? formIn(passed),
    received: answer === null ? undefined : bodyOf(answer.body, answer.headers),
  };
}

/** Path as it stands: `URL` would tidy it up. */
function urlOf(url: string): { pathname: string; searchParams: URLSearchParams } {
  const cut = url.indexOf("?");
  const [pathname, search] = cut < 0 ? [url, ""] : [url.slice(0, cut), url.slice(cut + 1)];
  return { pathname, searchParams: new URLSearchParams(search) };
}

function formIn({ headers, body }: PassedExchange): unknown {
  const isForm = headerOf(headers, "content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm && body !== null
    ? Object.fromEntries(new URLSearchParams(body.toString()))
    : undefined;
}
