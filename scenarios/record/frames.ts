/** Reads the WebSocket frames in one direction of a connection without taking part in it. */

import { Inflation } from "./inflation.ts";
import { type KeepingRoom, KeptBytes } from "./kept-body.ts";
import type { PassedBody } from "./passed.ts";

/** What is told of the frames: whole messages, and the close. Pings and pongs are passed over. */
export interface FrameListener {
  message(payload: PassedBody, isBinary: boolean): void;
  close(code: number, reason: string): void;
}

const HEAD_BYTES_MIN = 2;
const NO_STATUS = 1005;
const CONTINUATION = 0;
const BINARY = 2;
const CLOSE = 8;
/** Control frames are no longer. Units: bytes. */
const CONTROL_BYTES_MAX = 125;

/** The frame that is being read. */
interface FrameHead {
  isLast: boolean;
  isDeflated: boolean;
  opcode: number;
  mask: Buffer | null;
  /** How much of its payload is still to come, and where in the mask that goes on. */
  left: number;
  masked: number;
}

/**
 * One direction. A message that is too long, or cannot be inflated, is told without its bytes.
 * Bytes that are no frames end the reading, silently: the peers judge them.
 */
export class FrameReader {
  readonly #listener: FrameListener;
  readonly #room: KeepingRoom;
  readonly #inflation = new Inflation();
  /** Of a head that is not all there yet: a few bytes. */
  #rest: Buffer = Buffer.alloc(0);
  #frame: FrameHead | null = null;
  #message: KeptBytes;
  #first: FrameHead | null = null;
  /** @bound {CONTROL_BYTES_MAX} bytes: a longer control frame ends what is read of the stream; scenarios/record/frames.test.ts */
  #control: Buffer[] = [];
  #isOver = false;

  constructor(room: KeepingRoom, listener: FrameListener) {
    this.#listener = listener;
    this.#room = room;
    this.#message = new KeptBytes(room);
  }

  /** The next bytes of the direction, split anywhere. */
  read(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = Buffer.alloc(0);
    while (!this.#isOver && (bytes.length > 0 || this.#frame?.left === 0)) {
      if (this.#frame === null) {
        const head = headAt(bytes);
        if (head === null) {
          this.#rest = bytes;
          return;
        }
        bytes = bytes.subarray(head.length);
        this.#begin(head.frame);
        continue;
      }
      const part = bytes.subarray(0, this.#frame.left);
      bytes = bytes.subarray(part.length);
      this.#take(this.#frame, part);
    }
  }

  /** The connection is gone. */
  end(): void {
    this.#isOver = true;
    this.#message.drop();
  }

  #begin(frame: FrameHead): void {
    this.#frame = frame;
    const isControl = frame.opcode >= CLOSE;
    if (isControl && frame.left > CONTROL_BYTES_MAX) this.end();
    if (!isControl && frame.opcode !== CONTINUATION) this.#first = frame;
  }

  #take(frame: FrameHead, part: Buffer): void {
    const plain = unmasked(part, frame);
    frame.left -= part.length;
    frame.masked += part.length;
    if (frame.opcode >= CLOSE) this.#control.push(plain);
    else this.#message.add(plain);
    if (frame.left === 0) this.#endFrame(frame);
  }

  #endFrame(frame: FrameHead): void {
    this.#frame = null;
    if (frame.opcode >= CLOSE) {
      const payload = Buffer.concat(this.#control.splice(0));
      if (frame.opcode === CLOSE) this.#close(payload);
      return;
    }
    if (!frame.isLast || this.#first === null) return;
    const { opcode, isDeflated } = this.#first;
    const kept = this.#message;
    this.#message = new KeptBytes(this.#room);
    const whole = kept.bytes;
    this.#listener.message(isDeflated ? this.#inflation.of(whole) : whole, opcode === BINARY);
    kept.drop();
  }

  #close(payload: Buffer): void {
    this.#isOver = true;
    const code = payload.length < 2 ? NO_STATUS : payload.readUInt16BE(0);
    this.#listener.close(code, payload.subarray(2).toString());
  }
}

/** The head that the bytes begin with, and how long it is; null while it is not all there. */
function headAt(bytes: Buffer): { frame: FrameHead; length: number } | null {
  if (bytes.length < HEAD_BYTES_MIN) return null;
  const [flags = 0, sizes = 0] = bytes;
  const size = sizeAt(bytes, sizes & 0x7f);
  if (size === null) return null;
  const isMasked = (sizes & 0x80) !== 0;
  const length = size.end + (isMasked ? 4 : 0);
  if (bytes.length < length) return null;
  const frame = {
    isLast: (flags & 0x80) !== 0,
    isDeflated: (flags & 0x40) !== 0,
    opcode: flags & 0x0f,
    mask: isMasked ? Buffer.from(bytes.subarray(size.end, length)) : null,
    left: size.value,
    masked: 0,
  };
  return { frame, length };
}

function sizeAt(bytes: Buffer, short: number): { value: number; end: number } | null {
  if (short < 126) return { value: short, end: 2 };
  const end = short === 126 ? 4 : 10;
  if (bytes.length < end) return null;
  return { value: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)), end };
}

function unmasked(part: Buffer, { mask, masked }: FrameHead): Buffer {
  const plain = Buffer.from(part);
  if (mask === null) return plain;
  for (let at = 0; at < plain.length; at += 1) plain[at]! ^= mask[(masked + at) & 3]!;
  return plain;
}
