/** Trades on a venue while its store comes and goes, and asks for everything afterwards. */
import assert from "node:assert/strict";
import type { Mortal } from "./mortal.fixture.ts";
import { Witness } from "./witness.fixture.ts";

/** Requests under way at a time. */
const CLIENTS = 16;

/** How the store is taken away, and given back. */
export interface Outage {
  takeAway(): Promise<unknown>;
  giveBack(): Promise<unknown>;
}

/** What was acknowledged before, during and after an outage outlives a kill at its end. */
export async function outliveOutages(mortal: Mortal, outages: Outage[]): Promise<void> {
  const witness = new Witness(await mortal.start(), () => mortal.url);
  const { placed, doubted } = witness.acknowledged;
  let isOver = false;
  const names = Array.from({ length: CLIENTS }, (_, client) => `c${client}`);
  const clients = names.map((name) => witness.trade(name, () => isOver));
  const trading = Promise.all(clients);
  trading.catch(() => {}); // told below
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await Promise.race([trading, new Promise((resolve) => setTimeout(resolve, 5))]);
  };
  for (const { takeAway, giveBack } of outages) {
    const before = placed.size;
    await until(() => placed.size > before + 10 * CLIENTS);
    await takeAway();
    const doubtedBefore = doubted.size;
    await until(() => doubted.size > doubtedBefore + CLIENTS);
    await giveBack();
  }
  const before = placed.size;
  await until(() => placed.size > before + CLIENTS);
  isOver = true;
  await trading;
  assert.ok(doubted.size > 0);
  await mortal.kill();
  await mortal.start();
  await witness.assertKept();
}
