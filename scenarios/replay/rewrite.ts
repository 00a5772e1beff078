/** Says a recorded request again in the words of the target: ids, secrets, client ids, stamps. */

import { createHash } from "node:crypto";
import type { SessionBody, SessionExchange } from "../session/format.ts";
import { filled, placeholderIn } from "../session/placeholders.ts";
import { bodyText } from "../session/writer.ts";
import { type Bindings, channelIn } from "./bindings.ts";
import type { PlayedRequest } from "./play.ts";

/** What recorded values stand for now. */
export interface Vocabulary {
  bindings: Bindings;
  secretOf(name: string): string | undefined;
  /** The same, and for what a person once said something new, by the member that holds it. */
  secretFor(name: string, member: string): string | undefined;
  clientId(recorded: string): string;
  /** What a recorded `timestamp_ms` is now. */
  stamp: number | null;
  /** Credentials of a signed-in human, whose cookies have other names elsewhere. */
  cookie: string | null;
}

/** Headers that belong to a connection, or are made anew from what is sent. */
const OWN = new Set([
  ...["host", "connection", "keep-alive", "content-length", "transfer-encoding", "upgrade"],
  ...["accept-encoding", "proxy-connection", "te", "trailer", "expect"],
]);

/** The request, ready to be played. */
export function rewritten(request: SessionExchange["request"], words: Vocabulary): PlayedRequest {
  const query = Object.entries(request.query ?? {});
  return {
    method: request.method,
    path: request.path
      .split("/")
      .map((segment) => text(segment, words))
      .join("/"),
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map(([name, value]) => [name, text(value, words)])),
    }),
    headers: headersOf(request.headers, words),
    payload: payloadOf(request, words),
  };
}

/** A body or a frame, as it is sent now. */
export function payloadOf(body: SessionBody, words: Vocabulary): string | Uint8Array | null {
  if (body.body_base64 !== undefined) return Buffer.from(body.body_base64, "base64");
  if (body.body !== undefined) return JSON.stringify(value(body.body, "", words));
  const whole = bodyText(body);
  return whole === null ? null : filled(whole, words.secretOf);
}

function headersOf(recorded: Record<string, string>, words: Vocabulary): Record<string, string> {
  const kept = Object.entries(recorded).filter(([name]) => !OWN.has(name));
  const said = kept.map(([name, one]) => [
    name,
    name === "cookie" && words.cookie !== null && one.includes("{{")
      ? words.cookie
      : filled(one, words.secretOf),
  ]);
  return Object.fromEntries(said);
}

/** Whole values only: never a part of free text. */
export function value(recorded: unknown, name: string, words: Vocabulary): unknown {
  if (typeof recorded === "string") {
    const placeholder = placeholderIn(recorded);
    if (placeholder !== undefined) return words.secretFor(placeholder, name) ?? recorded;
    return name === "client_order_id"
      ? words.clientId(text(recorded, words))
      : text(recorded, words);
  }
  if (name === "timestamp_ms" && typeof recorded === "number") return words.stamp ?? recorded;
  if (Array.isArray(recorded)) return recorded.map((item) => value(item, name, words));
  if (typeof recorded !== "object" || recorded === null) return recorded;
  const members = Object.entries(recorded).map(([key, one]) => [key, value(one, key, words)]);
  return Object.fromEntries(members);
}

function text(recorded: string, { bindings, secretOf }: Vocabulary): string {
  const live = bindings.liveOf(recorded);
  if (live === undefined) return filled(withLiveIds(recorded, bindings), secretOf);
  return live === recorded.toLowerCase() ? recorded : live;
}

function withLiveIds(recorded: string, bindings: Bindings): string {
  const channel = channelIn(recorded);
  return channel === null
    ? recorded
    : `${channel.name}:${bindings.liveOf(channel.id) ?? channel.id}`;
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

const UNNAMED = /^secret\.(\d+)$/;

/**
 * What a hidden member of a request is now; undefined for what nobody can invent, such as a key.
 * Shape: the same for the same placeholder and run, so that who signed up can sign in.
 */
export function invented(placeholder: string, member: string, runId: string): string | undefined {
  const [, number] = UNNAMED.exec(placeholder) ?? [];
  if (number === undefined) return undefined;
  if (/mail/i.test(member)) return `somebody-${number}-${runId}@example.com`;
  if (/password/i.test(member)) return `Some-Words-${number}-${runId}`;
  return /name/i.test(member) ? `somebody-${number}-${runId}` : undefined;
}
