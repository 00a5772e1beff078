/** What a market's own record tells at the moment. */
import { type Json, recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { AgentClient } from "./agent-client.ts";

/** The record of the market with this id; null where the answer has none. */
export async function marketRecord(agent: AgentClient, id: string): Promise<Json | null> {
  return recordOf((await agent.get(`/markets/${id}`)).response?.body, id);
}
