/** A fresh start of a play on a market that others have traded: nothing open, and all flat. */
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import { listOf } from "../../scenarios/deployment/reading/reading.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";

/** The agents of a play: the first two of different owners, others beside them. */
export type Callers = readonly [AgentClient, AgentClient, ...AgentClient[]];

/**
 * Ends what rests of all on a shared market, and where they are to be `flat` what they hold against
 * each other. Returns their signed positions then; null where unreadable. Units: contracts.
 */
export async function startedAnew(
  t: CheckContext,
  callers: Callers,
  { market, flat }: { market: TradableMarket; flat: boolean },
): Promise<(number | null)[]> {
  await clear(t, callers, market);
  if (flat) await flatten(t, callers, market);
  return heldBy(callers, market);
}

async function clear(t: CheckContext, callers: Callers, market: TradableMarket): Promise<void> {
  for (const caller of callers) {
    if ((await openIn(caller, market))?.length === 0) continue;
    await caller.cancelAll(market.id);
    await t.settle();
    const left = (await openIn(caller, market)) ?? [];
    const ids = left.map((record) => record["order_id"] ?? record["id"]);
    for (const id of ids) await caller.cancel(String(id));
  }
}

async function openIn(caller: AgentClient, { id }: TradableMarket) {
  return listOf((await caller.openOrders(id)).response?.body);
}

function heldBy(callers: Callers, market: TradableMarket): Promise<(number | null)[]> {
  return Promise.all(callers.map((caller) => caller.position(market)));
}

/** Lets those of one owner trade back with the other what all hold against each other. */
async function flatten(t: CheckContext, callers: Callers, market: TradableMarket): Promise<void> {
  const held = await heldBy(callers, market);
  const sum = held.reduce<number>((all, qty) => all + (qty ?? Number.NaN), 0);
  if (sum !== 0 || areFlat.judge(held).ok) return;
  const [, other] = callers;
  for (const [index, caller] of callers.entries()) {
    const qty = Number(held[index]);
    if (caller === other || qty === 0) continue;
    const [buyer, seller] = qty < 0 ? [caller, other] : [other, caller];
    await t.trade({ buyer, seller, qty: Math.abs(qty), market });
  }
  await t.reading(() => heldBy(callers, market), areFlat);
}

const areFlat = that<readonly (number | null)[]>("all flat", (held) => held.every((qty) => !qty));
