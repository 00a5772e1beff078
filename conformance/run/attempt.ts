/** Runs one check once: leases, judges, cleans up. */

import { TradableMarket } from "../../scenarios/deployment/market.ts";
import type {
  AgentCredentials,
  HumanCredentials,
  MarketInfo,
} from "../../scenarios/deployment/profile/credentials.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Sender } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
import { runScenario, type ScenarioResult } from "../../scenarios/scenario/run.ts";
import { AgentClient } from "../check/agent-client.ts";
import { type Check, isWatch } from "../check/check.ts";
import { CheckContext, type Roles } from "../check/check-context.ts";
import { HumanClient } from "../check/human-client.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { Stream } from "../check/stream.ts";
import { Cleanup } from "./cleanup.ts";
import { operatorOf } from "./operator.ts";
import { placeOf } from "./place.ts";
import { Revocations } from "./revocations.ts";
import type { RunState } from "./run-state.ts";
import type { Lease } from "./world.ts";

/** What one run of a check showed. `ended` is what stopped its body, undefined for its last line. */
export interface Attempt {
  findings: Finding[];
  exchanges: Exchange[];
  ended: unknown;
  /** What happened as a session, where that is more than exchanges. */
  session: string | null;
}

/** Leases what the check needs, runs its body, and cancels what it left. Never throws. */
export async function attempt(
  check: Check,
  stage: RunState,
  alone: () => Promise<void>,
): Promise<Attempt> {
  const exchanges: Exchange[] = [];
  const judge = new Judge(stage.levelsOf(isWatch(check) ? [] : check.proves), () => exchanges);
  let ended: unknown;
  let session: string | null = null;
  const keep = (told: ScenarioResult) => {
    session = told.session;
    return told;
  };
  try {
    const lease = await stage.parts.world.lease(check);
    stage.remember(lease);
    const again = () => leaseAgain(check, stage, lease);
    await inTrial(check, { stage, lease, again, judge, exchanges, alone, keep });
  } catch (error) {
    ended = stage.excused(error);
  }
  return { findings: judge.close(ended), exchanges, ended, session };
}

/** Another lease where that gives others than the first did. */
async function leaseAgain(check: Check, stage: RunState, lease: Lease): Promise<Lease> {
  if (!stage.parts.world.own) return lease;
  const another = await stage.parts.world.lease(check);
  stage.remember(another);
  return another;
}

interface Setting {
  stage: RunState;
  lease: Lease;
  again(): Promise<Lease>;
  judge: Judge;
  exchanges: Exchange[];
  alone: () => Promise<void>;
  /** Keeps the session of a story that was told. */
  keep(told: ScenarioResult): ScenarioResult;
}

async function inTrial(check: Check, setting: Setting): Promise<void> {
  const { trial, link, stream, cleanup } = setUp(setting);
  try {
    await check.body(trial);
  } finally {
    link.tidyUp();
    await stream.close();
    await cleanup();
  }
}

/** What a trial works with, and how to leave no trace of it. */
interface Scene {
  trial: CheckContext;
  link: Sender;
  stream: Stream;
  cleanup(): Promise<void>;
}

function setUp(setting: Setting): Scene {
  const { stage, lease, again, judge, exchanges, alone, keep } = setting;
  const { client, ending, pacer, profile, patienceMs, world } = stage.parts;
  const { clock } = ending;
  const cleanup = new Cleanup();
  const revocations = new Revocations();
  const record = (exchange: Exchange) => {
    exchanges.push(exchange);
    revocations.saw(exchange);
    stage.saw(exchange, exchanges);
  };
  const { prefix } = profile;
  const link = new Sender({ client, pacer, clock, prefix, record, ended: () => ending.why });
  const stream = new Stream({ address: stage.parts.stream, client, record });
  const freshId = () => stage.freshId();
  const pass = (ms: number) => stage.pass(ms);
  const placed = cleanup.placed.bind(cleanup);
  const unsure = cleanup.unsure.bind(cleanup);
  let clockReadAt = performance.now();
  const clockAgeMs = () => performance.now() - clockReadAt;
  const serverNow = () => {
    clockReadAt = performance.now();
    return stage.serverNow();
  };
  const parts = { link, pacer, pass, unsure, freshId, clock, clockAgeMs };
  const callerOf = (seat: AgentCredentials) => new AgentClient(seat, { ...parts, placed });
  const keyOf = (seat: AgentCredentials, told: (result: PlaceResponse) => void) =>
    new AgentClient(seat, {
      ...parts,
      placed: (caller, result) => {
        placed(caller, result);
        told(result);
      },
    });
  const humanOf = (seat: HumanCredentials) =>
    new HumanClient(seat, { link, freshId, placed, callerOf: keyOf });
  const market = (seat: MarketInfo) => new TradableMarket(seat, { freshId, readBook });
  const readBook = async (id: string) =>
    (await link.send(lease.agent ?? null, { method: "GET", path: `/markets/${id}/book` })).response
      ?.body;
  const { agent, other, reader, human, otherHuman } = lease;
  const callers = mapped({ agent, other, reader }, callerOf);
  const cast = async (): Promise<Roles> => {
    const next = await again();
    if (next.agent === undefined || next.market === undefined) throw new Error("nobody to cast");
    const { agent, other } = next;
    const seats = next === lease ? callers : mapped({ agent, other }, callerOf);
    return {
      agent: seats.agent as AgentClient,
      other: seats.other ?? null,
      market: market(next.market),
    };
  };
  const humans = mapped({ human, otherHuman }, humanOf);
  const trial = new CheckContext({
    judge,
    link,
    stream,
    ...callers,
    ...humans,
    ...(lease.market && { market: market(lease.market) }),
    ...(lease.secondMarket && { secondMarket: market(lease.secondMarket) }),
    ...(world.control && { operator: operatorOf(world.control) }),
    cast,
    tell: async (story: Scenario) => keep(await runScenario(story, placeOf(stage, record))),
    seed: stage.parts.seed,
    asFound: stage.parts.asFound,
    exchanges: () => exchanges,
    foundFlat: stage.foundFlat,
    failedRules: () => [...stage.failed, ...stage.watching.failed()],
    closed: new Map([...lease.closed].map(([status, seat]) => [status, market(seat)])),
    freshId,
    pass,
    patienceMs,
    lag: { seenMs: () => stage.lagMs, note: (ms) => stage.noteLag(ms) },
    serverNow,
    sleep: clock.sleep,
    alone,
  });
  const traceless = async () => {
    await cleanup.run(lease, callers);
    await revocations.run(Object.values(humans), Object.values(callers));
  };
  return { trial, link, stream, cleanup: traceless };
}

/** What `make` makes of every role that is there. */
function mapped<Role extends string, Given, Made>(
  roles: Record<Role, Given | undefined>,
  make: (given: Given) => Made,
): Partial<Record<Role, Made>> {
  const present = Object.entries<Given | undefined>(roles).flatMap(([role, given]) =>
    given === undefined ? [] : [[role, make(given)]],
  );
  return Object.fromEntries(present) as Partial<Record<Role, Made>>;
}
