/** Whether the target's stream opens at all, before a run relies on it. */
import { shakeHands } from "../../scenarios/deployment/wire/stream-socket.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";
import type { Means } from "./provision.ts";

/** Address of the stream; null when no ticket opens it. */
export async function streamAddress(
  { profile, client }: Means,
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
  const address = profile.streamUrl ?? profile.baseUrl.replace(/^http/, "ws");
  const { socket } = await shakeHands(address, ticket);
  await socket?.close();
  return socket === null ? null : address;
}
