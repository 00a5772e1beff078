/** Reads a session line by line, so that a long one needs no more memory than a short one. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { nestsTooDeep } from "../../reports/schema/nesting.ts";
import {
  END,
  HEADER,
  kindOf,
  LINE_KINDS,
  type SessionEnd,
  type SessionHeader,
  type SessionLine,
} from "./format.ts";
import { leaveUnread, withoutBody } from "./late-body.ts";
import { noObject, SessionError } from "./session-error.ts";

/** How a session ended: as written, without its end line, with one that does not fit, or unread. */
export type SessionEnding = "whole" | "cut off" | "altered" | "left";

/** A session that is being read. Shape: `lines` can be walked once; `ending` is known after that. */
export interface SessionReading {
  file: string;
  header: SessionHeader;
  lines: AsyncGenerator<SessionLine, void>;
  ending: SessionEnding | null;
  /** How much of the file was read, from 0 to 1; 0 where nobody knows its length. */
  readonly share: number;
  /** What a later version wrote and this one passed over; one sentence each. */
  warnings: string[];
  /** Leaves the rest unread. */
  close(): Promise<void>;
}

const MAJOR = "session/1";
/** A longer line is no line of a session: bodies of recordings are shorter. Units: bytes. */
const LINE_BYTES_MAX = 128 * 1024 * 1024;
/** Lines of unknown kinds that are told one by one. */
const WARNINGS_MAX = 10;
/** A thousand years. */
const START_MS_MAX = 1_000 * 365 * 86_400_000;
const isHeader = Compile(HEADER);
const isEnd = Compile(END);
const checks = Object.fromEntries(
  Object.entries(LINE_KINDS).map(([kind, schema]) => [kind, Compile(schema as TSchema)]),
);

/** Opens a file and reads its header. Errors: SessionError, here and while lines are walked. */
export function openSession(file: string): Promise<SessionReading> {
  const chunks = createReadStream(file);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const share = () => (size === 0 ? 0 : Math.min(1, chunks.bytesRead / size));
  return readSession(file, chunks, share);
}

/** The same for text from elsewhere; `file` is what errors call it. */
export async function readSession(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  share = () => 0,
): Promise<SessionReading> {
  const texts = numbered(file, chunks);
  const first = await texts.next();
  if (first.done) throw new SessionError(`${file}:1: is empty, not a session`);
  const header = headerOf(first.value);
  const digest = createHash("sha256").update(first.value.bytes).update("\n");
  const reading: SessionReading = {
    file,
    header,
    lines: walk(),
    ending: null,
    get share() {
      return share();
    },
    warnings: [],
    async close() {
      await texts.return();
    },
  };
  return reading;

  async function* walk(): AsyncGenerator<SessionLine, void> {
    let count = 0;
    let last = 0;
    reading.ending = "cut off";
    for await (const text of texts) {
      const opened = withoutBody(text.bytes);
      const value = opened?.line ?? objectOf(text);
      if (value === null) return;
      if ("end" in value) {
        reading.ending = isWhole(value, count, digest.digest("hex")) ? "whole" : "altered";
        return;
      }
      digest.update(text.bytes).update("\n");
      count += 1;
      const line = lineOf(text, value, reading);
      if (opened !== null) leaveUnread(Object(value).response, opened.body, text);
      if (line === null) continue;
      if (line.n <= last) {
        throw new SessionError(`${text.place}: is line ${line.n} after line ${last}: out of order`);
      }
      last = line.n;
      yield line;
    }
  }
}

/** One line of a file. Shape: `isLast` when no line break ends it. */
interface TextLine {
  place: string;
  bytes: Buffer;
  isLast: boolean;
}

async function* numbered(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<TextLine, void> {
  let rest: Buffer[] = [];
  let number = 0;
  let waiting = 0;
  const lineFrom = (tail: Buffer, isLast: boolean): TextLine => {
    const bytes = rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
    rest = [];
    number += 1;
    // The piece of a letter that a cut left at the end is no fault.
    if (!isLast && !isUtf8(bytes)) {
      throw new SessionError(`${file}:${number}: holds bytes that are not UTF-8`);
    }
    return { place: `${file}:${number}`, bytes, isLast };
  };
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
        yield lineFrom(chunk.subarray(from, to), false);
        from = to + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
      waiting = from === 0 ? waiting + chunk.length : chunk.length - from;
      if (waiting > LINE_BYTES_MAX) {
        const place = `${file}:${number + 1}`;
        throw new SessionError(`${place}: is longer than ${LINE_BYTES_MAX} bytes, not a session`);
      }
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (rest.length > 0) yield lineFrom(Buffer.alloc(0), true);
}

function unreadable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new SessionError(`${file}: no such file`);
  if (code === "EISDIR") return new SessionError(`${file}: is a folder, not a session`);
  return code === undefined ? error : new SessionError(`${file}: cannot be read (${code})`);
}

/** Null for the piece of a line that a cut left at the end. */
function objectOf({ place, bytes, isLast }: TextLine): object | null {
  try {
    const text = bytes.toString();
    if (nestsTooDeep(text)) throw new SessionError(`${place}: nests too deep`);
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (error instanceof SessionError) throw error;
    if (isLast) return null;
  }
  throw noObject(place);
}

function headerOf(text: TextLine): SessionHeader {
  const value = objectOf(text);
  const version = (value as { touchstone?: unknown } | null)?.touchstone;
  if (typeof version !== "string") {
    throw new SessionError(`${text.place}: is not a session: the first line lacks "touchstone"`);
  }
  if (version !== MAJOR) {
    throw new SessionError(`${text.place}: is a ${version}, this version reads ${MAJOR}`);
  }
  if (!isHeader.Check(value)) {
    throw new SessionError(`${text.place}: ${firstError(isHeader, value)}`);
  }
  const startMs = Date.parse(value.started_at);
  if (startMs >= 0 && startMs < START_MS_MAX) return value;
  throw new SessionError(`${text.place}: started_at is no time that a session can have begun`);
}

function lineOf({ place }: TextLine, value: object, reading: SessionReading): SessionLine | null {
  const kind = kindOf(value);
  const check = kind && checks[kind];
  if (check === undefined) {
    const told = reading.warnings.length;
    const what = `${place}: a kind of line this version does not know was passed over`;
    if (told < WARNINGS_MAX) reading.warnings.push(what);
    else if (told === WARNINGS_MAX) reading.warnings.push(`${what}, and maybe more of them`);
    return null;
  }
  if (check.Check(value)) return value as SessionLine;
  throw new SessionError(`${place}: ${firstError(check, value)}`);
}

function firstError(check: ReturnType<typeof Compile>, value: unknown): string {
  const [error] = check.Errors(value);
  const field = error?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  return `${field === "" ? "the line" : field} ${error?.message ?? "is not as the format says"}`;
}

function isWhole(value: object, count: number, sha256: string): boolean {
  if (!isEnd.Check(value)) return false;
  const end = value as SessionEnd;
  return end.end === count && end.sha256 === sha256;
}
