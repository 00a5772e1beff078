/** The exchanges of a failed rule, as a reader follows them: who asked what, and the answer. */

import type { FailureSession } from "../schema/finished-run.ts";
import {
  answerGist,
  askedGist,
  decidingLines,
  eventGist,
  isExchange,
  linesOf,
  type ShownExchange,
  type ShownFailure,
  type ShownLine,
  type ShownMessage,
} from "./session-lines.ts";
import { markup } from "./text.ts";

/** A page stays small: longer bodies are cut, the session file has them whole. */
const BODY_MAX = { deciding: 2_000, before: 600 };
/** Longer sessions are shown from their end. */
const STEPS_MAX = 60;

/**
 * The exchanges that the failure names, the deciding one last and open; with the bodies of its
 * session where that is at hand.
 */
export function exchangesHtml(failure: ShownFailure, session: FailureSession | undefined): string {
  const lines = session === undefined ? [] : decidingLines(failure, linesOf(session.text));
  if (lines.length > 0) return listOf(lines, lines.at(-1));
  const heads = failure.exchanges.map(
    ({ method, path, status }) => `<li>${asked(method, path)} ${statusHtml(status)}</li>`,
  );
  return `<ol class="exchanges">${heads.join("")}</ol>`;
}

/** Every step of a session, as of a counterexample made small; the deciding one is open. */
export function stepsHtml(failure: ShownFailure, { text }: FailureSession): string {
  const lines = linesOf(text);
  const left = Math.max(0, lines.length - STEPS_MAX);
  const cut = `<p class="note">The first ${left} steps are in the session alone.</p>`;
  const decider = decidingLines(failure, lines).at(-1) ?? lines.at(-1);
  return (left > 0 ? cut : "") + listOf(lines.slice(left), decider, left + 1);
}

function listOf(lines: readonly ShownLine[], decider: ShownLine | undefined, from = 1): string {
  const items = lines.map((line) => item(line, line === decider));
  return `<ol class="exchanges" start="${from}">${items.join("")}</ol>`;
}

function item(line: ShownLine, decides: boolean): string {
  if (!isExchange(line)) return `<li>${markup(eventGist(line))}</li>`;
  const { actor, request, response } = line;
  const parts = [
    asked(request.method, request.path),
    dim(askedGist(request)),
    statusHtml(response?.status ?? null),
    dim(answerGist(response)),
    actor === null ? "" : `<small>${markup(actor)}</small>`,
  ];
  const head = `<summary>${parts.filter(Boolean).join(" ")}</summary>`;
  const max = decides ? BODY_MAX.deciding : BODY_MAX.before;
  return `<li><details${decides ? " open" : ""}>${head}${bodies(line, max)}</details></li>`;
}

function asked(method: string, path: string): string {
  return `<code>${markup(`${method} ${path}`)}</code>`;
}

function dim(gist: string): string {
  return gist === "" ? "" : `<span class="gist">${markup(gist)}</span>`;
}

function statusHtml(code: number | null): string {
  if (code === null) return `<b class="status s5">no answer</b>`;
  return `<b class="status s${Math.floor(code / 100)}">${code}</b>`;
}

function bodies({ request, response }: ShownExchange, max: number): string {
  const query = new URLSearchParams(request.query ?? {}).toString();
  const parts: [string, string][] = [
    ["query", query],
    ["sent", bodyText(request, max)],
    ["answered", response ? bodyText(response, max) : ""],
  ];
  const shown = parts.filter(([, text]) => text !== "");
  const html = shown.map(
    ([label, text]) => `<div><p class="label">${label}</p><pre>${markup(text)}</pre></div>`,
  );
  return `<div class="bodies">${html.join("")}</div>`;
}

function bodyText({ body, body_text }: ShownMessage, max: number): string {
  const text = body === undefined ? (body_text ?? "") : JSON.stringify(body, null, 2);
  if (text.length <= max) return text;
  return `${text.slice(0, max)}\n… cut after ${max} characters; the session has it whole`;
}
