/** Keeps a copy of a body that passes, up to what is worth keeping. */
import type { Readable } from "node:stream";
import type { PassedBody } from "./passed.ts";

/** Longest body that is recorded; longer ones pass and are not kept. Units: bytes. */
export const BODY_BYTES_MAX = 16 * 1024 * 1024;

/** A copy in the making. */
export class KeptBody {
  #chunks: Buffer[] | null = [];
  #size = 0;

  /** Copies what the stream brings from now on. */
  constructor(stream: Readable) {
    stream.on("data", (chunk: Buffer) => this.#keep(chunk));
  }

  get bytes(): PassedBody {
    return this.#chunks === null ? null : Buffer.concat(this.#chunks);
  }

  #keep(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > BODY_BYTES_MAX) this.#chunks = null;
    this.#chunks?.push(chunk);
  }
}
