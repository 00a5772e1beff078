/** What a target offers at all: its stream, and the reads that no feature gate keeps closed. */
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { shakeHands, streamAddressOf } from "../../scenarios/deployment/wire/stream-socket.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";
import { type LoadEndpoint, pathOf } from "../plan/flows.ts";
import type { LoadSettings } from "../plan/settings.ts";

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

/** Reads that do not answer 503 to the first who asks. Spec: Errors, 503. */
export async function offeredReads(
  { profile, client }: Deployment,
  { flows, reads }: LoadSettings,
  agent: LoadAgent | null,
): Promise<{ reads: LoadEndpoint[]; notes: string[] }> {
  const market = flows.find(({ name }) => name === "read")?.markets[0];
  const headers = agent === null ? {} : { authorization: `Bearer ${agent.api_key}` };
  const statuses = await Promise.all(
    reads.map(async (endpoint) => {
      const [path = "", query = ""] = pathOf(endpoint, market?.id ?? "").split("?");
      const asked = { method: "GET", path: profile.prefix + path, headers };
      const parameters = Object.fromEntries(new URLSearchParams(query));
      return (await client.send({ ...asked, query: parameters })).response?.status;
    }),
  );
  const closed = reads.filter((_, index) => statuses[index] === 503);
  // All of them closed is no feature gate: the venue is down, and the run shall say so.
  if (closed.length === reads.length) return { reads: [...reads], notes: [] };
  const notes = closed.map((endpoint) => `reads of ${endpoint} left out: 503 before the run`);
  return { reads: reads.filter((endpoint) => !closed.includes(endpoint)), notes };
}
