/** Writes a session as JSON Lines with its end line. */
import { createHash } from "node:crypto";
import type {
  SessionBody,
  SessionControl,
  SessionEnd,
  SessionExchange,
  SessionHeader,
} from "./format.ts";

/** The whole text of a session file. The digest is over every line before the end line. */
export function sessionText(
  header: SessionHeader,
  lines: readonly (SessionExchange | SessionControl)[],
): string {
  const body = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  const end: SessionEnd = {
    end: lines.length,
    sha256: createHash("sha256").update(body).digest("hex"),
  };
  return `${body}${JSON.stringify(end)}\n`;
}

/** Keeps a body byte-faithful: parsed only if writing it again gives the same text. */
export function sessionBody(text: string | null): SessionBody {
  if (text === null || text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (JSON.stringify(body) === text) return { body };
  } catch {
    // Not JSON: kept as text below.
  }
  return { body_text: text };
}
