/** Keeps endless lines from a client out of memory: a longer one is dropped, and told of. */
import { Transform, type TransformCallback } from "node:stream";

/** @bound {LINE_BYTES_MAX} bytes of a line from a client: it is dropped; conformance/bridge/line-limit.test.ts */
export const LINE_BYTES_MAX = 1_048_576;
/** What is kept of both ends of a line that is dropped: the id of its request is in one of them. */
const END_BYTES = 512;

const ID = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/;
const LINE_BREAK = 10;

/** Passes lines; `dropped` hears the id of a request whose line was too long, null where none is told. */
export class LineLimit extends Transform {
  readonly #dropped: (id: number | string | null) => void;
  /** @bound {LINE_BYTES_MAX} bytes of the line that has not ended: its ends alone are kept; conformance/bridge/line-limit.test.ts */
  #pieces: Buffer[] = [];
  #length = 0;
  #tail = Buffer.alloc(0);

  constructor(dropped: (id: number | string | null) => void) {
    super();
    this.#dropped = dropped;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      this.#take(chunk.subarray(from, at + 1));
      this.#endLine();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  #take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (this.#length <= LINE_BYTES_MAX) this.#pieces.push(bytes);
    else {
      const [head] = this.#pieces;
      this.#pieces = head === undefined ? [] : [head.subarray(0, END_BYTES)];
      this.#tail = Buffer.concat([this.#tail, bytes.subarray(-END_BYTES)]).subarray(-END_BYTES);
    }
  }

  #endLine(): void {
    if (this.#length <= LINE_BYTES_MAX) this.push(Buffer.concat(this.#pieces));
    else this.#dropped(idIn(this.#tail) ?? idIn(Buffer.concat(this.#pieces)));
    this.#pieces = [];
    this.#length = 0;
    this.#tail = Buffer.alloc(0);
  }
}

function idIn(bytes: Buffer): number | string | null {
  const [, id] = ID.exec(bytes.toString()) ?? [];
  return id === undefined ? null : (JSON.parse(id) as number | string);
}
