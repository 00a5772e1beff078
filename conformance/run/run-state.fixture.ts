/** A run's state without preflight, for the tests of this folder: two agents and a shared market. */
import type { TestContext } from "node:test";
import { Pool, type PoolParts } from "../../scenarios/deployment/pool.ts";
import type {
  AgentCredentials,
  MarketInfo,
} from "../../scenarios/deployment/profile/credentials.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import { RunClock } from "../../scenarios/deployment/run-clock.ts";
import { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import { UndoLog } from "../../scenarios/deployment/undo/undo-log.ts";
import { Client } from "../../scenarios/deployment/wire/client.ts";
import { Pacer } from "../../scenarios/deployment/wire/pacing.ts";
import type { Check } from "../check/check.ts";
import type { Effort } from "./cell-plan.ts";
import { RunState } from "./run-state.ts";

/** An agent whose key, owner and id follow from its name. */
export function credentialsOf(name: string): AgentCredentials {
  const common = { name, owner: `owner of ${name}`, agentId: `agent-${name}` };
  return { ...common, apiKey: `key-of-${name}`, secondApiKey: null, scopes: ["read", "trade"] };
}

/** An OPEN binary that others trade too. */
export const SHARED_MARKET: MarketInfo = {
  ...{ id: "market-1", kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 },
  ...{ markPrice: null, own: false },
};

/** What a test gives beside the address. */
type Given = Partial<PoolParts> & {
  timeoutMs?: number;
  patienceMs?: number;
  effort?: Effort | undefined;
};

/** The state of a run at `url`, its pool as given. */
export function stateAt(
  t: TestContext,
  url: string,
  { timeoutMs = 2_000, patienceMs = 0, effort = "standard", ...given }: Given = {},
): RunState {
  const clock = new RunClock();
  const redactor = new Redactor();
  const client = new Client({ baseUrl: url, timeoutMs, redactor });
  t.after(() => client.close());
  const pool = new Pool({
    agents: [credentialsOf("maker"), credentialsOf("taker")],
    browser: null,
    markets: [SHARED_MARKET],
    control: null,
    allowsLoad: false,
    runId: "t0",
    ...given,
  });
  const deployment = {
    ...{ client, clock, pool, redactor, control: given.control ?? null, problems: [] },
    ...{ runId: "t0", fresh: false, seed: null, close: async () => {} },
    pacer: new Pacer({ writesPerMinute: 600, readsPerMinute: 6000 }, clock),
    profile: profileOf({ base_url: url }),
    undo: UndoLog.ofNothing(),
  };
  return new RunState({ deployment, patienceMs, seed: 1, asFound: false, effort });
}

/** A check of one rule unless `given` says otherwise. */
export function checkOf(body: Check["body"], given: Partial<Check> = {}): Check {
  const common = { title: "a check", proves: ["TIF-GTC-01"], over: {}, plain: true as const };
  return { ...common, needs: ["market", "agent"], body, ...given };
}
