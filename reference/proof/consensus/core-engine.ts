/** The reference's core as an engine of the survey: a message becomes a command or two. */
import type { Command, OrderRequest } from "../../core/commands.ts";
import type { CancelOutcome, Outcomes, PlaceResult } from "../../core/outcomes.ts";
import { Venue } from "../../core/venue.ts";
import { type EngineTrade, type ReportingEngine, type Reports, report } from "./reports.ts";
import type { WireMessage } from "./workload.ts";

/** All bids are one agent's and all asks the other's: no order meets one of its own agent. */
const AGENTS = ["buyer", "seller"] as const;
/** Room for whatever either agent could come to hold. Units: cents, ticks, contracts. */
const CASH_CENTS = 1e15;
const MARKET = {
  marketId: "market",
  kind: "BTC_PERP",
  tick: 1,
  band: [1, 1_000_000],
  positionCap: 100_000_000,
  markPrice: null,
} as const;

/** How a modify is said to the venue: by two commands or by one, the order queues anew. */
type ModifyWay = "cancel and place" | "amend";

/**
 * The unmodified state machine with its default limits and gates.
 * Errors: throws when an order of the workload is declined, as none may be.
 */
export class CoreEngine implements ReportingEngine {
  readonly name: string;
  private readonly venue: Venue;
  private readonly way: ModifyWay;
  private trades: EngineTrade[] = [];

  constructor(way: ModifyWay) {
    this.name = `core, modify by ${way}`;
    this.way = way;
    this.venue = new Venue({
      emit: (event) => {
        if (event.type !== "trade") return;
        const { price, qty, makerOrderId, takerOrderId } = event;
        const makerId = Number(makerOrderId);
        this.trades.push({ price, qty, makerId, takerId: Number(takerOrderId) });
      },
    });
    this.open();
  }

  take(message: WireMessage, seq: number): Reports {
    this.trades = [];
    if (message.type === "new") return this.enter(message, seq);
    if (message.type === "cancel") return this.cancel(message, seq);
    const isDone = this.way === "amend" ? this.amend(message) : this.replace(message);
    if (!isDone) return [report.modifyReject(seq, message)];
    return [...this.tradesOf(seq), report.modifyAck(seq, message)];
  }

  private open(): void {
    for (const agentId of AGENTS) {
      const ids = { agentId, accountId: agentId, publicId: agentId, owner: agentId };
      this.apply({ type: "open-agent", ...ids, name: agentId, cashCents: CASH_CENTS });
    }
    this.apply({ type: "create-market", ...MARKET });
  }

  private enter(message: WireMessage, seq: number): Reports {
    const { remainingQty, status } = this.place(message);
    const lines = [report.orderAck(seq, message), ...this.tradesOf(seq)];
    const isCut = message.isIoc && status === "CANCELLED";
    if (remainingQty > 0 && message.isIoc) throw new Error(`IOC order ${message.orderId} rests`);
    return isCut ? [...lines, report.cancelAck(seq, message, message.price)] : lines;
  }

  private cancel(message: WireMessage, seq: number): Reports {
    const outcome = this.withdraw(message);
    if (outcome.kind === "refused") return [report.cancelReject(seq, message)];
    return [report.cancelAck(seq, message, outcome.order.price!)];
  }

  /** False where nothing rests. */
  private replace(message: WireMessage): boolean {
    if (this.withdraw(message).kind === "refused") return false;
    this.place(message);
    return true;
  }

  /** The venue counts a new total, the survey what is to be open: what is filled makes up for it. */
  private amend(message: WireMessage): boolean {
    const { price, qty } = message;
    const { agentId, orderId } = idsOf(message);
    const open = this.venue.openOrder(orderId);
    if (open === null) return false;
    const total = open.filledQty + qty;
    const outcome = this.apply({ type: "amend", agentId, orderId, price, qty: total });
    if (outcome.kind === "refused") throw new Error(`modify refused: ${outcome.message}`);
    return true;
  }

  private withdraw(message: WireMessage): CancelOutcome {
    const { agentId, orderId } = idsOf(message);
    return this.apply({ type: "cancel", agentId, orderId });
  }

  private place(message: WireMessage): PlaceResult {
    const { agentId, orderId } = idsOf(message);
    const outcome = this.apply({ type: "place", agentId, orderId, request: requestOf(message) });
    if (outcome.kind === "refused") throw new Error(`order refused: ${outcome.message}`);
    const { status, rejectReason } = outcome.result;
    if (status === "REJECTED")
      throw new Error(`order ${message.orderId} declined: ${rejectReason}`);
    return outcome.result;
  }

  private tradesOf(seq: number): Reports {
    return this.trades.map((trade) => report.trade(seq, trade));
  }

  /** The workload has no clock: everything happens at once. */
  private apply<C extends Command>(command: C): Outcomes[C["type"]] {
    return this.venue.apply(command, 0);
  }
}

function idsOf({ isBuy, orderId }: WireMessage) {
  return { agentId: AGENTS[isBuy ? 0 : 1], orderId: String(orderId) };
}

function requestOf({ isBuy, isIoc, price, qty }: WireMessage): OrderRequest {
  return {
    marketId: MARKET.marketId,
    side: isBuy ? "BUY" : "SELL",
    type: "LIMIT",
    tif: isIoc ? "IOC" : "GTC",
    price,
    qty,
  };
}
