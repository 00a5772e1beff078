/** Takes the compression off the messages of one direction of a WebSocket. */
import { constants, inflateRawSync } from "node:zlib";
import { BODY_BYTES_MAX, TOO_LONG } from "./kept-body.ts";
import type { PassedBody } from "./passed.ts";

const WINDOW_BYTES = 32 * 1024;
const FLUSH_TAIL = Buffer.from([0, 0, 0xff, 0xff]);
const UNREADABLE = { leftOut: "compressed, and what it refers to was not kept" };

/** Each message may refer to the last 32 KB before it; one that must not simply does not. */
export class Inflation {
  /** @bound {WINDOW_BYTES} bytes: older ones go; scenarios/record/frames.test.ts */
  #window: Buffer = Buffer.alloc(0);

  /** The message without its compression. After one that was lost, those that refer to it are too. */
  of(message: PassedBody): PassedBody {
    if (!Buffer.isBuffer(message)) {
      this.#window = Buffer.alloc(0);
      return message;
    }
    try {
      const plain = inflateRawSync(Buffer.concat([message, FLUSH_TAIL]), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: BODY_BYTES_MAX,
        ...(this.#window.length > 0 && { dictionary: this.#window }),
      });
      this.#window = Buffer.concat([this.#window, plain]).subarray(-WINDOW_BYTES);
      return plain;
    } catch (error) {
      this.#window = Buffer.alloc(0);
      const { code } = error as NodeJS.ErrnoException;
      return code === "ERR_BUFFER_TOO_LARGE" ? TOO_LONG : UNREADABLE;
    }
  }
}
