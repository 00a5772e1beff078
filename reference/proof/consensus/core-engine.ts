/** The reference's core as an engine of the survey: a message becomes a command or two. */
import type { AmendOrder, CancelOrder, OrderRequest, PlaceOrder } from "../../core/commands.ts";
import type { AmendOutcome, CancelOutcome, PlaceOutcome } from "../../core/outcomes.ts";
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

/** A message in the venue's words. Shape: what follows the first is asked where that was done. */
type SurveyCommands = readonly (PlaceOrder | CancelOrder | AmendOrder)[];

/** What came of the last command that was applied, and all trades of the message. */
interface Answered {
  outcome: PlaceOutcome | CancelOutcome | AmendOutcome;
  trades: EngineTrade[];
}

/** The unmodified state machine with its default limits and gates. */
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
    for (const agentId of AGENTS) {
      const ids = { agentId, accountId: agentId, publicId: agentId, owner: agentId };
      const agent = { ...ids, name: agentId, cashCents: CASH_CENTS };
      this.venue.apply({ type: "open-agent", ...agent }, 0);
    }
    this.venue.apply({ type: "create-market", ...MARKET }, 0);
  }

  take(message: WireMessage, seq: number): Reports {
    return this.tell(message, seq, this.run(this.read(message)));
  }

  /** What the venue is to be asked. */
  read(message: WireMessage): SurveyCommands {
    if (message.type === "new") return [placeOf(message)];
    if (message.type === "cancel") return [cancelOf(message)];
    return this.way === "amend" ? [amendOf(message)] : [cancelOf(message), placeOf(message)];
  }

  /** Asks it. The workload has no clock: everything happens at once. */
  run(asked: SurveyCommands): Answered {
    this.trades = [];
    let outcome: Answered["outcome"] | null = null;
    for (const command of asked) {
      if (outcome?.kind === "refused") break;
      outcome = this.venue.apply(command.type === "amend" ? this.total(command) : command, 0);
    }
    return { outcome: outcome!, trades: this.trades };
  }

  /** Writes down what came of it. Errors: throws when an order is declined, as none may be. */
  tell(message: WireMessage, seq: number, { outcome, trades }: Answered): Reports {
    if (outcome.kind === "refused") {
      if (outcome.code !== "ORDER_NOT_FOUND") throw new Error(`refused: ${outcome.message}`);
      return [
        (message.type === "cancel" ? report.cancelReject : report.modifyReject)(seq, message),
      ];
    }
    if (outcome.kind === "cancelled") {
      return [report.cancelAck(seq, message, outcome.order.price!)];
    }
    const { status, remainingQty } = outcome.kind === "result" ? outcome.result : outcome.order;
    if (status === "REJECTED") throw new Error(`order ${message.orderId} declined`);
    if (message.isIoc && remainingQty > 0) throw new Error(`IOC order ${message.orderId} rests`);
    const lines = trades.map((trade) => report.trade(seq, trade));
    if (message.type === "modify") return [...lines, report.modifyAck(seq, message)];
    lines.unshift(report.orderAck(seq, message));
    const isCut = message.isIoc && status === "CANCELLED";
    return isCut ? [...lines, report.cancelAck(seq, message, message.price)] : lines;
  }

  /** The venue counts a new total, the survey what is to be open: what is filled makes up for it. */
  private total(command: AmendOrder): AmendOrder {
    const filledQty = this.venue.openOrder(command.orderId)?.filledQty ?? 0;
    return filledQty === 0 ? command : { ...command, qty: command.qty! + filledQty };
  }
}

function placeOf(message: WireMessage): PlaceOrder {
  return { type: "place", ...idsOf(message), request: requestOf(message) };
}

function cancelOf(message: WireMessage): CancelOrder {
  return { type: "cancel", ...idsOf(message) };
}

function amendOf(message: WireMessage): AmendOrder {
  const { price, qty } = message;
  return { type: "amend", ...idsOf(message), price, qty };
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
