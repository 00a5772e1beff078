/** Leaves the body of a recorded answer unread until it is asked for: most are only compared. */
import { nestsTooDeep } from "../../reports/schema/nesting.ts";
import { jsonIn } from "../deployment/reading/json-in.ts";
import { noObject } from "./session-error.ts";

/** Shorter lines are as soon parsed as looked into. Units: bytes. */
const WORTH_BYTES = 512;
const ANSWER = '"response":{"status":';
const BODY = '},"body":';
const END = "}}";

/** A line whose answer's body is still bytes. */
interface Opened {
  line: object;
  body: Buffer;
}

/** Bodies by the answers they are of. */
const unread = new WeakMap<object, { body: Buffer; line: UnreadLine }>();

/** The line that a body stands in. Shape: `place` names file and line. */
export interface UnreadLine {
  bytes: Buffer;
  place: string;
}

/**
 * Parses all of a line but the body of its answer, where that stands last, as the writer puts it.
 * Shape: null where it does not, or where what looks so is a part of something else.
 */
export function withoutBody(bytes: Buffer): Opened | null {
  if (bytes.length < WORTH_BYTES) return null;
  const answer = bytes.indexOf(ANSWER);
  const from = answer < 0 ? -1 : bytes.indexOf(BODY, answer);
  const to = bytes.length - END.length;
  if (from < 0 || bytes.toString("latin1", to) !== END) return null;
  const start = from + BODY.length;
  try {
    const head = `${bytes.toString("utf8", 0, start)}null${END}`;
    const line = nestsTooDeep(head) ? null : JSON.parse(head);
    return line?.response?.body === null ? { line, body: bytes.subarray(start, to) } : null;
  } catch {
    return null;
  }
}

/** Puts the body in its place, to be parsed when it is read; reading it throws what is damaged. */
export function leaveUnread(response: object, body: Buffer, line: UnreadLine): void {
  unread.set(response, { body, line });
  Object.defineProperty(response, "body", LATE);
}

/** One for all answers: nothing is made for each but its place. */
const LATE = {
  get(this: object): unknown {
    const { body, line } = unread.get(this)!;
    const value = bodyIn(body, line);
    Object.defineProperty(this, "body", { value, enumerable: true, writable: true });
    return value;
  },
  ...{ enumerable: true, configurable: true },
};

/** The bytes of a body that nobody parsed; undefined where there are none. */
export function unreadBody(response: object): Buffer | undefined {
  return unread.get(response)?.body;
}

/** Members that a later version put behind the body are told when the line is read as a whole. */
function bodyIn(body: Buffer, line: UnreadLine): unknown {
  const value = jsonIn(body.toString());
  if (value !== undefined) return value;
  const whole = jsonIn(line.bytes.toString());
  if (whole === undefined) throw noObject(line.place);
  return (whole as { response: { body: unknown } }).response.body;
}
