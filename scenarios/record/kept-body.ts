/** Keeps a copy of a body that passes, up to what is worth keeping. */
import type { Readable } from "node:stream";
import type { LeftOut, PassedBody } from "./passed.ts";

/** Longest body or message that is recorded; longer ones pass and are not kept. Units: bytes. */
export const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** What is kept at one time of all that is under way. Units: bytes. */
const ROOM_BYTES = 128 * 1024 * 1024;

export const TOO_LONG: LeftOut = { leftOut: `longer than ${BODY_BYTES_MAX} bytes` };
export const NO_ROOM: LeftOut = { leftOut: `over ${ROOM_BYTES} bytes were under way at once` };

/** Room for what is under way through one proxy. */
export class KeepingRoom {
  /** @bound {ROOM_BYTES} bytes of bodies and messages under way: a further one passes and is left
   * out of the recording; scenarios/record/kept-body.test.ts */
  #left = ROOM_BYTES;

  /** Whether there was room for so many bytes more. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** Makes room again. */
  free(bytes: number): void {
    this.#left += bytes;
  }
}

/** Bytes in the making. */
export class KeptBytes {
  readonly #room: KeepingRoom;
  /** One piece, as a body may come in millions. @bound {BODY_BYTES_MAX} bytes: a longer body passes
   * and is left out; scenarios/record/proxy.test.ts */
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #lost: LeftOut | null = null;

  constructor(room: KeepingRoom) {
    this.#room = room;
  }

  /** All of it so far, or why there is nothing. */
  get bytes(): PassedBody {
    return this.#lost ?? this.#buffer.subarray(0, this.#size);
  }

  add(chunk: Buffer): void {
    if (this.#lost !== null) return;
    if (this.#size + chunk.length > BODY_BYTES_MAX) this.#lose(TOO_LONG);
    else if (!this.#room.take(chunk.length)) this.#lose(NO_ROOM);
    else {
      this.#widen(this.#size + chunk.length);
      this.#size += chunk.copy(this.#buffer, this.#size);
    }
  }

  /** Makes room: nobody needs the bytes any more. */
  drop(): void {
    this.#room.free(this.#size);
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  #widen(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const wider = Buffer.allocUnsafe(Math.max(needed, 2 * this.#size));
    this.#buffer.copy(wider, 0, 0, this.#size);
    this.#buffer = wider;
  }

  #lose(why: LeftOut): void {
    this.drop();
    this.#lost = why;
  }
}

/** Copies what the stream brings from now on. */
export function keptBody(stream: Readable, room: KeepingRoom): KeptBytes {
  const kept = new KeptBytes(room);
  stream.on("data", (chunk: Buffer) => kept.add(chunk));
  return kept;
}
