/** Writes a session as JSON Lines: header, numbered lines, end line. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { SessionBody, SessionEnd, SessionHeader, SessionLine } from "./format.ts";

type WithoutNumber<Line> = Line extends unknown ? Omit<Line, "n"> : never;

/** A line before it has its number. */
export type NewLine = WithoutNumber<SessionLine>;

/**
 * Gives the text of a session piece by piece, to be appended to wherever it is kept.
 * Shape: each piece is whole lines; the digest is over every piece before the end line.
 */
export class SessionWriter {
  readonly #digest = createHash("sha256");
  #count = 0;

  /** The first line. */
  header(header: SessionHeader): string {
    return this.#piece(header);
  }

  /** The next line, numbered. */
  line(line: NewLine): string {
    this.#count += 1;
    return this.#piece({ n: this.#count, ...line });
  }

  /** The last line. */
  end(): string {
    const end: SessionEnd = { end: this.#count, sha256: this.#digest.digest("hex") };
    return `${JSON.stringify(end)}\n`;
  }

  #piece(value: object): string {
    const text = `${JSON.stringify(value)}\n`;
    this.#digest.update(text);
    return text;
  }
}

/** The whole text of a session. */
export function sessionText(header: SessionHeader, lines: readonly NewLine[]): string {
  const writer = new SessionWriter();
  return [writer.header(header), ...lines.map((line) => writer.line(line)), writer.end()].join("");
}

/** Keeps a body byte-faithful: parsed only if writing it again gives the same bytes. */
export function sessionBody(body: string | Uint8Array | null): SessionBody {
  if (body === null || body.length === 0) return {};
  if (typeof body === "string") return bodyOfText(body);
  return isUtf8(body)
    ? bodyOfText(Buffer.from(body).toString())
    : { body_base64: Buffer.from(body).toString("base64") };
}

function bodyOfText(text: string): SessionBody {
  try {
    const body: unknown = JSON.parse(text);
    if (JSON.stringify(body) === text) return { body };
  } catch {
    // Not JSON: kept as text below.
  }
  return { body_text: text };
}

/** The text a body stands for; null for none, and for bytes that are no text. */
export function bodyText({ body, body_text }: SessionBody): string | null {
  return body === undefined ? (body_text ?? null) : JSON.stringify(body);
}
