/** The lines of a report stream, as the survey publishes them: numbers, and commas between. */
import type { WireMessage } from "./workload.ts";

/** One match. Units: ticks, contracts. */
export interface EngineTrade {
  price: number;
  qty: number;
  makerId: number;
  takerId: number;
}

/** What an engine says of one message. Shape: lines in the survey's order: by type, then by match. */
export type Reports = string[];

/** An engine that is told one message after the other. Shape: `seq` counts all messages from 0. */
export interface ReportingEngine {
  name: string;
  take: (message: WireMessage, seq: number) => Reports;
}

export const report = {
  orderAck: (seq: number, { isBuy, orderId, price, qty }: WireMessage): string =>
    `0,${seq},${sideOf(isBuy)},${orderId},${price},${qty}`,
  trade: (seq: number, { price, qty, makerId, takerId }: EngineTrade): string =>
    `1,${seq},${price},${qty},${makerId},${takerId}`,
  /** Of a cancel, and of what is left of an IOC order. Units: the order's own price, in ticks. */
  cancelAck: (seq: number, { isBuy, orderId }: WireMessage, price: number): string =>
    `2,${seq},${sideOf(isBuy)},${orderId},${price}`,
  modifyAck: (seq: number, { isBuy, orderId, price, qty }: WireMessage): string =>
    `3,${seq},${sideOf(isBuy)},${orderId},${price},${qty}`,
  /** Nothing of that id rests. */
  cancelReject: (seq: number, { orderId }: WireMessage): string => `4,${seq},${orderId}`,
  modifyReject: (seq: number, { orderId }: WireMessage): string => `5,${seq},${orderId}`,
};

function sideOf(isBuy: boolean): number {
  return isBuy ? 0 : 1;
}
