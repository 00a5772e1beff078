/** Two order books of the npm registry, unmodified, as engines of the survey. */
import {
  type CreateOrderOptions,
  type LimitOrderOptions,
  OrderBook,
  OrderType,
  Side,
} from "nodejs-order-book";
import matchEngine from "orderbook-match-engine";
import { type EngineTrade, type ReportingEngine, type Reports, report } from "./reports.ts";
import type { WireMessage } from "./workload.ts";

/** nodejs-order-book, with its own modify; the survey has it among those that conform as shipped. */
export class NodeOrderBook implements ReportingEngine {
  readonly name = "nodejs-order-book";
  private readonly book = new OrderBook();

  take(message: WireMessage, seq: number): Reports {
    if (message.type === "new") return this.enter(message, seq);
    if (message.type === "cancel") return this.cancel(message, seq);
    const { price, qty: size } = message;
    const processed = this.book.modify(String(message.orderId), { price, size });
    if (processed.err !== null) return [report.modifyReject(seq, message)];
    return [...tradesOf(processed, message, seq), report.modifyAck(seq, message)];
  }

  private enter(message: WireMessage, seq: number): Reports {
    const processed = this.book.createOrder(optionsOf(message));
    if (processed.err !== null) throw processed.err;
    const lines = [report.orderAck(seq, message), ...tradesOf(processed, message, seq)];
    const isCut = message.isIoc && processed.quantityLeft > 0;
    return isCut ? [...lines, report.cancelAck(seq, message, message.price)] : lines;
  }

  private cancel(message: WireMessage, seq: number): Reports {
    const order = this.book.cancel(String(message.orderId))?.order;
    if (order === undefined) return [report.cancelReject(seq, message)];
    return [report.cancelAck(seq, message, order.price)];
  }
}

function optionsOf({ orderId, isBuy, isIoc, price, qty: size }: WireMessage): CreateOrderOptions {
  const side = isBuy ? Side.BUY : Side.SELL;
  const timeInForce = (isIoc ? "IOC" : "GTC") as NonNullable<LimitOrderOptions["timeInForce"]>;
  return { type: OrderType.LIMIT, id: String(orderId), side, size, price, timeInForce };
}

type Processed = ReturnType<OrderBook["createOrder"]>;

/** It tells makers that are filled whole, and the last one's part; the taker stands among them. */
function tradesOf(processed: Processed, { orderId: takerId }: WireMessage, seq: number): Reports {
  const { done, partial, partialQuantityProcessed } = processed;
  const last = partial === null ? [] : [{ ...partial, size: partialQuantityProcessed }];
  return ([...done, ...last] as { id: string; price: number; size: number }[])
    .map(({ id, price, size }): EngineTrade => ({ makerId: Number(id), price, qty: size, takerId }))
    .filter(({ makerId }) => makerId !== takerId)
    .map((trade) => report.trade(seq, trade));
}

/** orderbook-match-engine; it has neither modify nor IOC, so both are said by add and cancel. */
export class MatchEngine implements ReportingEngine {
  readonly name = "orderbook-match-engine";
  private readonly book = new matchEngine.Orderbook({ limit: Number.MAX_SAFE_INTEGER });

  take(message: WireMessage, seq: number): Reports {
    if (message.type === "new") return this.enter(message, seq);
    const price = this.cancel(message);
    if (message.type === "cancel") {
      if (price === null) return [report.cancelReject(seq, message)];
      return [report.cancelAck(seq, message, price)];
    }
    if (price === null) return [report.modifyReject(seq, message)];
    return [...this.add(message, seq).trades, report.modifyAck(seq, message)];
  }

  private enter(message: WireMessage, seq: number): Reports {
    const { trades, left } = this.add(message, seq);
    const lines = [report.orderAck(seq, message), ...trades];
    if (!message.isIoc || left === 0) return lines;
    this.cancel(message);
    return [...lines, report.cancelAck(seq, message, message.price)];
  }

  private add({ orderId, isBuy, price, qty }: WireMessage, seq: number) {
    const { order, trades } = this.book.add(orderId, isBuy ? 1 : 0, price, qty);
    const lines = trades.map(({ makerOrderId, takerOrderId, tradePrice, tradeQuantity }) => {
      const ids = { makerId: makerOrderId, takerId: takerOrderId };
      return report.trade(seq, { ...ids, price: Number(tradePrice), qty: Number(tradeQuantity) });
    });
    return { trades: lines, left: Number(order.leaveQuantity) };
  }

  /** The price of what was cancelled, null where nothing rests: it throws then. */
  private cancel({ orderId }: WireMessage): number | null {
    try {
      return Number(this.book.cancel(orderId).price);
    } catch (error) {
      if (!String(error).includes("NOT FOUND")) throw error;
      return null;
    }
  }
}
