/** What an agent holds. */
import { type ComponentChild, h } from "preact";
import type { Records } from "../../client/client.ts";
import { dollars, figure, gain } from "./figures.ts";
import { marketName } from "./orders-view.ts";
import { num, panel, staleNote, table } from "./parts.ts";
import { followed, followedId, type Holdings, own } from "./state.ts";
import { sortedOrders } from "./take.ts";

const HEADINGS = ["Market", "#Qty", "#Entry", "#Open gain", "#Gained", "Margin"];

/** Positions of the agent that the page acts for. */
export function Positions(): ComponentChild {
  const { positions, live } = own.read();
  return panel(
    "Positions",
    { name: "positions", aside: staleNote(!live.has("positions")) },
    table("Positions", HEADINGS, rowsOf(positions), "no position"),
  );
}

const rowsOf = (positions: Holdings["positions"]): ComponentChild[] =>
  [...positions.values()].filter(({ qty }) => qty !== 0).map(rowOf);

function rowOf(position: Records["Position"]): ComponentChild {
  const { market_id, qty, leverage, margin_mode } = position;
  const terms = [leverage === null ? "" : `${figure(leverage)}×`, margin_mode ?? ""];
  return h(
    "tr",
    { key: market_id },
    h("td", { class: "market" }, marketName(market_id)),
    num(`${qty > 0 ? "long " : "short "}${figure(Math.abs(qty))}`),
    num(figure(position.avg_entry_price)),
    num(gain(position.unrealized_pnl_cents)),
    num(gain(position.realized_pnl_cents)),
    h("td", null, terms.join(" ").toLowerCase()),
  );
}

/** What another agent of the same owner has, to read alone. */
export function Followed(): ComponentChild | null {
  if (followedId.value === null) return null;
  const { orders, positions, wallet, live } = followed.read();
  const rows = sortedOrders(orders.values()).working.map((order) =>
    h(
      "tr",
      { key: order.order_id, class: order.side === "BUY" ? "bid" : "ask" },
      h("td", { class: "market" }, marketName(order.market_id)),
      h("td", { class: "side" }, order.side === "BUY" ? "▲ buy" : "▼ sell"),
      num(figure(order.price)),
      num(figure(order.remaining_qty)),
    ),
  );
  return panel(
    "Followed agent",
    { name: "followed", aside: staleNote(!live.has("orders")) },
    h(
      "p",
      null,
      "Free ",
      h("b", null, dollars(wallet?.free_cents)),
      " of ",
      h("b", null, dollars(wallet?.equity_cents)),
    ),
    table(
      "Orders of the followed agent",
      ["Market", "Side", "#Price", "#Rest"],
      rows,
      "no order rests",
    ),
    table("Positions of the followed agent", HEADINGS, rowsOf(positions), "no position"),
  );
}
