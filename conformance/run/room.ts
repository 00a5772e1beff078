/** Whether the limits leave room for what a check is known to send. */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import type { Pacer } from "../../scenarios/deployment/wire/pacing.ts";
import type { Cell } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import { type CheckCost, knownCosts } from "./costs.ts";

/** What leaving no trace takes of each agent at most: an order that trades back, and a cancel. */
const CLEANUP_WRITES = 3;

/**
 * How long until each agent of a lease may write what one cell of the check takes, and the first may be
 * declined as often on the cell's side of each of its markets (H-03): who is declined otherwise waits
 * where it is. Units: ms; 0 for a check whose cost nobody has measured.
 */
export function waitFor(check: Check, cell: Cell, lease: Lease, pacer: Pacer): number {
  const known = knownCosts()[check.title];
  if (known === undefined) return 0;
  const { writes, declines } = perCell(known);
  const agents = [lease.agent, lease.other, lease.sibling].filter((one) => one !== undefined);
  const leased = [lease.market, lease.secondMarket].filter((one) => one !== undefined);
  const markets = declines === 0 ? [] : [...leased, ...lease.closed.values()];
  const { side = "BUY" } = cell;
  const declining = agents
    .slice(0, 1)
    .flatMap((agent) => markets.map(({ id }) => pacer.declineRoom(agent, id, side, declines)));
  const writing = agents.map((agent) =>
    writes === 0 ? 0 : pacer.roomFor(agent, "write", writes + CLEANUP_WRITES),
  );
  return Math.max(0, ...declining, ...writing);
}

function perCell({ cells, requests, declines }: CheckCost): { writes: number; declines: number } {
  const written = Object.entries(requests).filter(([route]) => !route.startsWith("GET "));
  const writes = written.reduce((sum, [, times]) => sum + times, 0);
  const each = (count: number) => Math.ceil(count / Math.max(cells, 1));
  return { writes: each(writes), declines: each(declines) };
}
