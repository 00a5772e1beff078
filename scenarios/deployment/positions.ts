/** What an agent holds, and how a part of it is given back to whoever takes it. */
import type { Deployment } from "./connect.ts";
import type { AgentCredentials } from "./profile/credentials.ts";

type Reached = Pick<Deployment, "client" | "profile">;

/** What is answered of an agent's positions; undefined where they cannot be read. */
export async function positionsOf(
  { client, profile }: Reached,
  credentials: AgentCredentials,
): Promise<unknown> {
  const path = `${profile.prefix}/positions`;
  const { response } = await client.send({ method: "GET", path, credentials });
  return response?.status === 200 ? response.body : undefined;
}

/** A position in a market that is not what it was. Units: contracts, signed. */
export interface PositionChange {
  id: string;
  held: number;
  holds: number;
}

/** Offers the difference to others, once: never more than that. */
export async function giveBack(
  { client, profile }: Reached,
  credentials: AgentCredentials,
  { id, held, holds }: PositionChange,
): Promise<void> {
  const side = holds > held ? "SELL" : "BUY";
  const terms = { side, type: "MARKET", qty: Math.abs(holds - held), reduce_only: true };
  const body = { market_id: id, ...terms };
  await client.send({ method: "POST", path: `${profile.prefix}/orders`, credentials, body });
}
