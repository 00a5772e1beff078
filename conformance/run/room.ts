/** Whether the limits leave room for what a check is known to send. */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import type { Pacer } from "../../scenarios/deployment/wire/pacing.ts";
import type { Cell } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { type CellsCost, knownCost, readsIn, writesIn } from "./costs.ts";

/** What leaving no trace takes of each agent at most: an order that trades back, and a cancel. */
const CLEANUP_WRITES = 3;

/** Where there is to be room: `own` where control makes markets, `spare` for writes that are left to others. */
interface Room {
  pacer: Pacer;
  own: boolean;
  spare?: number | undefined;
}

/**
 * How long until each caller of a lease that others use too may send what one cell of the check takes,
 * with as many writes left as `spare` says, and its agent may be declined as often on the cell's side of
 * each of its markets (H-03): who is declined otherwise waits where it is. Units: ms; 0 for a check whose
 * cost nobody has measured.
 */
export function waitFor(
  check: Check,
  cell: Cell,
  lease: Lease,
  { pacer, own, spare = 0 }: Room,
): number {
  const known = knownCost(check.title, own);
  if (known === undefined) return 0;
  const { writes, reads, declines } = perCell(known);
  const { agent, other, sibling, human } = lease;
  const callers = [agent, other, sibling, human].filter((one) => one !== undefined);
  const sending = callers.flatMap((one) => [
    writes === 0 ? 0 : pacer.roomFor(one, "write", writes + CLEANUP_WRITES + spare),
    reads === 0 ? 0 : pacer.roomFor(one, "read", reads),
  ]);
  const leased = [lease.market, lease.secondMarket].filter((one) => one !== undefined);
  const markets = agent && declines > 0 ? [...leased, ...lease.closed.values()] : [];
  const { side = "BUY" } = cell;
  const declining = markets.map(({ id }) => pacer.declineRoom(agent!, id, side, declines));
  return Math.max(0, ...declining, ...sending);
}

/** How much one cell of a check sends. */
function perCell({ cells, requests, declines }: CellsCost) {
  const each = (count: number) => Math.ceil(count / Math.max(cells, 1));
  return {
    writes: each(writesIn(requests)),
    reads: each(readsIn(requests)),
    declines: each(declines),
  };
}
