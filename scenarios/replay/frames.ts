/** Plays the stream of a session: opens connections, says what was said, compares what is heard. */

import { valueIn } from "../deployment/reading/json-text.ts";
import { placeholderIn } from "../deployment/secrets/placeholders.ts";
import { requestPath } from "../deployment/wire/request-path.ts";
import {
  type Handshake,
  type StreamSocket,
  shakeHands,
  streamAddressOf,
} from "../deployment/wire/stream-socket.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import { bodyValue } from "../session/body-value.ts";
import type { SessionClose, SessionOpen, SessionReceive, SessionSend } from "../session/format.ts";
import { bodyText } from "../session/writer.ts";
import { type ClockPair, timeIn } from "./clocks.ts";
import { type Comparison, compare, type Difference } from "./compare.ts";
import type { ReplayDeployment } from "./deployment.ts";
import { allowed, different, inconclusive, type ReplayJudgement } from "./judgement.ts";
import { pairedIn } from "./paired-texts.ts";
import { payloadOf, type Vocabulary } from "./rewrite.ts";

/** What judging a frame goes by. */
export interface FrameBasis {
  words: Vocabulary;
  now: ClockPair;
  /** Equal to the byte, or different. */
  strict: boolean;
  ignores(at: string): boolean;
}

/** A judgement on a frame, with what it binds. */
export interface JudgedFrame {
  judgement: ReplayJudgement;
  comparison: Comparison | null;
}

const SAME: ReplayJudgement = { verdict: "same", why: null, differences: [], isTurn: false };
const EQUIVALENT: ReplayJudgement = { ...SAME, verdict: "equivalent" };
const OTHER_BYTES = different("the bytes of the frame differ");
/** The protocol is the venue's own: what it says instead cannot be held against the recording. */
const FOREIGN: JudgedFrame = {
  judgement: allowed("the stream speaks another protocol (D-152)"),
  comparison: null,
};
const FRAME_MS_MAX = 2_000;
/** Once a frame of a stream did not come, the next are not waited for as long. */
const NEXT_FRAME_MS_MAX = 50;
/** How far ahead a frame may stand: channels are told in any order. */
const AHEAD_MAX = 16;

export class Frames {
  readonly #deployment: ReplayDeployment;
  readonly #sockets = new Map<string, StreamSocket>();
  readonly #behind = new Set<string>();
  /** Streams of which a recorded frame has come, and those that speak otherwise altogether. */
  readonly #heard = new Set<string>();
  readonly #foreign = new Set<string>();

  constructor(deployment: ReplayDeployment) {
    this.#deployment = deployment;
  }

  /** Opens a connection with a ticket of this run. */
  async open({ stream, open, status }: SessionOpen, words: Vocabulary): Promise<ReplayJudgement> {
    const { profile } = this.#deployment;
    const ticket = open.query?.["ticket"];
    const address = streamAddressOf(profile).url;
    const prefix = requestPath(open.path).replace(/\/stream$/, "");
    const name = placeholderIn(ticket ?? "");
    const live = name === undefined ? ticket : words.secrets.member(name, "ticket");
    const hands = await shakeHands(address + prefix, live ?? ticket ?? null);
    if (hands.socket !== null) this.#sockets.set(stream, hands.socket);
    return onHandshake(status, hands);
  }

  /** Says what was said. */
  say({ stream, send }: SessionSend, words: Vocabulary): void {
    const payload = payloadOf(send, words);
    if (payload !== null) this.#sockets.get(stream)?.say(String(payload));
  }

  /** Waits for the frame that was heard, and compares; null where the stream never opened. */
  async hear(line: SessionReceive, basis: FrameBasis): Promise<JudgedFrame | null> {
    const socket = this.#sockets.get(line.stream);
    if (socket === undefined) return null;
    if (this.#foreign.has(line.stream)) return FOREIGN;
    const isOfClock = !basis.strict && isToldByClock(bodyValue(line.receive));
    if (isOfClock) return this.#ofClock(socket.frames, line, basis);
    dropStale(socket.frames);
    const patienceMs = this.#behind.has(line.stream) ? NEXT_FRAME_MS_MAX : FRAME_MS_MAX;
    const deadline = performance.now() + patienceMs;
    let near: JudgedFrame | null = null;
    for (;;) {
      const found = this.#among(socket.frames, line, basis);
      if (found !== null && !isDifferent(found)) {
        this.#heard.add(line.stream);
        return found;
      }
      near = found ?? near;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || !socket.isOpen) break;
      await socket.furtherFrame(leftMs);
    }
    const mayBeForeign = !basis.strict && !this.#heard.has(line.stream);
    const told = mayBeForeign ? socket.frames.slice(0, AHEAD_MAX) : [];
    if (told.length > 0 && told.every((frame) => isForeign(line.receive, frame))) {
      this.#foreign.add(line.stream);
      return FOREIGN;
    }
    socket.frames.shift();
    this.#behind.add(line.stream);
    return near ?? { judgement: different("a frame that did not come"), comparison: null };
  }

