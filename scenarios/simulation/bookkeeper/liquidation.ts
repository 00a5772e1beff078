/** What the venue closes by itself when a mark moves: whom, after which cancels, and how far. */
import { cancelEach } from "./cancels.ts";
import type { EventReader } from "./events.ts";
import type { Placements } from "./placement.ts";
import { behind, contractValue, crossGain, gainOf, unsettle } from "./reserve.ts";
import { otherSide, type ShadowMarket, type ShadowOrder, type ShadowPosition } from "./shadow.ts";
import { BPS, OWN_IDS, PERP_UNITS, SLIP_BPS } from "./terms.ts";
import { reaches } from "./verdicts.ts";

/** Books what follows from a new mark, agent by agent, and consumes its events. */
export function bookLiquidations(
  market: ShadowMarket,
  { reader, placements }: { reader: EventReader; placements: Placements },
): void {
  const { mark, maintenanceBps } = market;
  if (maintenanceBps === null || mark === null || market.status !== "OPEN") return;
  if (reader.shadow.frozen) return;
  for (const agent of reader.shadow.agents.values()) {
    const position = agent.positions.get(market.marketId);
    if (position === undefined || position.qty === 0 || !isBelow(position, reader)) continue;
    cancelEach(reader, ordersBehind(position));
    const order = closingOrder(position, mark, placements);
    if (order === null) continue;
    reader.shadow.orders.set(order.orderId, order);
    reader.touched.add(position);
    reader.followArrival(order);
    reader.coverage.rule("liquidated");
  }
}

/**
 * Whether less stands behind a position than its market asks for. Where that hangs on what the house
 * has paid in this very command, the venue's next event decides.
 */
function isBelow(position: ShadowPosition, reader: EventReader): boolean {
  const { agent, marginMode } = position;
  if (marginMode === "ISOLATED") {
    const stands = behind(position) + Math.floor(gainOf(position) / PERP_UNITS);
    return stands < needOf([position]);
  }
  const perps = [...agent.positions.values()].filter(({ market }) => market.isPerp);
  const cross = perps.filter((one) => one.marginMode === "CROSS");
  const isolated = perps.filter((one) => one.marginMode === "ISOLATED");
  const kept = isolated.reduce((sum, one) => sum + behind(one), 0);
  const least = agent.cashCents - kept + Math.floor(crossGain(agent) / PERP_UNITS);
  const need = needOf(cross);
  if (least < need !== least + agent.slackCents < need) return reader.nextAgentId === agent.agentId;
  return least < need;
}

/** Units: cents, rounded up. */
function needOf(positions: readonly ShadowPosition[]): number {
  const units = positions.map(({ market: { mark, maintenanceBps }, qty }) =>
    mark === null || maintenanceBps === null
      ? 0
      : Math.ceil((Math.abs(qty) * mark * maintenanceBps) / BPS),
  );
  return Math.ceil(units.reduce((sum, one) => sum + one, 0) / PERP_UNITS);
}

/** Those that hold cash of what the position needs, oldest first. */
function ordersBehind(position: ShadowPosition): ShadowOrder[] {
  const { agent, marginMode } = position;
  const positions = marginMode === "CROSS" ? [...agent.positions.values()] : [position];
  return positions
    .flatMap(({ BUY, SELL }) => [...BUY.orders, ...SELL.orders])
    .sort((one, two) => one.arrival - two.arrival);
}

/** Null where nobody is within reach of the mark. */
function closingOrder(
  position: ShadowPosition,
  mark: number,
  placements: Placements,
): ShadowOrder | null {
  const { agent, market, qty } = position;
  const side = qty < 0 ? "BUY" : "SELL";
  const slip = Math.floor((mark * SLIP_BPS) / BPS);
  const price = side === "BUY" ? mark + slip : mark - slip;
  if (!reaches(otherSide(market, side).best, price, side)) return null;
  const arrival = placements.nextArrival();
  const orderId = OWN_IDS + (arrival + 1).toString(16).padStart(12, "0");
  const order: ShadowOrder = {
    ...{ orderId, agent, market, position, side, type: "MARKET", tif: "IOC", price, arrival },
    ...{ qty: Math.abs(qty), filledQty: 0, reduceOnly: true, leverage: position.leverage },
    ...{ value: contractValue(market, side, price), state: "arriving" },
  };
  unsettle(position);
  position.isUnread = true;
  position[side].forgive();
  position[side].enter(order);
  return order;
}
