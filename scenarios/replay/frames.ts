/** Plays the stream of a session: opens connections, says what was said, compares what is heard. */
import {
  type Handshake,
  type StreamSocket,
  shakeHands,
  streamAddressOf,
} from "../deployment/wire/stream-socket.ts";
import type { SessionClose, SessionOpen, SessionReceive, SessionSend } from "../session/format.ts";
import { filled } from "../session/placeholders.ts";
import { bodyText } from "../session/writer.ts";
import type { ClockPair } from "./clocks.ts";
import { type Comparison, compare, type Difference, pairedIn } from "./compare.ts";
import type { ReplayDeployment } from "./deployment.ts";
import { allowed, different, inconclusive, type ReplayJudgement } from "./judgement.ts";
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
const FRAME_MS_MAX = 2_000;
/** Once a frame of a stream did not come, the next are not waited for as long. */
const NEXT_FRAME_MS_MAX = 50;
/** How far ahead a frame may stand: channels are told in any order. */
const AHEAD_MAX = 16;

export class Frames {
  readonly #deployment: ReplayDeployment;
  readonly #sockets = new Map<string, StreamSocket>();
  readonly #behind = new Set<string>();

  constructor(deployment: ReplayDeployment) {
    this.#deployment = deployment;
  }

  /** Opens a connection with a ticket of this run. */
  async open({ stream, open, status }: SessionOpen, words: Vocabulary): Promise<ReplayJudgement> {
    const { profile } = this.#deployment;
    const ticket = open.query?.["ticket"];
    const address = streamAddressOf(profile).url;
    const prefix = open.path.replace(/\/stream$/, "");
    const live = ticket === undefined ? null : filled(ticket, words.secretOf);
    const hands = await shakeHands(address + prefix, live);
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
    const patienceMs = this.#behind.has(line.stream) ? NEXT_FRAME_MS_MAX : FRAME_MS_MAX;
    const deadline = performance.now() + patienceMs;
    let near: JudgedFrame | null = null;
    for (;;) {
      const found = this.#among(socket.frames, line, basis);
      if (found !== null && !isDifferent(found)) return found;
      near = found ?? near;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || !socket.isOpen) break;
      await socket.quiet(Math.min(leftMs, 20), { orFrame: socket.frames.length === 0 });
    }
    socket.frames.shift();
    this.#behind.add(line.stream);
    return near ?? { judgement: different("a frame that did not come"), comparison: null };
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
    return code === null
      ? different("the venue did not close the stream")
      : allowed(`closed with ${code} instead of ${close.code}`);
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
        return judged;
      }
      nearest ??= judged;
    }
    return nearest;
  }
}

function judgeFrame(
  recorded: SessionReceive["receive"],
  frame: string,
  { words, now, ignores, strict }: FrameBasis,
): JudgedFrame {
  const { bindings, clientId } = words;
  const pairs = pairedIn(bodyText(recorded) ?? "", frame, bindings);
  if (pairs !== null) {
    const isSame = pairs.every(([then, today]) => then === today);
    const judgement = isSame ? SAME : strict ? OTHER_BYTES : EQUIVALENT;
    return { judgement, comparison: { differences: [], secrets: [], unmatched: [], pairs } };
  }
  const body = recorded.body ?? recorded.body_text;
  const live = recorded.body === undefined ? frame : jsonOf(frame);
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
