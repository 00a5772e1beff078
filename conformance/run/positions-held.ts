/** What the profile's agents hold before a run and after it: what could not be traded back (H-12). */
import { setTimeout as delay } from "node:timers/promises";
import type { LeftBehind } from "../../reports/schema/report.ts";
import {
  giveBack,
  type PositionChange,
  positionsOf,
} from "../../scenarios/deployment/positions.ts";
import type {
  AgentCredentials,
  MarketInfo,
} from "../../scenarios/deployment/profile/credentials.ts";
import { positionOf } from "../../scenarios/deployment/reading/reading.ts";
import { distinctTraders } from "../../scenarios/deployment/shared-supply.ts";
import type { SurveyedDeployment } from "../../scenarios/deployment/survey.ts";
import type { Traces } from "./traces.ts";

/** A trade shows in positions within so many reads. */
const READS_MOST = 4;
const BETWEEN_READS_MS = 300;

export class PositionsHeld {
  readonly #deployment: SurveyedDeployment;
  /** What was answered of each agent's positions before the run. */
  readonly #before = new Map<AgentCredentials, unknown>();

  constructor(deployment: SurveyedDeployment) {
    this.#deployment = deployment;
  }

  /** To be called before anything is traded. Agents that control makes hold nothing. */
  async look(): Promise<void> {
    const { pool, profile, undo } = this.#deployment;
    if (pool.own) return;
    for (const agent of distinctTraders(profile.agents)) {
      this.#before.set(agent, await positionsOf(this.#deployment, agent));
    }
    const known = new Map([...this.#before].map(([{ name }, before]) => [name, before]));
    undo.heldBefore = (name, market) => positionOf(known.get(name), market);
  }

  /** Positions in shared markets, of agents that had orders there, that are not what they were. */
  async changed(
    traces: Pick<Traces, "hadOrders">,
    markets: ReadonlyMap<string, MarketInfo>,
  ): Promise<LeftBehind[]> {
    const shared = [...markets.values()].filter(({ own }) => !own);
    const left: LeftBehind[] = [];
    for (const [agent, before] of this.#before) {
      const traded = shared.filter(({ id }) => traces.hadOrders(agent.name, id));
      if (traded.length > 0) left.push(...(await this.#changedOf(agent, before, traded)));
    }
    return left;
  }

  /** What others' orders left an agent with is offered to others, once: never more than that. */
  async #changedOf(
    agent: AgentCredentials,
    before: unknown,
    markets: readonly MarketInfo[],
  ): Promise<LeftBehind[]> {
    const read = async () => changes(before, await positionsOf(this.#deployment, agent), markets);
    let changed = await read();
    for (const change of changed) await giveBack(this.#deployment, agent, change);
    for (let reads = 1; reads < READS_MOST && changed.length > 0; reads += 1) {
      await delay(BETWEEN_READS_MS);
      changed = await read();
    }
    return changed.map(({ id, held, holds }) => {
      const why = `holds ${holds}, and ${held} before the run`;
      return { what: "position", id, agent: agent.name, why };
    });
  }
}

function changes(
  before: unknown,
  after: unknown,
  markets: readonly MarketInfo[],
): PositionChange[] {
  return markets.flatMap(({ id }) => {
    const [held, holds] = [positionOf(before, id), positionOf(after, id)];
    return held === null || holds === null || held === holds ? [] : [{ id, held, holds }];
  });
}