  /** What comes as time passes is not waited for: of a replay at another pace there is more, or less. */
  #ofClock(frames: string[], line: SessionReceive, basis: FrameBasis): JudgedFrame {
    const judged = this.#among(frames, line, basis);
    if (judged !== null && !isDifferent(judged)) return judged;
    const other = frames.findIndex((frame) => isToldByClock(valueIn(frame)));
    if (other >= 0) frames.splice(other, 1);
    return { judgement: allowed("told by the clock (D-154)"), comparison: null };
  }

  /** Closes as it was closed, or waits until the venue does. */
  async close({ stream, close }: SessionClose): Promise<ReplayJudgement> {
    const socket = this.#sockets.get(stream);
    if (socket === undefined) return allowed("the stream never opened");
    this.#sockets.delete(stream);
    if (close.by !== "venue") {
      await socket.close();
      return SAME;
    }
    await socket.quiet(FRAME_MS_MAX, { orFrame: false });
    const code = socket.closeCode;
    await socket.close();
    if (code === close.code) return SAME;
    // How long a stream lives, and who is too slow or silent, is the venue's choice.
    if (code === null) return allowed("the venue did not close the stream (D-158, D-159)");
    return allowed(`closed with ${code} instead of ${close.code}`);
  }

  /** Closes what is left. */
  async end(): Promise<void> {
    for (const socket of this.#sockets.values()) await socket.close();
  }

  /** The first frame among the next ones that is the recorded one; else what the next one lacks. */
  #among(frames: string[], { receive }: SessionReceive, basis: FrameBasis): JudgedFrame | null {
    let nearest: JudgedFrame | null = null;
    for (const [index, frame] of frames.slice(0, AHEAD_MAX).entries()) {
      const judged = judgeFrame(receive, frame, basis);
      if (!isDifferent(judged)) {
        frames.splice(index, 1);
        // What was passed over so long ago was never recorded.
        frames.splice(0, Math.max(0, index - AHEAD_MAX / 2));
        return judged;
      }
      nearest ??= judged;
    }
    return nearest;
  }
}

/** Whether a frame says no more than a time, and figures of that time: a heartbeat, a price. */
function isToldByClock(value: unknown): boolean {
  return leavesOf(value, "")?.some(({ name, leaf }) => isTime(leaf, name)) ?? false;
}

const isTime = (leaf: unknown, name: string) => timeIn(leaf, name, Date.now()) !== null;

/** The leaves of a record; null where it has a list, names what was given an id, or answers by one. */
function leavesOf(value: unknown, name: string): { name: string; leaf: unknown }[] | null {
  if (Array.isArray(value) || name === "id" || (typeof value === "string" && idsInText(value)))
    return null;
  if (typeof value !== "object" || value === null) return [{ name, leaf: value }];
  const found = Object.entries(value).map(([key, one]) => leavesOf(one, key));
  return found.includes(null) ? null : found.flatMap((one) => one ?? []);
}

const idsInText = (text: string) => (text.match(UUIDS) ?? []).length > 0;

/** Makes room to look ahead where what the clock told was never asked for. */
function dropStale(frames: string[]): void {
  if (frames.length < AHEAD_MAX) return;
  const kept = frames.filter((frame) => !isToldByClock(valueIn(frame)));
  if (kept.length < frames.length) frames.splice(0, frames.length, ...kept);
}

/** Whether a frame has no member of the recorded one: one that has lost or gained some is different. */
function isForeign(recorded: SessionReceive["receive"], frame: string): boolean {
  const now = Object(valueIn(frame));
  return !Object.keys(Object(bodyValue(recorded))).some((name) => Object.hasOwn(now, name));
}

function judgeFrame(
  recorded: SessionReceive["receive"],
  frame: string,
  { words, now, ignores, strict }: FrameBasis,
): JudgedFrame {
  if (recorded.body_left_out !== undefined) {
    return { judgement: allowed("the recording does not have the frame"), comparison: null };
  }
  const { bindings, clientId } = words;
  const pairs = pairedIn(bodyText(recorded) ?? "", frame, bindings);
  if (pairs !== null) {
    const isSame = pairs.every(([then, today]) => then === today);
    const judgement = isSame ? SAME : strict ? OTHER_BYTES : EQUIVALENT;
    return { judgement, comparison: { differences: [], secrets: [], unmatched: [], pairs } };
  }
  const said = bodyText(recorded) ?? "";
  const [body, live] = [recorded.body ?? valueIn(said) ?? said, valueIn(frame) ?? frame];
  const comparison = compare(body, live, { bindings, clientId, now, ignores });
  const judgement = strict ? OTHER_BYTES : onFrame(comparison.differences);
  return { judgement, comparison };
}

function onFrame(differences: Difference[]): ReplayJudgement {
  const hard = differences.find(({ weight }) => weight === "hard");
  if (hard !== undefined) return different(`${hard.at || "the frame"} differs`, differences);
  const [form] = differences;
  if (form === undefined) return EQUIVALENT;
  return allowed(`a frame in another form: ${form.at}`, differences);
}

function onHandshake(recorded: number, { status, socket, failure }: Handshake): ReplayJudgement {
  if (status === null) return inconclusive(`the stream gave no answer: ${failure}`);
  const opened = [recorded === 101, socket !== null];
  if (opened[0] === opened[1]) return SAME;
  if (!opened[0]) return allowed("a refused stream may open and close at once (D-151)");
  return different(`the stream answered ${status} instead of opening`);
}

function isDifferent({ judgement }: JudgedFrame): boolean {
  return judgement.verdict === "different";
}
