/** Runs one check once: leases, sets up, runs the body, leaves no trace. */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import { Sender } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { streamAddressOf } from "../../scenarios/deployment/wire/stream-socket.ts";
import { runScenario } from "../../scenarios/scenario/run.ts";
import { type Check, isWatch, wishOf } from "../check/check.ts";
import { CheckClock } from "../check/check-clock.ts";
import { CheckContext, type RunOfCheck } from "../check/check-context.ts";
import { type Clients, clientsOf } from "../check/clients.ts";
import { ExchangeLog } from "../check/exchange-log.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { Stream } from "../check/stream.ts";
import { Cleanup } from "./cleanup.ts";
import { Revocations } from "./revocations.ts";
import type { RunState } from "./run-state.ts";

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
  state: RunState,
  alone: () => Promise<void>,
): Promise<Attempt> {
  const sent = new ExchangeLog();
  const judge = new Judge(state.rulesOf(isWatch(check) ? [] : check.proves), sent);
  let ended: unknown;
  try {
    const lease = await state.lease(wishOf(check));
    await runBody(check, { state, lease, judge, alone });
  } catch (error) {
    ended = state.excused(error);
  }
  return { findings: judge.close(ended), exchanges: sent.all, ended, session: sent.session };
}

/** What a body is run with. */
interface BodyParts {
  state: RunState;
  lease: Lease;
  judge: Judge;
  alone(): Promise<void>;
}

async function runBody(check: Check, { state, lease, judge, alone }: BodyParts): Promise<void> {
  const { control, pacer, pool, profile } = state.deployment;
  const { claims } = profile;
  const { seed, asFound, foundFlat, patience } = state;
  const tools = setUp(state, judge.sent);
  const { sender, stream, clock, cleanup } = tools;
  const freshId = () => state.freshId();
  const parts = { sender, pacer, clock, freshId, orders: cleanup, bookReader: lease.agent ?? null };
  const clients = clientsOf(lease, parts);
  const run: RunOfCheck = {
    ...{ seed, asFound, foundFlat, freshId, alone },
    failedRules: () => state.failedRules(),
    leaseAgain: async () =>
      pool.own ? clientsOf(await state.lease(wishOf(check)), parts) : clients,
    async runScenario(scenario) {
      const result = await runScenario(scenario, state.forScenario(), tools.record);
      judge.sent.session = result.session;
      return result;
    },
  };
  try {
    await check.body(
      new CheckContext({ judge, clients, sender, stream, clock, control, claims, patience, run }),
    );
  } finally {
    await leaveNoTrace(tools, lease, clients);
  }
}

type Tools = ReturnType<typeof setUp>;

/** How a check reaches the target, and what knows of its traces there. */
function setUp(state: RunState, sent: ExchangeLog) {
  const { client, clock, pacer, profile } = state.deployment;
  const cleanup = new Cleanup();
  const revocations = new Revocations();
  const record = (exchange: Exchange) => {
    sent.all.push(exchange);
    revocations.saw(exchange);
    state.saw(exchange, sent.all);
  };
  const sender = new Sender({ client, pacer, clock, prefix: profile.prefix, record });
  const stream = new Stream({ address: streamAddressOf(profile), client, record });
  return { sender, stream, record, cleanup, revocations, clock: new CheckClock(state.deployment) };
}

/** Sends also in a run that has ended. */
async function leaveNoTrace(tools: Tools, lease: Lease, clients: Clients): Promise<void> {
  const { sender, stream, cleanup, revocations } = tools;
  sender.tidyUp();
  await stream.close();
  await cleanup.run(lease, clients);
  await revocations.run(clients);
}
