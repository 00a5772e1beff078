/** What checks of private channels share: sockets of agents, and their orders as told there. */
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { StreamSocket } from "../../../scenarios/deployment/wire/stream-socket.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { StreamEvidence } from "../../expect/stream.ts";
import { freshTicket } from "../credentials.ts";

/** How long a frame that should not come is waited for. Units: ms. */
export const LEAK_MS = 1_000;
/** The same where those whom it is for have it already. Units: ms. */
export const LEAK_AFTER_MS = 250;

/** A socket of an agent, opened by its key. */
export async function opened(t: CheckContext, caller: AgentClient): Promise<StreamSocket> {
  return t.stream.opens(await freshTicket(caller));
}

/** What a frame may call an order by. */
export function idsOf({ orderId, sent }: PlaceResponse): string[] {
  return [orderId, sent["client_order_id"]].filter((id) => typeof id === "string");
}

/** Reads what came over a socket, beside the id of an order. */
export function told(
  socket: StreamSocket,
  { orderId }: PlaceResponse,
): () => Promise<StreamEvidence> {
  return async () => ({ frames: socket.frames, ids: [String(orderId)] });
}
