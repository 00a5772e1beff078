/** Entries of a HAR file as a proxy would have seen them pass. */
import { codingOf } from "../deployment/wire/content-encoding.ts";
import type { Loss, PassedBody, PassedExchange, PassedMessage } from "../record/passed.ts";
import { type HarEntry, type HarPair, isStream } from "./har.ts";

const NOT_IN_FILE = { leftOut: "the HAR file does not have it" };
const TEXT = 1;
const BINARY = 2;
/** Browsers write a message's time in seconds, some tools that drive them in milliseconds. */
const SECONDS_MAX = 1e11;

/** The exchange; `url` is its path and query. Times are epoch milliseconds. */
export function exchangeOf(entry: HarEntry, url: string): PassedExchange {
  const { request, response } = entry;
  const beganMs = Date.parse(entry.startedDateTime);
  // A stream's time is its whole life.
  const tookMs = isStream(entry) ? 0 : Math.max(0, entry.time ?? 0);
  const answered = response.status > 0;
  return {
    ...{ beganMs, endedMs: beganMs + tookMs, method: request.method, url },
    ...packed(withCookies(request), sentBody(request.postData)),
    answer: answered
      ? {
          status: response.status,
          headers: rawHeaders(unpacked(response.headers)),
          body: bodyOf(response),
        }
      : null,
    loss: answered ? null : lossOf(response._error ?? ""),
  };
}

/** The messages of a stream, in the order of time. */
export function messagesOf({ _webSocketMessages: messages }: HarEntry): PassedMessage[] {
  return (messages ?? [])
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

/** A request says how it was packed, and the file what was in it: it is packed again. */
function packed(
  headers: readonly HarPair[],
  body: Buffer,
): Pick<PassedExchange, "headers" | "body"> {
  const coding = codingOf(headers.find(isEncoding)?.value);
  const isBare = !coding || body.length === 0;
  return isBare
    ? { headers: rawHeaders(unpacked(headers)), body }
    : { headers: rawHeaders(headers), body: coding.pack(body) };
}

const isEncoding = ({ name }: HarPair) => name.toLowerCase() === "content-encoding";
const unpacked = (headers: readonly HarPair[]) => headers.filter((one) => !isEncoding(one));

/** Several `set-cookie` may be one, by lines. */
function rawHeaders(headers: readonly HarPair[]): string[] {
  return headers
    .filter(({ name }) => !name.startsWith(":"))
    .flatMap(({ name, value }) => value.split("\n").flatMap((line) => [name, line]));
}

function sentBody(postData: HarEntry["request"]["postData"]): Buffer {
  const { text, params, encoding } = postData ?? {};
  const fields = (params ?? []).map(({ name, value }): [string, string] => [name, value ?? ""]);
  if (typeof text !== "string") return Buffer.from(new URLSearchParams(fields).toString());
  return Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
}

/** Some files do not say what the body was. */
function bodyOf({ content, status }: HarEntry["response"]): PassedBody {
  if (typeof content.text !== "string") {
    return Number(content.size ?? 0) > 0 && status !== 101 ? NOT_IN_FILE : Buffer.alloc(0);
  }
  return Buffer.from(content.text, content.encoding === "base64" ? "base64" : "utf8");
}

function lossOf(error: string): Loss {
  if (/REFUSED/.test(error)) return "refused";
  if (/TIMED_OUT/.test(error)) return "timeout";
  if (/NAME_NOT_RESOLVED/.test(error)) return "dns";
  return /ABORTED/.test(error) ? "abandoned" : "reset";
}
