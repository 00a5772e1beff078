/** Sends what a session says, politely: paced where others live too, patient with limits. */
import type { Exchange } from "../../conformance/target/exchange.ts";
import type { Player } from "./cast.ts";
import type { Ground } from "./ground.ts";

/** One request, ready to be sent. Shape: `path` has its prefix; `payload` is sent as it is. */
export interface PlayedRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  payload: string | Uint8Array | null;
}

const RETRIES_MAX = 2;
const WAIT_SECONDS_MAX = 65;

/**
 * Sends a request as an actor, or as nobody.
 * Shape: where a 429 is not what the session expects, it is waited out twice, then returned.
 */
export async function play(
  ground: Ground,
  request: PlayedRequest,
  as: { name: string | null; player: Player | null; expects429: boolean },
): Promise<Exchange> {
  for (let tries = 0; ; tries += 1) {
    if (!ground.fresh && as.player !== null) await admitted(ground, as.player, request.method);
    const exchange = await send(ground, request, as.name);
    const isLimited = exchange.response?.status === 429 && !as.expects429;
    if (!isLimited || tries === RETRIES_MAX) return exchange;
    await waitOut(ground, exchange);
  }
}

function send(ground: Ground, request: PlayedRequest, actor: string | null): Promise<Exchange> {
  const { method, path, query, headers, payload } = request;
  return ground.client.send({
    ...{ method, path, headers },
    ...(query !== undefined && { query }),
    ...(payload !== null && { rawBody: payload }),
    ...(actor !== null && { actor }),
  });
}

async function admitted({ pacer }: Ground, player: Player, method: string): Promise<void> {
  const { agentId, owner, credentials } = player;
  const apiKey = credentials["authorization"] ?? credentials["cookie"] ?? owner;
  const seat = { name: owner, owner, agentId, apiKey, secondApiKey: null, scopes: [] };
  await pacer.admit(seat, method === "GET" || method === "HEAD" ? "read" : "write");
}

async function waitOut({ operator }: Ground, { response }: Exchange): Promise<void> {
  const told = Number(response?.headers["retry-after"] ?? 1);
  const seconds = Math.min(Math.max(Number.isFinite(told) ? told : 1, 1), WAIT_SECONDS_MAX);
  if (operator?.control.can("clock")) await operator.advance(seconds * 1_000);
  else await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
