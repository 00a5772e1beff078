/** The terminal's page beside a venue elsewhere: one address for both, as the page wants it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { answerOf, terminalFile } from "../../reference/index.ts";
import type { Witness } from "../record/passed.ts";
import { type Passage, type RunningProxy, startProxy } from "../record/proxy.ts";
import { cookieHere, cookiePrefix, cookiesBack, editHeaders, pathHere } from "./cookies.ts";

/** It listens on this machine alone: whoever reaches it trades as who is signed in. */
const HOST = "127.0.0.1";

/** Nobody looks at what passes. */
const NOBODY: Witness = {
  exchange: () => () => {},
  handshake: () => () => ({ said() {}, closed() {} }),
};

/** Starts it. Errors: rejects when the port is not to be had. */
export function startTerminal(target: string, port: number): Promise<RunningProxy> {
  return startProxy({ target, host: HOST, port, passage: passageTo(target) }, NOBODY);
}

function passageTo(target: string): Passage {
  const { origin, pathname } = new URL(target);
  const basePath = pathname.replace(/\/+$/, "");
  const prefix = cookiePrefix(target);
  return {
    admits: isOwn,
    own(req, res) {
      const path = (req.url ?? "/").split("?", 1)[0]!;
      if (path !== "/terminal" && !path.startsWith("/terminal/")) return false;
      void answer(req, res, path, prefix);
      return true;
    },
    request: (headers) =>
      editHeaders(headers, (name, value) => {
        if (name === "origin") return origin;
        if (name === "referer") return null;
        return name === "cookie" ? cookiesBack(value, prefix) || null : value;
      }),
    answer: (headers) =>
      editHeaders(headers, (name, value) => {
        if (name === "set-cookie") return cookieHere(value, prefix, basePath);
        return name === "location" ? locationHere(value, origin, basePath) : value;
      }),
  };
}

/** A page of this address, or none at all: no other may act with its cookies. */
function isOwn({ host, origin }: IncomingHttpHeaders): boolean {
  if (host === undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}

/** Places of the venue are places here; a provider elsewhere stays where it is. */
function locationHere(location: string, origin: string, basePath: string): string {
  if (!URL.canParse(location))
    return location.startsWith("/") ? pathHere(location, basePath) : location;
  const to = new URL(location);
  return to.origin === origin ? pathHere(to.pathname, basePath) + to.search + to.hash : location;
}

async function answer(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  path: string,
  prefix: string,
): Promise<void> {
  const { host, "accept-encoding": encoding, "if-none-match": known } = headers;
  const isRead = method === "GET" || method === "HEAD";
  const asked = { path, host, acceptEncoding: String(encoding ?? ""), cookiePrefix: prefix };
  const file = isRead ? await terminalFile(asked).catch(() => undefined) : null;
  if (file === undefined) res.writeHead(500).end("the page cannot be made: esbuild is missing");
  else if (file === null) res.writeHead(404).end();
  else {
    const { status, headers: said, body } = answerOf(file, known);
    res.writeHead(status, said).end(body);
  }
}
