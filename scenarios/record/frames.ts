/** Reads the WebSocket frames in one direction of a connection without taking part in it. */
import { constants, inflateRawSync } from "node:zlib";

/** What is told of the frames: whole messages, and the close. Pings and pongs are passed over. */
export interface FrameListener {
  message(payload: Buffer, isBinary: boolean): void;
  close(code: number, reason: string): void;
}

/** Longest message that is put together; a longer one ends the reading. Units: bytes. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const INFLATE_WINDOW_BYTES = 32 * 1024;
const FLUSH_TAIL = Buffer.from([0, 0, 0xff, 0xff]);
const NO_STATUS = 1005;

const CONTINUATION = 0;
const BINARY = 2;
const CLOSE = 8;

/** A frame as it stands on the wire, unmasked. */
interface RawFrame {
  isLast: boolean;
  isDeflated: boolean;
  opcode: number;
  payload: Buffer;
  /** Where the next frame begins. */
  end: number;
}

/** One direction. Bytes that are no frames end the reading, silently: the peers judge them. */
export class FrameReader {
  readonly #listener: FrameListener;
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #first: RawFrame | null = null;
  #window: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** The next bytes of the direction, split anywhere. */
  read(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    try {
      for (let frame = frameAt(this.#rest); frame !== null; frame = frameAt(this.#rest)) {
        this.#rest = this.#rest.subarray(frame.end);
        this.#take(frame);
      }
    } catch {
      this.#isOver = true;
    }
    if (this.#rest.length > MESSAGE_BYTES_MAX) this.#isOver = true;
  }

  #take(frame: RawFrame): void {
    if (frame.opcode === CLOSE) this.#close(frame.payload);
    if (frame.opcode >= CLOSE) return;
    if (frame.opcode !== CONTINUATION) this.#first = frame;
    this.#parts.push(frame.payload);
    if (!frame.isLast || this.#first === null) return;
    const { opcode, isDeflated } = this.#first;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#listener.message(isDeflated ? this.#inflated(whole) : whole, opcode === BINARY);
  }

  #close(payload: Buffer): void {
    this.#isOver = true;
    const code = payload.length < 2 ? NO_STATUS : payload.readUInt16BE(0);
    this.#listener.close(code, payload.subarray(2).toString());
  }

  // Each message may refer to the last 32 KB before it; one that must not simply does not.
  #inflated(message: Buffer): Buffer {
    const plain = inflateRawSync(Buffer.concat([message, FLUSH_TAIL]), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MESSAGE_BYTES_MAX,
      ...(this.#window.length > 0 && { dictionary: this.#window }),
    });
    this.#window = Buffer.concat([this.#window, plain]).subarray(-INFLATE_WINDOW_BYTES);
    return plain;
  }
}

/** The frame that the bytes begin with; null while it is not all there. */
function frameAt(bytes: Buffer): RawFrame | null {
  if (bytes.length < 2) return null;
  const [flags = 0, sizes = 0] = bytes;
  const length = lengthAt(bytes, sizes & 0x7f);
  if (length === null) return null;
  const isMasked = (sizes & 0x80) !== 0;
  const start = length.end + (isMasked ? 4 : 0);
  const end = start + length.value;
  if (bytes.length < end) return null;
  const payload = Buffer.from(bytes.subarray(start, end));
  if (isMasked) unmask(payload, bytes.subarray(length.end, start));
  const isLast = (flags & 0x80) !== 0;
  return { isLast, isDeflated: (flags & 0x40) !== 0, opcode: flags & 0x0f, payload, end };
}

function lengthAt(bytes: Buffer, short: number): { value: number; end: number } | null {
  if (short < 126) return { value: short, end: 2 };
  const end = short === 126 ? 4 : 10;
  if (bytes.length < end) return null;
  return { value: short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)), end };
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let at = 0; at < payload.length; at += 1) payload[at]! ^= mask[at & 3]!;
}
