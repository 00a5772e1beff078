/** The book with its depth, and the trades beside it. */
import { type ComponentChild, h } from "preact";
import type { DeepLevel } from "./book.ts";
import { figure, timeOf } from "./figures.ts";
import { order } from "./order-fields.ts";
import { num, panel, staleNote, table } from "./parts.ts";
import { looked, lookedTrades, marketId, own } from "./state.ts";

/** Prices of a side that are shown. */
const DEPTH = 12;

/** Asks above, bids below, the best in the middle; own quantity beside each price. */
export function BookPanel(): ComponentChild {
  const { book, live } = looked.read();
  const asks = book.side(false, DEPTH);
  const bids = book.side(true, DEPTH);
  const most = Math.max(1, ...[...asks, ...bids].map(({ qty }) => qty));
  const mine = ownQuantities();
  const row = (side: "ask" | "bid") => (level: DeepLevel) =>
    h(LevelRow, { key: `${side}${level.price}`, side, level, most, mine: mine.get(level.price) });
  return panel(
    "Book",
    { name: "book", aside: staleNote(!live.has(`book:${marketId.value}`)) },
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": "Book" },
      h(
        "table",
        null,
        h("caption", { class: "unseen" }, "Book: asks from the worst down, then bids"),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ...["Side", "Price", "Qty", "Total", "Own"].map((text, at) =>
              h("th", { scope: "col", class: at === 0 ? "" : "num" }, text),
            ),
          ),
        ),
        h("tbody", { class: "asks" }, asks.toReversed().map(row("ask"))),
        h("tbody", null, h("tr", { class: "spread" }, spreadCell(asks[0], bids[0]))),
        h("tbody", { class: "bids" }, bids.map(row("bid"))),
      ),
    ),
  );
}

function spreadCell(ask: DeepLevel | undefined, bid: DeepLevel | undefined): ComponentChild {
  const nobody = !ask && !bid ? "nobody quotes" : "one side alone";
  const told =
    ask && bid
      ? `spread ${figure(ask.price - bid.price)} · mid ${figure((ask.price + bid.price) / 2)}`
      : nobody;
  return h("td", { colSpan: 5 }, told);
}

interface LevelRowFacts {
  side: "ask" | "bid";
  level: DeepLevel;
  most: number;
  mine: number | undefined;
}

function LevelRow({
  side,
  level: { price, qty, total },
  most,
  mine,
}: LevelRowFacts): ComponentChild {
  const take = () => {
    order.price.value = String(price);
    order.side.value = side === "ask" ? "BUY" : "SELL";
  };
  const width = `${Math.round((100 * qty) / most)}%`;
  return h(
    "tr",
    { class: side, style: { "--depth": width } },
    h("td", { class: "side" }, side),
    num(
      h("button", { class: "plain", title: "into the order form", onClick: take }, figure(price)),
    ),
    num(figure(qty), "depth"),
    num(figure(total)),
    num(mine === undefined ? "" : figure(mine), "mine"),
  );
}

function ownQuantities(): Map<number, number> {
  const mine = new Map<number, number>();
  for (const { market_id, status, price, remaining_qty } of own.read().orders.values()) {
    if (market_id !== marketId.value || !/^(NEW|PARTIAL)$/.test(status)) continue;
    if (price !== null) mine.set(price, (mine.get(price) ?? 0) + remaining_qty);
  }
  return mine;
}

/** What traded, newest first. */
export function Trades(): ComponentChild {
  const rows = lookedTrades.value.slice(0, 40).map((trade) => {
    const isBuy = trade.taker_side === "BUY";
    return h(
      "tr",
      { key: trade.trade_id, class: isBuy ? "bid" : "ask" },
      h("td", null, timeOf(trade.ts_ms)),
      h("td", { class: "side" }, isBuy ? "▲ buy" : "▼ sell"),
      num(figure(trade.price)),
      num(figure(trade.qty)),
    );
  });
  return panel(
    "Trades",
    { name: "trades", aside: h(TradesNote, null) },
    table("Trades, newest first", ["Time", "Taker", "#Price", "#Qty"], rows, "nothing traded yet"),
  );
}

const TradesNote = (): ComponentChild =>
  staleNote(!looked.read().live.has(`trades:${marketId.value}`));
