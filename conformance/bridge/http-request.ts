/** A request to the bridge over HTTP: whose it is, whether it may come at all, and its bounded body. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";

/** @bound {BODY_BYTES_MAX} bytes of a body: 413; conformance/bridge/http.test.ts */
const BODY_BYTES_MAX = 1_048_576;

/** This machine, whatever it is called. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why a request is refused before the protocol sees it. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A page of another site may give its own name this machine's address, or post from afar.
 * Errors: HttpRefusal for a Host or an Origin that is not this machine's.
 */
export function demandOwnHost({ host, origin }: IncomingHttpHeaders): void {
  if (!isLocal(`http://${host}`)) {
    throw new HttpRefusal(403, "the bridge answers to names of this machine alone");
  }
  if (origin !== undefined && !isLocal(origin)) {
    throw new HttpRefusal(403, "a page of another site may ask for nothing here");
  }
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

/** The API key that a request carries; null where it has none. Errors: HttpRefusal for another scheme. */
export function keyIn({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [, key] = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(authorization) ?? [];
  if (key !== undefined) return key;
  throw new HttpRefusal(401, "give an API key of the venue: Authorization: Bearer KEY");
}

/** The JSON of a body. Errors: HttpRefusal for one that is too long, or none. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = jsonIn((await bytesOf(request)).toString());
  if (body === undefined) throw new HttpRefusal(400, "the body is no JSON");
  return body;
}

/** Errors: HttpRefusal for a body that is too long. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  /** @bound the longest body: what comes after it is not read; conformance/bridge/http.test.ts */
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new HttpRefusal(413, `at most ${BODY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
