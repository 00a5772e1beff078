/** What two bodies of unlike shapes say, where the spec leaves the shape open (D-090, D-100). */
import {
  bookOf,
  executedQty,
  type Json,
  mentions,
  objectsIn,
  positionOf,
  recordOf,
  remainingQty,
  statusOf,
} from "../deployment/reading/reading.ts";
import type { Bindings } from "./bindings.ts";
import { idsIn } from "./compare.ts";

/** Two answers to one request. */
export interface Bodies {
  route: string;
  recorded: unknown;
  live: unknown;
}

/** What one says and the other does not; null where they agree as far as they can be read. */
export function contradiction(bodies: Bodies, bindings: Bindings): string | null {
  const { route } = bodies;
  if (/^GET \/orders/.test(route)) return ofOrders(bodies, bindings);
  if (/book$/.test(route)) return ofBooks(bodies);
  if (/^GET \/positions$/.test(route)) return ofPositions(bodies, bindings);
  return null;
}

function ofOrders({ recorded, live }: Bodies, bindings: Bindings): string | null {
  for (const record of objectsIn(recorded)) {
    const id = record["order_id"] ?? record["id"];
    const liveId = typeof id === "string" ? bindings.liveOf(id) : undefined;
    if (liveId === undefined) continue;
    if (!mentions(live, liveId)) return `order ${id} is not told`;
    const other = recordOf(live, liveId);
    const wrong = other && ofOrder(record, other);
    if (wrong) return `order ${id}: ${wrong}`;
  }
  return null;
}

function ofOrder(record: Json, other: Json): string | null {
  const facts: [string, unknown, unknown][] = [
    ["status", statusOf(record), statusOf(other)],
    ["filled", executedQty(record), executedQty(other)],
    ["remaining", remainingQty(record), remainingQty(other)],
  ];
  const wrong = facts.find(([, then, now]) => then !== null && now !== null && then !== now);
  return wrong ? `${wrong[0]} ${wrong[2]} instead of ${wrong[1]}` : null;
}

function ofBooks({ recorded, live }: Bodies): string | null {
  const [then, now] = [bookOf(recorded), bookOf(live)];
  if (then === null || now === null) return null;
  const same = JSON.stringify(then) === JSON.stringify(now);
  return same ? null : `a book of ${JSON.stringify(now)} instead of ${JSON.stringify(then)}`;
}

function ofPositions({ recorded, live }: Bodies, bindings: Bindings): string | null {
  for (const id of new Set(idsIn(recorded))) {
    const market = bindings.liveOf(id);
    const then = positionOf(recorded, id);
    const now = market === undefined ? null : positionOf(live, market);
    if (then !== null && now !== null && then !== now && then !== 0) {
      return `a position of ${now} instead of ${then}`;
    }
  }
  return null;
}
