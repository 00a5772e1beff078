/** The session that one of this tool's own HAR files was made of: the same lines again. */
import { Compile } from "typebox/compile";
import { Redactor } from "../deployment/secrets/redact.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { withoutLeaks } from "../record/last-scan.ts";
import {
  HEADER,
  kindOf,
  LINE_KINDS,
  type SessionBody,
  type SessionHeader,
  type SessionLine,
} from "../session/format.ts";
import { sessionBody, sessionText } from "../session/writer.ts";
import type { Har, HarEntry, HarMessage } from "./har.ts";

const isHeader = Compile(HEADER);

/** The session and notes on it; null for a file of others. Errors: UsageError for a damaged one. */
export function ownSession(
  { log }: Har,
  file: string,
): { session: string; notes: string[] } | null {
  if (log._session === undefined) return null;
  const { header, others } = Object(log._session) as { header: unknown; others: unknown };
  if (!isHeader.Check(header) || !Array.isArray(others)) throw damaged(file, "log._session");
  const foreign = log.entries.filter(({ _session }) => _session === undefined).length;
  const found = [...others, ...log.entries.flatMap(linesOf)] as { n?: unknown }[];
  const lines = found.toSorted((a, b) => Number(Object(a).n) - Number(Object(b).n));
  const wrong = lines.findIndex((line) => !isLine(line));
  if (wrong >= 0) throw damaged(file, `line ${wrong + 1} of its session`);
  const redactor = new Redactor();
  const clean = lines.map(({ n: _, ...line }) => withoutLeaks(line, redactor));
  const note = `${foreign} entries left out: they are not of the session that the file was made of`;
  return {
    session: sessionText(header as SessionHeader, clean as never),
    notes: foreign > 0 ? [note] : [],
  };
}

function damaged(file: string, where: string): UsageError {
  return new UsageError(`${file}: ${where} is not as touchstone session export wrote it`);
}

const CHECKS = new Map(Object.entries(LINE_KINDS).map(([kind, one]) => [kind, Compile(one)]));

function isLine(line: object): line is SessionLine {
  const kind = typeof line === "object" && line !== null ? kindOf(line) : undefined;
  return kind !== undefined && (CHECKS.get(kind)?.Check(line) ?? false);
}

/** Bodies are read from where viewers show them. */
function linesOf(entry: HarEntry): unknown[] {
  const own = entry._session;
  if (own === undefined) return [];
  const { open, close, request, response } = Object(own);
  if (open === undefined) {
    const [sent, received] = [entry.request.postData, entry.response.content];
    const heard = response && { response: { ...response, ...bodyIn(received.text, received) } };
    return [{ ...Object(own), request: { ...request, ...bodyIn(sent?.text, sent) }, ...heard }];
  }
  const messages = (entry._webSocketMessages ?? []).map(frameOf);
  return [open, ...messages, ...(close === undefined ? [] : [close])];
}

function frameOf({ type, opcode, data, _session }: HarMessage): unknown {
  const { n, at, stream, ...rest } = Object(_session);
  const encoding = opcode === 2 ? "base64" : null;
  const body = { ...rest, ...bodyIn(data, { encoding }) };
  return { n, at, stream, [type === "send" ? "send" : "receive"]: body };
}

function bodyIn(
  text: string | null | undefined,
  how: { encoding?: string | null } | null | undefined,
): SessionBody {
  if (text === undefined || text === null) return {};
  return how?.encoding === "base64" ? { body_base64: text } : sessionBody(text);
}
