/** Lines of a session from what passed: who, what, when, and no secret. */
import { stringify } from "node:querystring";
import { editedForm } from "../deployment/reading/form-text.ts";
import { isSecretParameter } from "../deployment/secrets/names.ts";
import { escaped } from "../deployment/secrets/placeholders.ts";
import { type Redactor, WITHHELD } from "../deployment/secrets/redact.ts";
import { bodyValue } from "../session/body-value.ts";
import { tenths } from "../session/exchange-line.ts";
import type { NewLine } from "../session/writer.ts";
import { type ReadExchange, secretsByPlace } from "./credentials.ts";
import type { RawHeaders } from "./passed.ts";
import { redactedBody } from "./redacted-body.ts";

/** Who acted, and when the session began on the clock that dated what passed. */
export interface LineFacts {
  actor: string | null;
  startMs: number;
  redactor: Redactor;
}

/** Of one connection and nobody's words; or said anew with every request. */
const LEFT_OUT = new Set([
  ...["host", "connection", "keep-alive", "transfer-encoding", "content-length", "te", "trailer"],
  ...["upgrade", "expect", "accept-encoding"],
]);
/** What is kept of an answer is what it says; a request is packed again as it was. */
const OF_ANSWERS = new Set([...LEFT_OUT, "content-encoding"]);

/** The line of an exchange. */
export function exchangeLine(exchange: ReadExchange, facts: LineFacts): NewLine {
  const { passed } = exchange;
  const { answer } = passed;
  const redaction = { redactor: facts.redactor, secret: new Set(secretsByPlace(exchange)) };
  return {
    ...timesOf(exchange, facts),
    actor: facts.actor,
    request: {
      method: passed.method,
      ...placeOf(exchange, facts.redactor),
      headers: headersOf(passed.headers, facts.redactor, LEFT_OUT),
      ...redactedBody(exchange.sentBody, redaction),
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: headersOf(answer.headers, facts.redactor, OF_ANSWERS),
        ...redactedBody(exchange.receivedBody, redaction),
      },
    }),
    ...(passed.loss && { failure: passed.loss }),
  };
}

/** The line of a command of the control protocol; `path` is relative to its endpoint. */
export function controlLine(exchange: ReadExchange, path: string, facts: LineFacts): NewLine {
  const { passed, sent } = exchange;
  const { answer } = passed;
  const redaction = { redactor: facts.redactor, secret: new Set<string>() };
  const said = sent === undefined ? {} : redactedBody(exchange.sentBody, redaction);
  return {
    ...timesOf(exchange, facts),
    control: {
      method: passed.method,
      path: facts.redactor.text(path),
      body: bodyValue(said) ?? null,
    },
    ...(answer && {
      response: { status: answer.status, ...redactedBody(exchange.receivedBody, redaction) },
    }),
  };
}

/** The line of a handshake; a refusal when `status` is not 101, 0 when nobody answered. */
export function openLine(exchange: ReadExchange, stream: string, facts: LineFacts): NewLine {
  const { at } = timesOf(exchange, facts);
  const open = placeOf(exchange, facts.redactor);
  const status = exchange.passed.answer?.status ?? 0;
  return { at, stream, actor: facts.actor, open, status };
}

/** What is left of an exchange whose line could not be made: that it was. */
export function bareLine(
  exchange: Pick<ReadExchange, "passed">,
  facts: Pick<LineFacts, "startMs">,
): NewLine {
  const { method, answer, loss } = exchange.passed;
  const nothing = { headers: {}, body_left_out: "the line could not be made" };
  return {
    ...timesOf(exchange, facts),
    actor: null,
    request: { method, path: WITHHELD, ...nothing },
    ...(answer && { response: { status: answer.status, ...nothing } }),
    ...(loss && { failure: loss }),
  };
}

function timesOf(
  { passed }: Pick<ReadExchange, "passed">,
  { startMs }: Pick<LineFacts, "startMs">,
): { at: number; took: number } {
  const { beganMs, endedMs } = passed;
  return { at: tenths(beganMs - startMs), took: tenths(endedMs - beganMs) };
}

function placeOf({ path, query, passed }: ReadExchange, redactor: Redactor) {
  const place = { path: redactor.text(escaped(path)) };
  if (passed.url === path) return place;
  const secret = new Set(secretsByPlace({ path, query, sent: null }));
  const editor = {
    name: (name: string) => redactor.text(escaped(name)),
    value: (value: string, name: string) =>
      isSecretParameter(name) || secret.has(value)
        ? redactor.mask(value)
        : redactor.text(escaped(value)),
  };
  const search = passed.url.slice(path.length + 1);
  const asked = Object.fromEntries(query);
  if (search !== "" && stringify(asked) === search) {
    const pairs = Object.entries(asked);
    const kept = pairs.map(([name, value]) => [editor.name(name), editor.value(value, name)]);
    return { ...place, query: Object.fromEntries(kept) };
  }
  // Names that come twice, and what somebody else would spell otherwise, stay with the path.
  return { path: `${place.path}?${editedForm(search, editor)}` };
}

function headersOf(
  headers: RawHeaders,
  redactor: Redactor,
  leftOut: ReadonlySet<string>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const lower = headers[at]!.toLowerCase();
    if (leftOut.has(lower)) continue;
    const name = redactor.text(lower);
    const value = redactor.header(lower, escaped(headers[at + 1]!));
    const glue = lower === "set-cookie" ? "\n" : ", ";
    found[name] = found[name] === undefined ? value : found[name] + glue + value;
  }
  return found;
}
