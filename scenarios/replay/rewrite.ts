/** Says a recorded request again in the words of the target: ids, secrets, client ids, stamps. */

import { createHash } from "node:crypto";
import { editedForm, isForm } from "../deployment/reading/form-text.ts";
import { containerIn, editedJson, type JsonEditor } from "../deployment/reading/json-text.ts";
import { placeholderIn } from "../deployment/secrets/placeholders.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import type { SessionBody, SessionExchange } from "../session/format.ts";
import { type Bindings, channelIn } from "./bindings.ts";
import type { RawRequest } from "./raw-client.ts";
import type { SaidSecrets } from "./said-secrets.ts";

/** What recorded values stand for now. */
export interface Vocabulary {
  bindings: Bindings;
  secrets: SaidSecrets;
  clientId(recorded: string): string;
  /** How much later a recorded `timestamp_ms` is now; null where it stays as it is. */
  shiftMs: number | null;
  /** Told of an id that was found, and bound, in a text that is no JSON. */
  boundInText(): void;
  /** Credentials of a signed-in human, whose cookies have other names elsewhere. */
  cookie: string | null;
}

/** Headers that belong to a connection, or are made anew from what is sent. */
const OWN = new Set([
  ...["host", "connection", "keep-alive", "content-length", "transfer-encoding", "upgrade"],
  ...["accept-encoding", "proxy-connection", "te", "trailer", "expect"],
]);
/** When a client says that it sent a request. Spec: Freshness. */
const STAMP = "timestamp_ms";
const DIGITS = /^\d+$/;

/** The request, ready to be played. */
export function rewritten(request: SessionExchange["request"], words: Vocabulary): RawRequest {
  const query = Object.entries(request.query ?? {});
  return {
    method: request.method,
    path: placeOf(request.path, words),
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map(([name, one]) => [name, field(one, name, words)])),
    }),
    headers: headersOf(request.headers, words),
    payload: payloadOf(request, words),
  };
}

/** Whether a request says when it was sent. */
export function isStamped({ path, query, body, body_text }: SessionExchange["request"]): boolean {
  const isSaid = path.includes(STAMP) || body_text?.includes(STAMP) === true;
  if (isSaid || (query === undefined && body === undefined)) return isSaid;
  return JSON.stringify([query, body]).includes(STAMP);
}

/** A body or a frame, as it is sent now: what says the same as it did has the same text. */
export function payloadOf(body: SessionBody, words: Vocabulary): string | Uint8Array | null {
  if (body.body_base64 !== undefined) {
    return Buffer.from(withLiveIds(latin1(body.body_base64), words), "latin1");
  }
  if (body.body !== undefined) return JSON.stringify(value(body.body, "", words));
  const text = body.body_text;
  if (text === undefined) return null;
  const json = editedJson(text, editorBy(words), "");
  if (json !== undefined) return json;
  if (isForm(text)) return formBy(text, words);
  return words.secrets.form(withLiveIds(text, words));
}

function placeOf(place: string, words: Vocabulary): string {
  const cut = place.indexOf("?");
  const path = cut < 0 ? place : place.slice(0, cut);
  const said = path.split("/").map((segment) => text(segment, "the path", words));
  return said.join("/") + (cut < 0 ? "" : `?${formBy(place.slice(cut + 1), words)}`);
}

function headersOf(recorded: Record<string, string>, words: Vocabulary): Record<string, string> {
  const kept = Object.entries(recorded).filter(([name]) => !OWN.has(name));
  const said = kept.map(([name, one]) => [
    name,
    name === "cookie" && words.cookie !== null && one.includes("{{")
      ? words.cookie
      : words.secrets.header(name, words.bindings.liveOf(one) ?? one),
  ]);
  return Object.fromEntries(said);
}

/** Whole values only: never a part of free text. */
export function value(recorded: unknown, name: string, words: Vocabulary): unknown {
  if (typeof recorded === "string" || typeof recorded === "number") {
    return word(recorded, name, words);
  }
  if (Array.isArray(recorded)) return recorded.map((item) => value(item, name, words));
  if (typeof recorded !== "object" || recorded === null) return recorded;
  const members = Object.entries(recorded).map(([key, one]) => [key, value(one, key, words)]);
  return Object.fromEntries(members);
}

function editorBy(words: Vocabulary): JsonEditor<string> {
  return {
    leaf: (leaf, name) => word(leaf.value, name, words),
    members: () => (name) => name,
  };
}

function word(recorded: string | number, name: string, words: Vocabulary): string | number {
  if (typeof recorded === "number") return name === STAMP ? stamp(recorded, words) : recorded;
  const placeholder = placeholderIn(recorded);
  if (placeholder !== undefined) return words.secrets.member(placeholder, name) ?? recorded;
  if (name === "client_order_id") return words.clientId(text(recorded, name, words));
  const within = containerIn(recorded) && editedJson(recorded, editorBy(words), name);
  return within ?? text(recorded, name, words);
}

function stamp(recorded: number, { shiftMs }: Vocabulary): number {
  return shiftMs === null ? recorded : Math.round(recorded + shiftMs);
}

function formBy(form: string, words: Vocabulary): string {
  return editedForm(form, { value: (one, name) => field(one, name, words) });
}

/** A field of a form, or a parameter of a query: it has a name, and is text whatever it says. */
function field(recorded: string, name: string, words: Vocabulary): string {
  const isStamp = name === STAMP && DIGITS.test(recorded);
  return String(word(isStamp ? Number(recorded) : recorded, name, words));
}

function text(recorded: string, where: string, { bindings, secrets }: Vocabulary): string {
  const live = bindings.liveOf(recorded);
  if (live === undefined) return secrets.plain(withLiveChannel(recorded, bindings), where);
  return live === recorded.toLowerCase() ? recorded : live;
}

function withLiveChannel(recorded: string, bindings: Bindings): string {
  const channel = channelIn(recorded);
  return channel === null
    ? recorded
    : `${channel.name}:${bindings.liveOf(channel.id) ?? channel.id}`;
}

/** Of a text that is no JSON, what is unmistakable: whole UUIDs that are bound. */
function withLiveIds(recorded: string, { bindings, boundInText }: Vocabulary): string {
  return recorded.replace(UUIDS, (id) => {
    const live = bindings.liveOf(id);
    if (live === undefined || live === id.toLowerCase()) return id;
    boundInText();
    return live;
  });
}

function latin1(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

const CLASSES = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

/**
 * The id by which a recorded one goes in this run.
 * Shape: as long, letters as letters, digits as digits, all else as it is; different ids stay so.
 */
export function clientIdFor(runId: string, recorded: string): string {
  const shifts = createHash("sha256").update(`client ids ${runId}`).digest();
  return [...recorded]
    .map((char, index) => {
      const letters = CLASSES.find((one) => one.includes(char));
      if (letters === undefined) return char;
      const shift = shifts[index % shifts.length]!;
      return letters[(letters.indexOf(char) + shift) % letters.length];
    })
    .join("");
}
