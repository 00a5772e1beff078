/** One answer of a venue, recorded or live: its text and its JSON, each made when it is asked for. */
import { valueIn } from "../deployment/reading/json-text.ts";
import type { Exchange } from "../deployment/wire/exchange.ts";
import type { SessionExchange } from "../session/format.ts";
import { unreadBody } from "../session/late-body.ts";
import { bodyText } from "../session/writer.ts";

const NOTHING = { method: "", path: "", query: {}, headers: {}, bodyText: null };

/** What an answer is made from: at least one of bytes, text and JSON. */
interface Content {
  bytes?: Buffer;
  /** Whose body is what the bytes say, where not every text will do. */
  recorded?: { body?: unknown };
  text?: string | null;
  json?: unknown;
}

/** Status, headers with names in lower case, and a body. */
export class RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #bytes: Buffer | undefined;
  readonly #recorded: { body?: unknown } | undefined;
  #text: string | null | undefined;
  #body: unknown;
  #isRead: boolean;

  private constructor(
    { status, headers }: Pick<RecordedResponse, "status" | "headers">,
    from: Content,
  ) {
    this.status = status;
    this.headers = headers;
    this.#bytes = from.bytes;
    this.#recorded = from.recorded;
    this.#text = from.text;
    this.#isRead = "json" in from;
    this.#body = from.json;
  }

  /** As it came. */
  static live(status: number, headers: Record<string, string>, bytes: Buffer): RecordedResponse {
    return new RecordedResponse({ status, headers }, { bytes });
  }

  /** As it was written down; null where no answer was. */
  static recorded({ response }: SessionExchange): RecordedResponse | null {
    if (response === undefined) return null;
    const bytes = unreadBody(response);
    if (bytes !== undefined) return new RecordedResponse(response, { bytes, recorded: response });
    const { body } = response;
    return new RecordedResponse(
      response,
      body === undefined ? { text: bodyText(response) } : { json: body },
    );
  }

  /** Whether the bodies are the same, byte by byte. */
  saysTheSame(other: RecordedResponse): boolean {
    if (this.#bytes === undefined || other.#bytes === undefined) return this.text === other.text;
    return this.#bytes.equals(other.#bytes);
  }

  /** Empty where there was no body, or one that is no text. */
  get text(): string {
    if (this.#text === undefined) {
      this.#text = this.#bytes?.toString() ?? JSON.stringify(this.#body);
    }
    return this.#text ?? "";
  }

  /** Parsed; the text itself where it is no JSON, undefined where there is none. */
  get body(): unknown {
    if (!this.#isRead) this.#body = this.#recorded ? this.#recorded.body : bodyIn(this.text);
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

function bodyIn(text: string): unknown {
  return text === "" ? undefined : (valueIn(text) ?? text);
}
