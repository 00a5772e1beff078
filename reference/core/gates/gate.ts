/** What an admission gate is: one named reason not to take an order. */
import type { Agent } from "../agent.ts";
import type { OrderRequest } from "../commands.ts";
import type { VenueLimits } from "../limits.ts";
import type { Market } from "../market.ts";
import type { PlaceResult, Refusal } from "../outcomes.ts";
import type { Position } from "../position.ts";
import type { RejectCode } from "../rejects.ts";

/** The engine's no: a REJECTED result with this reason. Shape: keys of `details` are the wire's. */
export interface Decline {
  kind: "declined";
  code: RejectCode;
  message: string;
  details?: Readonly<Record<string, number>>;
}

/** The order is known already: its first result stands. */
export interface FirstResult {
  kind: "first-result";
  result: PlaceResult;
}

export type Objection = Decline | Refusal | FirstResult;

/**
 * What gates may look at; they change nothing.
 * Units: ms, price units. Shape: `market` and `position` are null for an unknown market only, so
 * every gate behind market-exists may rely on them; `touch` is the best opposite price, null on an
 * empty side; `limit` is the limit price, or the price protection of a MARKET order (D-065), and
 * NaN when nothing bounds it.
 */
export interface Admission {
  frozen: boolean;
  limits: VenueLimits;
  atMs: number;
  isIndexLost: boolean;
  agent: Agent;
  market: Market | null;
  position: Position | null;
  touch: number | null;
  limit: number;
}

/** One reason, checked by a pure function; null means this gate does not object. */
export interface Gate {
  readonly name: string;
  readonly check: (order: OrderRequest, context: Admission) => Objection | null;
}

/** A decline by the engine. */
export function decline(code: RejectCode, message: string): Decline {
  return { kind: "declined", code, message };
}

/** A refusal of content: the field, as the wire names it, and what is wrong with it. */
export function invalid(field: string, message: string): Refusal {
  const details = { errors: [{ field, message }] };
  return { kind: "refused", code: "VALIDATION_ERROR", message: `${field}: ${message}`, details };
}
