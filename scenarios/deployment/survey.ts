/** Looks a deployment over before a run: what of it works, and what there is to lease. */
import type { Deployment } from "./connect.ts";
import { ControlError } from "./control-endpoint.ts";
import { type Discovery, discoverMarkets } from "./discover.ts";
import { refusalOfMade } from "./key-trial.ts";
import type { LeasedAgents } from "./lease.ts";
import { madeAgents } from "./made-supply.ts";
import { Pool } from "./pool.ts";
import { type PreflightProblem, preflight } from "./preflight.ts";
import type { AgentCredentials, HumanCredentials } from "./profile/credentials.ts";
import { trySession } from "./wire/cookies.ts";

/** A deployment with what there is to lease. */
export interface SurveyedDeployment extends Deployment {
  pool: Pool;
}

/** Looks around; trouble is added to `problems`. Nothing of the tool's own venue is in doubt. */
export async function survey(deployment: Deployment): Promise<SurveyedDeployment> {
  const { profile, control, runId, fresh } = deployment;
  const found = fresh ? NOTHING : await lookAround(deployment);
  const pool = new Pool({
    agents: found.agents,
    browser: found.browser,
    markets: found.markets,
    control,
    allowsLoad: profile.allow.includes("load"),
    people: profile.idp?.people.length ?? 0,
    runId,
  });
  return { ...deployment, pool, problems: [...deployment.problems, ...found.problems] };
}

/** What a run may use of its deployment, and what is wrong with it. */
interface Outlook extends Discovery {
  agents: readonly AgentCredentials[];
  browser: HumanCredentials | null;
}

const NOTHING: Outlook = { markets: [], agents: [], browser: null, problems: [] };

async function lookAround(deployment: Deployment): Promise<Outlook> {
  const { profile, client, control } = deployment;
  const { problems, agents } = await preflight(profile, client, control);
  if (!problems.some(({ fatal }) => fatal)) problems.push(...(await madeKeyProblems(deployment)));
  if (problems.some(({ fatal }) => fatal)) return { ...NOTHING, agents, problems };
  const session = await trySession(profile, client);
  const { markets, problems: ofMarkets } = await discoverMarkets(profile, client);
  const found = [...problems, ...session.problems, ...ofMarkets];
  return { markets, agents, browser: session.browser, problems: found };
}

/** Whether a key that control made is one: without, every rule would fail by the operator's fault. */
async function madeKeyProblems(deployment: Deployment): Promise<PreflightProblem[]> {
  const { profile, client, control, runId } = deployment;
  if (control === null || !control.can("agents")) return [];
  const making = madeAgents(control, `${runId}-trial`).lease({ agent: true });
  const { agent } = await making.catch(unmade);
  const refused = agent && (await refusalOfMade(profile, client, agent));
  if (!refused) return [];
  const message = `of an agent that the endpoint made: ${refused}`;
  return [{ field: "control.url", message, fatal: true }];
}

/** Whoever needs an agent that cannot be made says so. */
function unmade(error: unknown): LeasedAgents {
  if (error instanceof ControlError) return {};
  throw error;
}
