/** The exchanges of a failed rule, as a reader follows them: who asked what, and the answer. */

import type { FailureSession } from "../schema/finished-run.ts";
import type { RuleResult } from "../schema/report.ts";
import { markup } from "./text.ts";

/** A page stays small: longer bodies are cut, the session file has them whole. */
const BODY_MAX = 1_000;

type ShownFailure = NonNullable<RuleResult["failure"]>;

interface ShownMessage {
  status?: number;
  body?: unknown;
  body_text?: string;
}

interface ShownLine {
  actor: string | null;
  request: ShownMessage & { method: string; path: string; query?: Record<string, string> };
  response?: ShownMessage;
}

/**
 * The exchanges that the failure names, the deciding one last and open; with the bodies of its
 * session where that is at hand.
 */
export function exchangesHtml(failure: ShownFailure, session: FailureSession | undefined): string {
  const lines = session === undefined ? [] : decidingLines(failure, session.text);
  const items = failure.exchanges.map((exchange, index) => {
    const line = lines.at(index - failure.exchanges.length);
    const head = `<code>${markup(`${exchange.method} ${exchange.path}`)}</code> ${status(exchange)}`;
    if (line === undefined) return `<li>${head}</li>`;
    const open = index === failure.exchanges.length - 1 ? " open" : "";
    return `<li><details${open}><summary>${head}${actor(line)}</summary>${bodies(line)}</details></li>`;
  });
  return `<ol class="exchanges">${items.join("")}</ol>`;
}

function status({ status: code }: { status: number | null }): string {
  if (code === null) return `<b class="status s5">no answer</b>`;
  return `<b class="status s${Math.floor(code / 100)}">${code}</b>`;
}

function actor(line: ShownLine): string {
  return line.actor === null ? "" : ` <small>${markup(line.actor)}</small>`;
}

/** The last lines of the session that read like the failure's exchanges; none if none do. */
function decidingLines({ exchanges }: ShownFailure, text: string): ShownLine[] {
  const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [parsed(line)]));
  const asked = lines.filter((line) => line.request !== undefined);
  for (let end = asked.length; end >= exchanges.length; end -= 1) {
    const tail = asked.slice(end - exchanges.length, end);
    if (tail.every((line, index) => isSame(line, exchanges[index]))) return tail;
  }
  return [];
}

function parsed(line: string): ShownLine {
  return JSON.parse(line) as ShownLine;
}

function isSame(line: ShownLine, exchange: ShownFailure["exchanges"][number] | undefined): boolean {
  return (
    line.request.method === exchange?.method &&
    line.request.path === exchange.path &&
    (line.response?.status ?? null) === exchange.status
  );
}

function bodies({ request, response }: ShownLine): string {
  const query = new URLSearchParams(request.query ?? {}).toString();
  const parts = [
    ["query", query],
    ["sent", bodyText(request)],
    ["answered", response ? bodyText(response) : ""],
  ];
  const shown = parts.filter(([, text]) => text !== "");
  return shown
    .map(([label, text]) => `<p class="label">${label}</p><pre>${markup(text ?? "")}</pre>`)
    .join("");
}

function bodyText({ body, body_text }: ShownMessage): string {
  const text = body === undefined ? (body_text ?? "") : JSON.stringify(body, null, 2);
  return text.length > BODY_MAX ? `${text.slice(0, BODY_MAX)}\n… cut; the session has it` : text;
}
