/** The lines of a session as a page reads them: which of them decided, and each in a few words. */
import type { RuleResult } from "../schema/report.ts";
import { valueText } from "./text.ts";

/** The evidence of a failed rule. */
export type ShownFailure = NonNullable<RuleResult["failure"]>;

/** What was sent, or what came back. */
export interface ShownMessage {
  body?: unknown;
  body_text?: string;
}

/** A request and its answer; an answer that never came is absent. */
export interface ShownExchange {
  actor: string | null;
  request: ShownMessage & { method: string; path: string; query?: Record<string, string> };
  response?: ShownMessage & { status?: number };
}

/** Anything else that a session holds: a command of its operator, or of its stream. */
interface ShownEvent {
  actor?: string | null;
  control?: { method: string; path: string; body?: unknown };
  stream?: string;
  open?: unknown;
  send?: ShownMessage;
  receive?: ShownMessage;
  close?: { code: number };
  status?: number;
}

/** One line between a session's header and its end. */
export type ShownLine = ShownExchange | ShownEvent;

/** Names that tell nothing in a line of words: most are of the run's own making. */
const UNSAID = ["market_id", "client_order_id", "timestamp"];
/** Members whose values tell what they are. */
const SPEAKING = ["side", "type", "tif"];
const GIST_MAX = 100;

/** The lines of a session, without its header and its end. */
export function linesOf(text: string): ShownLine[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as ShownLine & { touchstone?: string; end?: unknown })
    .filter((line) => line.touchstone === undefined && line.end === undefined);
}

/** Whether something was asked over HTTP. */
export function isExchange(line: ShownLine): line is ShownExchange {
  return "request" in line;
}

/** The last exchanges of these lines that read like the failure's; none if none do. */
export function decidingLines(
  { exchanges }: ShownFailure,
  lines: readonly ShownLine[],
): ShownExchange[] {
  const asked = lines.filter(isExchange);
  for (let end = asked.length; end >= exchanges.length; end -= 1) {
    const tail = asked.slice(end - exchanges.length, end);
    if (tail.every((line, index) => isSame(line, exchanges[index]))) return tail;
  }
  return [];
}

function isSame(line: ShownExchange, exchange: ShownFailure["exchanges"][number] | undefined) {
  return (
    line.request.method === exchange?.method &&
    line.request.path === exchange.path &&
    (line.response?.status ?? null) === exchange.status
  );
}

/** What a request asks for, such as "BUY LIMIT price 48 qty 1"; empty where it has no members. */
export function askedGist({ query = {}, body }: ShownExchange["request"]): string {
  const members = Object.entries({ ...query, ...fieldsOf(body) });
  const said = members.filter(([name]) => !UNSAID.includes(name));
  return shortened(said.map(memberText).join(" "));
}

/** What an answer came to, such as "REJECTED FOK_NOT_FILLABLE"; empty where it has no such word. */
export function answerGist(response: ShownExchange["response"]): string {
  const { status, reject_reason: reason, code } = fieldsOf(response?.body);
  return shortened([status, reason, code].filter((word) => typeof word === "string").join(" "));
}

/** A line that is no exchange, in words. */
export function eventGist({ actor, control, stream, ...event }: ShownEvent): string {
  if (control) return `operator: ${control.method} ${control.path} ${bodyGist(control)}`.trim();
  if (event.open) return `${actor ?? "nobody"} opens ${stream}: ${event.status}`;
  if (event.send) return `${stream} sends ${bodyGist(event.send)}`;
  if (event.receive) return `${stream} receives ${bodyGist(event.receive)}`;
  return `${stream} closes: ${event.close?.code}`;
}

function bodyGist({ body, body_text }: ShownMessage): string {
  return shortened(body === undefined ? (body_text ?? "") : valueText(body));
}

function fieldsOf(body: unknown): Record<string, unknown> {
  const isRecord = typeof body === "object" && body !== null && !Array.isArray(body);
  return isRecord ? (body as Record<string, unknown>) : {};
}

function memberText([name, value]: [string, unknown]): string {
  return SPEAKING.includes(name) ? valueText(value) : `${name} ${valueText(value)}`;
}

function shortened(text: string): string {
  return text.length > GIST_MAX ? `${text.slice(0, GIST_MAX)}…` : text;
}
