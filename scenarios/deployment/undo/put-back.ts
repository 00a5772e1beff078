/** Puts back one change that a run has left at a target. */
import { setTimeout as delay } from "node:timers/promises";
import type { Deployment } from "../connect.ts";
import { giveBack, positionsOf } from "../positions.ts";
import { type Credentials, credentialHeaders, hasKey } from "../profile/credentials.ts";
import { listOf, member, positionOf } from "../reading/reading.ts";
import { type Exchange, isSuccess } from "../wire/exchange.ts";
import type { TargetChange } from "./change.ts";

/** A trade shows in positions within so many reads. */
const READS_MOST = 4;
const BETWEEN_READS_MS = 300;

/** Why it could not be put back; null where it is. Never throws for what a target does. */
export function putBack(change: TargetChange, deployment: Deployment): Promise<string | null> {
  if (change.what === "switch") return switchedBack(change, deployment);
  return change.what === "orders" ? cancelled(change, deployment) : revoked(change, deployment);
}

async function switchedBack(
  { path, body }: TargetChange & { what: "switch" },
  { control, problems }: Deployment,
): Promise<string | null> {
  if (control === null) {
    return problems.find(({ fatal }) => fatal)?.message ?? "needs control in the profile";
  }
  return refusal(await control.send({ method: "PUT", path, body }));
}

/** Cancels them, and trades back what the agent holds of them, as far as it is known. */
async function cancelled(
  { agent: name, market, held }: TargetChange & { what: "orders" },
  deployment: Deployment,
): Promise<string | null> {
  const { agents, browser } = deployment.profile;
  const agent = agents.find((one) => one.name === name);
  const credentials = agent ?? (browser?.name === name ? browser : undefined);
  if (credentials === undefined) return `needs ${name} among the profile's agents`;
  const query = market === null ? {} : { query: { market_id: market } };
  const refused = refusal(await ask(deployment, credentials, "DELETE", "/orders", query));
  if (refused !== null || market === null || held === null || agent === undefined) return refused;
  const heldNow = async () => positionOf(await positionsOf(deployment, agent), market);
  const before = await heldNow();
  if (before === null || before === held) return null;
  await giveBack(deployment, agent, { id: market, held, holds: before });
  for (let reads = 1; reads < READS_MOST; reads += 1) {
    if ((await heldNow()) === held) return null;
    await delay(BETWEEN_READS_MS);
  }
  return `${name} holds ${await heldNow()} there, and ${held} before the run`;
}

/** Sessions revoke keys; keys cannot. */
async function revoked(
  { agent, id, name }: TargetChange & { what: "key" },
  deployment: Deployment,
): Promise<string | null> {
  const { browser } = deployment.profile;
  if (browser === null) return "needs browser in the profile: a session revokes keys";
  const path = `/me/agents/${agent}/keys`;
  if (id !== null) return refusal(await ask(deployment, browser, "DELETE", `${path}/${id}`));
  const { response } = await ask(deployment, browser, "GET", path);
  const keys = response?.status === 200 ? listOf(response.body) : null;
  if (keys === null || name === null) return `look for it in GET ${path}`;
  for (const key of keys.filter((one) => member(one, "name") === name)) {
    const found = String(member(key, "keyid") ?? member(key, "id"));
    const refused = refusal(await ask(deployment, browser, "DELETE", `${path}/${found}`));
    if (refused !== null) return refused;
  }
  return null;
}

function ask(
  { client, profile }: Deployment,
  credentials: Credentials,
  method: string,
  path: string,
  how: { query?: Record<string, string> } = {},
): Promise<Exchange> {
  const headers = hasKey(credentials) ? {} : credentialHeaders(credentials);
  return client.send({ method, path: profile.prefix + path, credentials, headers, ...how });
}

/** What is not there any more needs no end. */
function refusal({ request, response, failure }: Exchange): string | null {
  const status = response?.status;
  if (isSuccess(status) || status === 404 || status === 410) return null;
  const what = `${request.method} ${request.path}`;
  return response === null ? `no answer to ${what} (${failure})` : `${what} was answered ${status}`;
}
