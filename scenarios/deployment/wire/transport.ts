/** Names what went wrong on the wire, from the codes Node and undici put on their errors. */
import { UsageError } from "../usage-error.ts";
import type { TransportFailure } from "./exchange.ts";

/** An answer longer than the client is ready to hold. Units: bytes. */
export class TooLarge extends Error {
  readonly code = "ANSWER_TOO_LARGE";

  constructor(bytesMax: number) {
    super(`the answer is longer than ${bytesMax} bytes`);
  }
}

/** A request that no client may send, such as one with a line break in a header. */
export class Unsendable extends UsageError {
  override readonly name = "Unsendable";

  constructor(why: string) {
    super(`no client may send such a request: ${why}`);
  }
}

const FAILURES: readonly (readonly [RegExp, TransportFailure])[] = [
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|UND_ERR_ABORTED|ABORT_ERR)$/, "timeout"],
  [/^ECONNREFUSED$/, "refused"],
  [/^(ENOTFOUND|EAI_\w+)$/, "dns"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/, "reset"],
  [/^(EPROTO|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/, "tls"],
  [/^(HPE_\w+|HTTPParserError|UND_ERR_\w*OVERFLOW\w*)$/, "protocol"],
  [/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ANSWER_TOO_LARGE)$/, "too-large"],
];

/**
 * The failure an error of the client stands for; `expired` says that the deadline ended it.
 * Errors: Unsendable for what no client may send; rethrows what is no transport trouble either.
 */
export function transportFailure(error: unknown, expired: boolean): TransportFailure {
  if (expired) return "timeout";
  if (codeOf(error) === "UND_ERR_INVALID_ARG") throw new Unsendable((error as Error).message);
  if (error instanceof TypeError || error instanceof UsageError) throw error;
  const code = codeOf(error);
  return FAILURES.find(([pattern]) => pattern.test(code))?.[1] ?? "other";
}

// A host with several addresses fails with one error per address; the first says enough.
function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === "string") return code;
  if (errors?.[0]) return codeOf(errors[0]);
  return cause instanceof Error ? codeOf(cause) : (error as Error).name;
}
