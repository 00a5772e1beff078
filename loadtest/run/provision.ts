/** Makes a target ready for a run: agents, markets to trade, orders to be declined against. */

import { type Deployment, demandControl } from "../../scenarios/deployment/connect.ts";
import { type OrderBody, readPlaced } from "../../scenarios/deployment/reading/order.ts";
import { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { Client } from "../../scenarios/deployment/wire/client.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";
import { agentsWished, carriedBy } from "../plan/budget.ts";
import { FLOWS, type FlowName } from "../plan/flows.ts";
import type { LoadMarket, LoadSettings } from "../plan/settings.ts";
import { openAgents } from "./agents.ts";
import { boundSession, marketsFor } from "./markets.ts";
import { offeredReads, streamAddress } from "./probes.ts";

/** A run that can start. `notes` say what was lowered or left out, the rate first. */
export interface Provision {
  settings: LoadSettings;
  agents: LoadAgent[];
  notes: string[];
  /** Cancels what the run left resting. */
  cleanUp(): Promise<void>;
}

/** Errors: UsageError when the target cannot be reached, or nothing can be sent to it. */
export async function provision(deployment: Deployment, wished: LoadSettings): Promise<Provision> {
  await demandAnswer(deployment);
  await demandControl(deployment);
  return prepared(deployment, wished);
}

async function demandAnswer({ profile: { prefix }, client }: Deployment): Promise<void> {
  const { response, failure } = await client.send({ method: "GET", path: `${prefix}/markets` });
  if (response !== null) return;
  const what = `GET ${client.baseUrl}${prefix}/markets`;
  throw new UsageError(`base_url: ${what} got no answer (${failure}); is the venue running?`);
}

async function prepared(deployment: Deployment, wished: LoadSettings): Promise<Provision> {
  const isLimits = wished.plan === "limits";
  const spare = isLimits ? 2 : 0;
  const agents = await openAgents(deployment, {
    agents: agentsWished(wished) + spare,
    runId: wished.runId,
  });
  if (isLimits && agents.length < 2) {
    throw new UsageError("the limits plan needs two agents: one to limit, one to stay unhurt");
  }
  const streamUrl = await streamAddress(deployment, agents[0] ?? null);
  const markets = await marketsFor(
    deployment,
    wished.flows.map(({ name }) => name),
  );
  const possible = possibleFlows(wished, { agents: agents.length, markets });
  const { reads, notes: closed } = await offeredReads(
    deployment,
    possible.settings,
    agents[0] ?? null,
  );
  const session = await boundSession(deployment, wished.session);
  const target = { ...wished.target, streamUrl };
  const withTarget = { ...possible.settings, target, reads, session };
  const streamed = withStreams(withTarget, agents.length);
  const { settings, note } = isLimits
    ? { settings: streamed.settings, note: null }
    : carriedBy(streamed.settings, agents.length);
  writeDown(deployment, settings, agents);
  const unseeded = await seedDeclines(deployment, settings, agents);
  const ofSession = session?.notes ?? [];
  const notes = [note, ...possible.notes, ...streamed.notes, ...closed, ...unseeded, ...ofSession];
  return {
    settings,
    agents,
    notes: notes.filter((one) => one !== null),
    cleanUp: () => cancelEverything(deployment, settings, agents),
  };
}

/** Flows that lack agents or a market are left out, and named. */
function possibleFlows(
  settings: LoadSettings,
  { agents, markets }: { agents: number; markets: Map<FlowName, LoadMarket[]> },
): { settings: LoadSettings; notes: string[] } {
  const flows = settings.flows.map((flow) => ({ ...flow, markets: markets.get(flow.name) ?? [] }));
  const lacking = flows.map(({ name, markets: own }) => {
    const { agents: wanted, market } = FLOWS[name].needs;
    if (agents < wanted) return `needs ${wanted} agents in the profile, or control`;
    return market && own.length === 0 ? "needs an OPEN market" : null;
  });
  const notes = flows.flatMap(({ name }, index) => {
    return lacking[index] === null ? [] : [`flow ${name} left out: ${lacking[index]}`];
  });
  return { settings: { ...settings, flows: flows.filter((_, i) => lacking[i] === null) }, notes };
}

function withStreams(
  settings: LoadSettings,
  agents: number,
): { settings: LoadSettings; notes: string[] } {
  if (settings.sockets === 0 || agents === 0) {
    return { settings: { ...settings, sockets: 0 }, notes: [] };
  }
  if (settings.target.streamUrl !== null) return { settings, notes: [] };
  const notes = ["streams left out: no ticket of this target opens one"];
  return { settings: { ...settings, sockets: 0 }, notes };
}

/**
 * One offer at the top of the band and one bid at its bottom, so that a POST_ONLY would cross. Returns
 * a note for each that was not accepted.
 */
async function seedDeclines(
  deployment: Deployment,
  { flows, runId }: LoadSettings,
  agents: readonly LoadAgent[],
): Promise<string[]> {
  const notes: string[] = [];
  const [agent] = agents;
  const markets = flows.find(({ name }) => name === "decline")?.markets ?? [];
  if (agent === undefined) return notes;
  for (const [index, { id, low, high }] of markets.entries()) {
    for (const order of [
      { side: "SELL", price: high },
      { side: "BUY", price: low },
    ]) {
      const named = { ...order, client_order_id: `${runId}-far-${index}-${order.side}` };
      const body = { market_id: id, type: "LIMIT", qty: 1, ...named };
      const exchange = await deployment.client.send({
        method: "POST",
        path: `${deployment.profile.prefix}/orders`,
        headers: { authorization: `Bearer ${agent.api_key}` },
        body,
      });
      const { fate, httpStatus, reason } = readPlaced(body, exchange);
      const answered = exchange.failure ?? `HTTP ${httpStatus} ${reason ?? ""}`.trim();
      if (fate !== "accepted") notes.push(unseededText(id, order, answered));
    }
  }
  return notes;
}

function unseededText(id: string, { side, price }: OrderBody, answered: string): string {
  const order = `the ${side} at ${price} of market ${id}`;
  return `flow decline may be accepted: ${order}, which it would cross, was not (${answered})`;
}

/** Where k6 will place orders of the profile's agents. */
function writeDown(
  { profile, undo }: Deployment,
  settings: LoadSettings,
  agents: readonly LoadAgent[],
): void {
  const names = new Set(agents.map(({ name }) => name));
  for (const { name } of profile.agents.filter((one) => names.has(one.name))) {
    for (const market of marketsTraded(settings)) undo.places(name, market);
  }
}

function marketsTraded({ flows, session }: LoadSettings): Set<string> {
  const traded = flows.flatMap(({ markets }) => markets.map(({ id }) => id));
  return new Set([...traded, ...Object.values(session?.markets ?? {})]);
}

/** A client of its own: the run may have taken minutes, and connections do not live that long. */
async function cancelEverything(
  { profile: { baseUrl, prefix }, undo }: Deployment,
  settings: LoadSettings,
  agents: readonly LoadAgent[],
): Promise<void> {
  const client = new Client({ baseUrl, redactor: new Redactor(), timeoutMs: 2_000 });
  for (const { name, api_key: key } of agents) {
    const headers = { authorization: `Bearer ${key}` };
    const path = `${prefix}/orders`;
    const cancels = [...marketsTraded(settings)].map((id) =>
      client.send({ method: "DELETE", path, query: { market_id: id }, headers }),
    );
    const answers = await Promise.all(cancels);
    if (answers.some(({ response }) => response === null)) break;
    if (answers.some(({ response }) => (response?.status ?? 0) >= 300)) continue;
    undo.settle((change) => change.what === "orders" && change.agent === name);
  }
  await client.close();
}
