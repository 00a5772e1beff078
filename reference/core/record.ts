/** A command as one line of JSON, written faster than JSON.stringify does: every write is journaled. */
import type { Command, OrderRequest, PlaceOrder } from "./commands.ts";

const PLAIN = /^[\w-]*$/;

/** Whether a text stands for itself in JSON, as ids do. */
function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Units: epoch ms. Shape: `{"at":MS,"type":TYPE,...}`; parsed again it is the command with `at`. */
export function encodeCommand(command: Command, at: number): string {
  if (command.type === "place") return encodePlace(command, at);
  if (command.type === "cancel") {
    const { agentId, orderId } = command;
    if (isPlain(agentId) && isPlain(orderId)) {
      return `{"at":${at},"type":"cancel","agentId":"${agentId}","orderId":"${orderId}"}`;
    }
  }
  return encodeAny(command, at);
}

function encodeAny(command: Command, at: number): string {
  return `{"at":${at},${JSON.stringify(command).slice(1)}`;
}

function encodePlace(command: PlaceOrder, at: number): string {
  const { agentId, orderId, request } = command;
  const { marketId, side, type, qty, price, clientOrderId = "" } = request;
  const ids = isPlain(agentId) && isPlain(orderId) && isPlain(marketId);
  if (!ids || !isPlain(clientOrderId)) return encodeAny(command, at);
  const head = `{"at":${at},"type":"place","agentId":"${agentId}","orderId":"${orderId}","request":`;
  const order = `{"marketId":"${marketId}","side":"${side}","type":"${type}","qty":${qty}`;
  const limit = price === undefined ? "" : `,"price":${price}`;
  return `${head}${order}${limit}${encodeOptions(request)}}}`;
}

/** What a plain order does without. */
function encodeOptions(request: OrderRequest): string {
  let text = "";
  if (request.clientOrderId !== undefined) text += `,"clientOrderId":"${request.clientOrderId}"`;
  if (request.tif !== undefined) text += `,"tif":"${request.tif}"`;
  if (request.timestampMs !== undefined) text += `,"timestampMs":${request.timestampMs}`;
  if (request.recvWindowMs !== undefined) text += `,"recvWindowMs":${request.recvWindowMs}`;
  if (request.reduceOnly !== undefined) text += `,"reduceOnly":${request.reduceOnly}`;
  if (request.slippageCapCents !== undefined) {
    text += `,"slippageCapCents":${request.slippageCapCents}`;
  }
  if (request.slippageCapBps !== undefined) text += `,"slippageCapBps":${request.slippageCapBps}`;
  if (request.leverage !== undefined) text += `,"leverage":${request.leverage}`;
  if (request.marginMode !== undefined) text += `,"marginMode":"${request.marginMode}"`;
  if (request.confirmFatFinger !== undefined) {
    text += `,"confirmFatFinger":${request.confirmFatFinger}`;
  }
  return text;
}
