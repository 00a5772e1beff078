/** Whether the target's stream opens at all, before a run relies on it. */
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { shakeHands, streamAddressOf } from "../../scenarios/deployment/wire/stream-socket.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";

/** Address of the stream; null when no ticket opens it. */
export async function streamAddress(
  { profile, client }: Deployment,
  agent: LoadAgent | null,
): Promise<string | null> {
  if (agent === null) return null;
  const { response } = await client.send({
    method: "POST",
    path: `${profile.prefix}/auth/ws-ticket`,
    headers: { authorization: `Bearer ${agent.api_key}` },
    body: agent.agent_id === null ? {} : { agent_id: agent.agent_id },
  });
  const { ticket } = Object(response?.body ?? {}) as { ticket?: unknown };
  if (typeof ticket !== "string") return null;
  const address = streamAddressOf(profile).url;
  const { socket } = await shakeHands(address, ticket);
  await socket?.close();
  return socket === null ? null : address;
}
