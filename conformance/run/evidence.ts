/** What a failure leaves behind: its exchanges as a session file and a curl line. */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { partsOf } from "../../scenarios/deployment/secrets/placeholders.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { exchangeLine } from "../../scenarios/session/exchange-line.ts";
import type { SessionHeader } from "../../scenarios/session/format.ts";
import { sessionText } from "../../scenarios/session/writer.ts";

/** The exchanges of a failing check and the one that decided. */
export interface Evidence {
  exchanges: readonly Exchange[];
  deciding: Exchange;
  /** The whole session of a scenario, with its stream and what its operator did. */
  session?: string;
}

/** The session of a failing check; secrets are placeholders already. */
export function sessionOf(header: SessionHeader, exchanges: readonly Exchange[]): string {
  const start = exchanges[0]?.at ?? 0;
  return sessionText(
    header,
    exchanges.map((exchange) => exchangeLine(exchange, start)),
  );
}

/**
 * A command that sends the deciding request again; the key comes from the environment, under the
 * name of its placeholder: `{{maker.key}}` is `$MAKER_KEY`.
 */
export function curlOf(baseUrl: string, exchange: Exchange): string {
  const { method, path, query, headers, bodyText } = exchange.request;
  const search = Object.entries(query)
    .map((pair) => pair.map(encodedParts).join("="))
    .join("&");
  const url = `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  const sent = Object.entries(headers).filter(([name]) => name !== "user-agent");
  // What curl would send of its own accord.
  const unsent = bodyText !== null && !("content-type" in headers) ? ["-H 'content-type:'"] : [];
  const parts = [
    "curl -sS",
    // Ids may hold what curl would take for many addresses.
    ...(/[[\]{}]/.test(url) ? ["-g"] : []),
    ...(method === "GET" ? [] : [method === "HEAD" ? "-I" : `-X ${method}`]),
    ...sent.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...unsent,
    ...(bodyText === null ? [] : [`--data-raw ${quoted(bodyText)}`]),
    quoted(url),
  ];
  return parts.join(" ");
}

/** Of an answer on one line. Units: characters. */
const ANSWERED_MAX = 160;
/** A text of JSON, or the space between what it says. */
const JSON_SPACE = /("(?:\\.|[^"\\])*")|\s+/g;

/**
 * An answer that refuses, on one line: `400 {"error":{"code":"VALIDATION"}}`; null where the request
 * was not answered, or not refused. Shape: of the body as evidence writes it, cut at a length.
 */
export function refusalText({ response }: Pick<Exchange, "response">): string | null {
  if (response === null || response.status < 400) return null;
  const { status, bodyText } = response;
  const isJson = jsonIn(bodyText) !== undefined;
  const said = isJson
    ? bodyText.replace(JSON_SPACE, (_, text?: string) => text ?? "")
    : bodyText.replace(/\s+/g, " ").trim();
  const characters = [...`${status} ${said || "without a body"}`];
  if (characters.length <= ANSWERED_MAX) return characters.join("");
  return `${characters.slice(0, ANSWERED_MAX - 1).join("")}…`;
}

/** A part of a query. Shape: a lone surrogate is sent as what stands for one. */
function encodedParts(text: string): string {
  const parts = partsOf(text).map((part) =>
    "plain" in part
      ? encodeURIComponent(Buffer.from(part.plain).toString())
      : `{{${part.placeholder}}}`,
  );
  return parts.join("");
}

/** Shell-quoted, with the placeholders that we wrote as environment variables. */
function quoted(text: string): string {
  const parts = partsOf(text).map((part) =>
    "plain" in part ? part.plain.replaceAll("'", `'\\''`) : `'"$${variable(part.placeholder)}"'`,
  );
  return `'${parts.join("")}'`;
}

function variable(placeholder: string): string {
  return placeholder.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}
