/** One answer of a venue, recorded or live: its text and its JSON, each made when it is asked for. */
import type { Exchange } from "../../conformance/target/exchange.ts";
import type { SessionBody, SessionExchange } from "../session/format.ts";
import { bodyText } from "../session/writer.ts";

const NOTHING = { method: "", path: "", query: {}, headers: {}, bodyText: null };

/** Status, headers with names in lower case, and a body. */
export class Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  #text: string | null | undefined;
  #body: unknown;
  #isRead: boolean;

  private constructor(
    { status, headers }: Pick<Answer, "status" | "headers">,
    body: { text: string | null } | { json: unknown },
  ) {
    this.status = status;
    this.headers = headers;
    this.#isRead = "json" in body;
    if ("json" in body) this.#body = body.json;
    else this.#text = body.text;
  }

  /** As it came. */
  static live(status: number, headers: Record<string, string>, text: string): Answer {
    return new Answer({ status, headers }, { text });
  }

  /** As it was written down; null where no answer was. */
  static recorded({ response }: SessionExchange): Answer | null {
    if (response === undefined) return null;
    const body = response.body === undefined ? textIn(response) : { json: response.body };
    return new Answer(response, body);
  }

  /** Empty where there was no body, or one that is no text. */
  get text(): string {
    this.#text ??= this.#isRead ? JSON.stringify(this.#body) : null;
    return this.#text ?? "";
  }

  /** Parsed; the text itself where it is no JSON, undefined where there is none. */
  get body(): unknown {
    if (!this.#isRead) this.#body = jsonIn(this.#text ?? "");
    this.#isRead = true;
    return this.#body;
  }

  /** As what reads answers to orders takes it. */
  get exchange(): Exchange {
    const { status, headers, body } = this;
    const response = { status, headers, body, bodyText: "" };
    return { at: 0, took: 0, actor: null, request: NOTHING, response, failure: null, class: null };
  }
}

function textIn(body: SessionBody): { text: string | null } {
  return { text: bodyText(body) };
}

function jsonIn(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
