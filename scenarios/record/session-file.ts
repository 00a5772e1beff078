/** The file of a recording: private, written as it goes, complete when it ends. */

import { once } from "node:events";
import { createWriteStream, openSync, type WriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { UsageError } from "../deployment/usage-error.ts";
import type { SessionHeader } from "../session/format.ts";
import { openSession } from "../session/reader.ts";
import { type NewLine, SessionWriter } from "../session/writer.ts";

/** Who else uses the machine has no business in a recording. */
const PRIVATE = 0o600;

/** What waits for the disk. Units: bytes. */
const BEHIND_BYTES_MAX = 256 * 1024 * 1024;
const TOO_SLOW = `the disk is ${BEHIND_BYTES_MAX} bytes behind: the recording ends here`;

/** A session file that is being written. */
export class SessionFile {
  readonly path: string;
  /** Lines written so far. */
  count = 0;
  readonly #header: string;
  readonly #writer = new SessionWriter();
  /** @bound {BEHIND_BYTES_MAX} bytes: the recording ends; scenarios/record/session-file.test.ts */
  readonly #stream: WriteStream;

  /** Errors: UsageError when the file exists or cannot be written. */
  constructor(path: string, header: SessionHeader) {
    this.path = path;
    this.#header = JSON.stringify(header);
    this.#stream = createWriteStream(path, { fd: opened(path) });
    this.#stream.write(this.#writer.header(header));
  }

  /** Calls back when the disk does not take what is written. */
  onFailure(report: (error: Error) => void): void {
    this.#stream.once("error", report);
  }

  /** Errors: a disk that does not keep up with what passes ends the recording. */
  write(line: NewLine): void {
    if (this.#stream.writableLength > BEHIND_BYTES_MAX) throw new Error(TOO_SLOW);
    this.count += 1;
    this.#stream.write(this.#writer.line(line));
  }

  /** Ends the file. What was learned since it began is put into its header. */
  async end(header: SessionHeader): Promise<void> {
    this.#stream.end(this.#writer.end());
    await once(this.#stream, "close");
    if (JSON.stringify(header) !== this.#header) await withHeader(this.path, header);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, "wx", PRIVATE);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const exists = code === "EEXIST";
    throw new UsageError(
      exists ? `--out: ${path} exists already; name another` : `--out: ${message}`,
    );
  }
}

/** The same session with another first line. */
async function withHeader(path: string, header: SessionHeader): Promise<void> {
  const copy = `${path}.complete`;
  const out = createWriteStream(copy, { mode: PRIVATE });
  const writer = new SessionWriter();
  out.write(writer.header(header));
  const { lines } = await openSession(path);
  for await (const line of lines) {
    if (!out.write(writer.line(line))) await once(out, "drain");
  }
  out.end(writer.end());
  await once(out, "close");
  await rename(copy, path);
}
