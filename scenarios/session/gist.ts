/** A line of a session in a few words, for people: ids cut short, bodies without their punctuation. */
import { onOneLine, valueText } from "../../reports/render/text.ts";
import { jsonIn } from "../deployment/reading/json-in.ts";
import { isUuid, UUIDS } from "../deployment/wire/uuid.ts";
import type { SessionBody, SessionExchange, SessionLine } from "./format.ts";

/** Of a body, where nobody says how wide a line may be. Units: characters. */
const BODY_CHARS_MAX = 100;
/** A body in less says nothing. */
const BODY_CHARS_MIN = 8;
/** Of a body that is no JSON, and of a member. Units: characters. */
const TEXT_CHARS_MAX = 1_000;

/** One line; `width` cuts it to so many characters. */
export function lineText(line: SessionLine, width = Number.POSITIVE_INFINITY): string {
  const at = `${(line.at / 1_000).toFixed(3).padStart(9)}s`;
  const head = `${String(line.n).padStart(6)} ${at}  `;
  const text = onOneLine(head + gist(line, width - head.length));
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** An id is told from others by its beginning. */
export function shortIds(text: string): string {
  return text.replace(UUIDS, (id) => `${id.slice(0, 8)}…`);
}

function gist(line: SessionLine, width: number): string {
  if ("request" in line) return exchangeGist(line, width);
  if ("control" in line) {
    const { method, path, body } = line.control;
    return `${who("operator", line.response?.status)}${method} ${shortIds(path)}  ${gistOf(body)}`;
  }
  if ("open" in line) return `${who(line.actor, line.status)}stream ${line.stream} opens`;
  if ("send" in line) return `${who(line.stream)}> ${bodyGist(line.send)}`;
  if ("receive" in line) return `${who(line.stream)}< ${bodyGist(line.receive)}`;
  const { code, reason = "", by = "client" } = line.close;
  return `${who(line.stream)}closed by the ${by}: ${code} ${reason}`.trim();
}

/** Status first: it is never cut off. What was sent and what was answered share what is left. */
function exchangeGist(line: SessionExchange, width: number): string {
  const { request, response, failure, actor, took } = line;
  const query = new URLSearchParams(request.query).toString();
  const path = shortIds(query === "" ? request.path : `${request.path}?${query}`);
  const start = `${who(actor, response?.status)}${request.method} ${path}`;
  const end = `  ${took} ms`;
  const left = Math.max(width - start.length - end.length - 8, 2 * BODY_CHARS_MIN);
  const [sent, answer] = [bodyGist(request), response ? bodyGist(response) : (failure ?? "")];
  const [forSent, forAnswer] = shares(left, sent.length, answer.length);
  const said = sent === "" ? "" : `  ${shortened(sent, forSent)}`;
  const heard = answer === "" ? "" : `  ->  ${shortened(answer, forAnswer)}`;
  return `${start}${said}${heard}${end}`;
}

/** Half for each; what one does not need goes to the other. */
function shares(left: number, one: number, other: number): [number, number] {
  if (left === Number.POSITIVE_INFINITY) return [BODY_CHARS_MAX, BODY_CHARS_MAX];
  const half = Math.floor(left / 2);
  return [Math.max(half, left - other), Math.max(half, left - one)];
}

function who(name: string | null, status?: number): string {
  return `${(name ?? "nobody").padEnd(9)} ${String(status ?? "").padEnd(3)}  `;
}

function bodyGist({ body, body_text, body_base64, body_left_out }: SessionBody): string {
  if (body !== undefined) return gistOf(body);
  if (body_left_out !== undefined) return `(left out: ${body_left_out})`;
  if (body_text === undefined) return body_base64 === undefined ? "" : "(bytes)";
  const value = jsonIn(body_text);
  return value === undefined ? shortIds(body_text.slice(0, TEXT_CHARS_MAX)) : gistOf(value);
}

/** What a body says, ids last: members that say nothing are left out, lists are counted. */
function gistOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return leafGist(value);
  const members = Object.entries(value)
    .filter(([, one]) => saysSomething(one))
    .sort(([, one], [, other]) => Number(isUuid(one)) - Number(isUuid(other)));
  return members.map(([name, one]) => `${name} ${leafGist(one)}`).join(", ");
}

function saysSomething(value: unknown): boolean {
  return value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function leafGist(value: unknown): string {
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== "object");
    return isPlain ? value.map(leafGist).join(" ") : `(${value.length})`;
  }
  if (typeof value === "object" && value !== null) return "{…}";
  return shortIds(valueText(value).slice(0, TEXT_CHARS_MAX));
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(length - 1, 1))}…` : text;
}
