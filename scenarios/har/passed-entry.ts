/** Entries of a HAR file as a proxy would have seen them pass. */
import type { Loss, PassedExchange, PassedMessage } from "../record/passed.ts";
import type { HarEntry, HarPair } from "./har.ts";

const TEXT = 1;
const BINARY = 2;
/** Browsers write a message's time in seconds, some tools that drive them in milliseconds. */
const SECONDS_MAX = 1e11;

/** The exchange; `url` is its path and query. Times are epoch milliseconds. */
export function exchangeOf(entry: HarEntry, url: string): PassedExchange {
  const { request, response } = entry;
  const beganMs = Date.parse(entry.startedDateTime);
  // A stream's time is its whole life.
  const tookMs = entry._webSocketMessages === undefined ? Math.max(0, entry.time) : 0;
  const answered = response.status > 0;
  return {
    ...{ beganMs, endedMs: beganMs + tookMs, method: request.method, url },
    headers: rawHeaders(withCookies(request)),
    body: sentBody(request.postData),
    answer: answered
      ? { status: response.status, headers: rawHeaders(response.headers), body: bodyOf(response) }
      : null,
    loss: answered ? null : lossOf(response._error ?? ""),
  };
}

/** The messages of a stream, in the order of time. */
export function messagesOf({ _webSocketMessages = [] }: HarEntry): PassedMessage[] {
  return _webSocketMessages
    .filter(({ opcode }) => opcode === TEXT || opcode === BINARY)
    .map(
      ({ type, time, opcode, data }): PassedMessage => ({
        by: type === "send" ? "client" : "venue",
        message: Buffer.from(data, opcode === BINARY ? "base64" : "utf8"),
        isBinary: opcode === BINARY,
        atMs: time > SECONDS_MAX ? time : time * 1_000,
      }),
    );
}

/** Cookies stand beside the headers too, in some files only there. */
function withCookies({ headers, cookies = [] }: HarEntry["request"]): HarPair[] {
  const hasHeader = headers.some(({ name }) => name.toLowerCase() === "cookie");
  if (hasHeader || cookies.length === 0) return headers;
  const value = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
  return [...headers, { name: "cookie", value }];
}

/** Bodies are decoded already; several `set-cookie` may be one, by lines. */
function rawHeaders(headers: readonly HarPair[]): string[] {
  return headers
    .filter(({ name }) => !name.startsWith(":") && name.toLowerCase() !== "content-encoding")
    .flatMap(({ name, value }) => value.split("\n").flatMap((line) => [name, line]));
}

function sentBody(postData: HarEntry["request"]["postData"]): Buffer {
  if (postData === undefined) return Buffer.alloc(0);
  const fields = (postData.params ?? []).map(({ name, value }): [string, string] => [name, value]);
  return Buffer.from(postData.text ?? new URLSearchParams(fields).toString());
}

/** Null where the file does not say what the body was. */
function bodyOf({ content, status }: HarEntry["response"]): Buffer | null {
  if (content.text === undefined) {
    return content.size > 0 && status !== 101 ? null : Buffer.alloc(0);
  }
  return Buffer.from(content.text, content.encoding === "base64" ? "base64" : "utf8");
}

function lossOf(error: string): Loss {
  if (/REFUSED/.test(error)) return "refused";
  if (/TIMED_OUT/.test(error)) return "timeout";
  if (/NAME_NOT_RESOLVED/.test(error)) return "dns";
  return /ABORTED/.test(error) ? "abandoned" : "reset";
}
