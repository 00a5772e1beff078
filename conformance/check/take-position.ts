/** Stands an agent where its cell says, before the body of a check begins. */

import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { Cell } from "./cell.ts";
import { type CheckContext, opposite } from "./check-context.ts";
import { that } from "./expectation.ts";

/** Contracts held in a cell of position long or short: enough to be reduced in part. */
export const HELD = 2;

/** The side that adds to the position of a cell. */
export const adding = ({ position }: Cell): Side => (position === "short" ? "SELL" : "BUY");

/** The side that takes from it. */
export const shrinkingSide = (cell: Cell): Side => opposite(adding(cell));

/**
 * Long or short by `HELD` contracts in `t.market`, by a trade with the other agent; flat where the
 * cell says so. Errors: Inconclusive where a third party interferes.
 */
export async function takePosition(t: CheckContext): Promise<void> {
  const { position } = t.cell;
  if (position === undefined) return;
  await t.flat(t.agent);
  if (position === "flat") return;
  const { agent, other } = t;
  const [buyer, seller] = position === "long" ? [agent, other] : [other, agent];
  await t.trade({ buyer, seller, qty: HELD });
  const wanted = position === "long" ? HELD : -HELD;
  const shown = that<number | null>("as traded", (qty) => qty === null || qty === wanted);
  const held = await t.reading(() => t.agent.position(t.market), shown);
  // Where nobody else trades, a position that is not what was traded is the venue's own.
  if (held !== null && held !== wanted && !t.market.info.own) {
    throw new Inconclusive(`the agent holds ${held} after a trade that makes it ${wanted}`);
  }
}
