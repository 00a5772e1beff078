/** How patient checks and sessions are, and what they make of an answer that says nothing. */
import type { Deployment } from "./connect.ts";
import type { Credentials } from "./profile/credentials.ts";
import { codeOf, objectOf } from "./reading/order.ts";
import type { ApiRequest, SenderParts } from "./send.ts";
import { Gated, Inconclusive, StandsOn } from "./stops.ts";
import { effectOf } from "./wire/client.ts";
import type { Exchange } from "./wire/exchange.ts";

/** How patient a sender is, and what it makes of an answer that says nothing of what was asked. */
export interface SendPolicy {
  /** Whether this request keeps the pace of the limits. */
  paces(ask: Asking): boolean;
  /** Whether a 429 that asks for so much time is waited out. Units: ms. */
  waitsOut(ms: number, by: Limited): boolean;
  /** Lets the time pass that a 429 asks for. */
  wait(ms: number, ask: Asking, by: Limited): Promise<void>;
  /** Tries until a request that may be repeated has its answer. */
  triesMax: number;
  /** What a last answer says that is none; null where it is one like any other. */
  objection(ask: ApiRequest, exchange: Exchange, by: Credentials | null): Error | null;
}

/** What it takes to be polite. */
export type Asking = Pick<ApiRequest, "method" | "tolerates">;

/** Who has met a 429, null for nobody; and how many in a row were waited out. */
interface Limited {
  credentials: Credentials | null;
  waits: number;
}

const TRIES_MAX = 3;
const LIMITED_AGAIN =
  "answered 429 again, though the time that the one before asked for was waited";
const ANONYMOUS_LIMITED =
  "answered 429 for longer than the minute that anonymous requests of a run wait: try again later";

/**
 * For a check: a 429 that it does not expect is waited out once, or by anonymous requests for as long
 * as all of those wait in a run; a lost order answer is resolved by the same body; what still interferes
 * ends the check. Where the target's time can be moved its limits count that, and whatever stands
 * before it the time of the wall.
 */
export function checking({
  clock,
  pacer,
  passes,
}: Pick<SenderParts, "clock" | "pacer" | "passes">): SendPolicy {
  return {
    paces: (ask) => !tolerated(ask, 429),
    // A guard of logins lets anonymous requests wait longer each time.
    waitsOut: (ms, { credentials, waits }) =>
      credentials === null ? pacer.anonymousMayWait(ms) : waits < (passes ? 2 : 1),
    wait: async (ms, { method }, { credentials, waits }) => {
      if (passes && waits === 0) return passes(ms);
      if (credentials !== null) pacer.limited(credentials, effectOf(method), ms);
      await clock.sleep(ms, "until Retry-After is over");
    },
    triesMax: TRIES_MAX,
    objection: (ask, exchange, by) => {
      const { response, failure } = exchange;
      if (response === null) {
        return new Inconclusive(`no response to ${ask.method} ${ask.path}: ${failure}`);
      }
      if (tolerated(ask, response.status)) return null;
      if (response.status === 429) {
        return new Inconclusive(by === null ? ANONYMOUS_LIMITED : LIMITED_AGAIN);
      }
      return response.status < 500 ? null : (gateOf(ask, exchange) ?? interference(exchange));
    },
  };
}

/**
 * For a session: a 429 that it does not expect is waited out twice, one that it does is not kept
 * from coming. Whatever is answered then is what there is to judge. Shape: `allowsControl` lets it
 * move the target's clock to wait.
 */
export function playing(deployment: Deployment & { allowsControl?: boolean }): SendPolicy {
  const { clock, control, fresh, allowsControl = true } = deployment;
  return {
    paces: (ask) => !fresh && !tolerated(ask, 429),
    waitsOut: (_ms, { waits }) => waits < 2,
    wait: async (ms) => {
      if (allowsControl && control?.can("clock")) await control.advance(ms);
      else await clock.sleep(ms, "until Retry-After is over");
    },
    triesMax: 1,
    objection: () => null,
  };
}

/** For an asker to whom a server's error is an answer like any other. */
export const SERVER_ERRORS: readonly number[] = Array.from(
  { length: 100 },
  (_, past) => 500 + past,
);

/** Whether the asker wants to see a status as it is. */
export function tolerated({ tolerates = [] }: Asking, status: number): boolean {
  return tolerates.includes(status);
}

/** An order whose market trades behind a gate that is closed; null for any other answer. */
function gateOf({ method, path, body }: ApiRequest, exchange: Exchange): Gated | null {
  const marketId = objectOf(body)["market_id"];
  if (method !== "POST" || path !== "/orders" || typeof marketId !== "string") return null;
  return isFeatureGate(exchange) ? new Gated(marketId, interference(exchange).message) : null;
}

/** Whether a feature gate answered, and not the kill switch or a gateway in front (D-171). */
export function isFeatureGate({ response }: Exchange): boolean {
  const code = codeOf(response?.body);
  return response?.status === 503 && code !== null && code !== "EXCHANGE_FROZEN";
}

/** What a server error says: a defect of its own rule (500), or somebody else's trouble. */
export function interference(exchange: Exchange): Error {
  const { status = 0, body } = exchange.response ?? {};
  const what = `${exchange.request.method} ${exchange.request.path} answered ${status}`;
  if (status === 500) return new StandsOn("ERR-5XX-01", what);
  return new Inconclusive(`${what} ${codeOf(body) ?? ""}`.trim());
}
