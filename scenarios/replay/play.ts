/** Sends what a session says, politely: paced where others live too, patient with limits. */
import type { Exchange } from "../deployment/wire/exchange.ts";
import type { Player, SessionDeployment } from "../session/assign.ts";

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

/** Who asks, and what for: enough to be polite. */
export interface Asking {
  player: Player | null;
  method: string;
  expects429: boolean;
}

/** Sends a request as an actor, or as nobody. */
export function play(
  deployment: SessionDeployment,
  request: PlayedRequest,
  as: { name: string | null; player: Player | null; expects429: boolean },
): Promise<Exchange> {
  const { method, path, query, headers, payload } = request;
  return politely(deployment, { ...as, method }, () =>
    deployment.client.send({
      ...{ method, path, headers },
      ...(query !== undefined && { query }),
      ...(payload !== null && { rawBody: payload }),
      ...(as.name !== null && { actor: as.name }),
    }),
  );
}

/** A status with headers, or nothing. */
interface Responded {
  response: { status: number; headers: Readonly<Record<string, string>> } | null;
}

/**
 * Sends when the limits allow it.
 * Shape: a 429 that the session does not expect is waited out twice, then returned; one that it
 * does is not kept from coming.
 */
export async function politely<Sent extends Responded>(
  deployment: SessionDeployment,
  { player, method, expects429 }: Asking,
  send: () => Promise<Sent>,
): Promise<Sent> {
  for (let tries = 0; ; tries += 1) {
    if (!deployment.fresh && !expects429 && player !== null)
      await admitted(deployment, player, method);
    const sent = await send();
    const isLimited = sent.response?.status === 429 && !expects429;
    if (!isLimited || tries === RETRIES_MAX) return sent;
    await waitOut(deployment, sent);
  }
}

async function admitted(
  { pacer }: SessionDeployment,
  player: Player,
  method: string,
): Promise<void> {
  const { agentId, owner, credentials } = player;
  const apiKey = credentials["authorization"] ?? credentials["cookie"] ?? owner;
  const seat = { name: owner, owner, agentId, apiKey, secondApiKey: null, scopes: [] };
  await pacer.admit(seat, method === "GET" || method === "HEAD" ? "read" : "write");
}

async function waitOut(
  { control, clock }: SessionDeployment,
  { response }: Responded,
): Promise<void> {
  const told = Number(response?.headers["retry-after"] ?? 1);
  const seconds = Math.min(Math.max(Number.isFinite(told) ? told : 1, 1), WAIT_SECONDS_MAX);
  if (control?.can("clock")) await control.advance(seconds * 1_000);
  else await clock.sleep(seconds * 1_000);
}
