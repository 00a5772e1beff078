/** What checks of private channels share: sockets of agents, and their orders as told there. */
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { StreamSocket } from "../../../scenarios/deployment/wire/stream-socket.ts";
import { ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type StreamEvidence, speaksOfAll } from "../../expect/stream.ts";
import { freshTicket } from "../credentials.ts";

/** How long a frame that should not come is waited for. Units: ms. */
const LEAK_MS = 1_000;
/** The same where those whom it is for have it already. Units: ms. */
const LEAK_AFTER_MS = 250;

/** A socket of an agent, opened by its key. */
export async function opened(t: CheckContext, caller: AgentClient): Promise<StreamSocket> {
  return t.stream.opens(await freshTicket(caller));
}

/** What a frame may call an order by: the zero UUID is no order's. */
export function idsOf({ orderId, sent }: PlaceResponse): string[] {
  const ids = [orderId, sent["client_order_id"]].filter((id) => typeof id === "string");
  return ids.filter((id) => id !== ZERO_UUID);
}

/** What came over a socket once it speaks of all those orders, or when patience ends. */
export function told(
  t: CheckContext,
  socket: StreamSocket,
  placed: readonly PlaceResponse[],
): Promise<StreamEvidence> {
  const ids = placed.flatMap(({ orderId }) => orderId ?? []).filter((id) => id !== ZERO_UUID);
  return t.awaited(async () => ({ frames: socket.frames, ids }), speaksOfAll);
}

/** Gives what should not come over `socket` the time to: `theirs` is of whom the orders are. */
export async function waitForLeak(
  t: CheckContext,
  socket: StreamSocket,
  { theirs, placed }: { theirs: StreamSocket; placed: readonly PlaceResponse[] },
): Promise<void> {
  const { ok } = speaksOfAll.judge(await told(t, theirs, placed));
  await socket.quiet(ok ? LEAK_AFTER_MS : LEAK_MS, { orFrame: false });
}
