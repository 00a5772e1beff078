/** Runs one check once: leases, sets up, runs the body, leaves no trace. */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import { Sender } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { streamAddressOf } from "../../scenarios/deployment/wire/stream-socket.ts";
import { runScenario } from "../../scenarios/scenario/run.ts";
import type { Cell } from "../check/cell.ts";
import { type Check, isWatch, wishOf } from "../check/check.ts";
import { CheckClock } from "../check/check-clock.ts";
import { CheckContext, type RunOfCheck } from "../check/check-context.ts";
import { type Clients, clientsOf } from "../check/clients.ts";
import { ExchangeLog } from "../check/exchange-log.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { Stream } from "../check/stream.ts";
import { takePosition } from "../check/take-position.ts";
import { Cleanup } from "./cleanup.ts";
import { Revocations } from "./revocations.ts";
import type { RunState } from "./run-state.ts";

/** What one run of a check showed. `ended` is what stopped a body, undefined where none was. */
export interface Attempt {
  findings: Finding[];
  exchanges: Exchange[];
  ended: unknown;
  /** What happened as a session, where that is more than exchanges. */
  session: string | null;
}

/** A check and the cells that it looks into on one lease. */
export interface Task {
  check: Check;
  cells: readonly Cell[];
}

/** Leases what the check needs, runs its body in each cell, cancels what it left. Never throws. */
export async function attempt(
  { check, cells }: Task,
  state: RunState,
  alone: () => Promise<void>,
): Promise<Attempt> {
  const sent = new ExchangeLog();
  const rules = state.rulesOf(isWatch(check) ? [] : check.proves);
  const judged: JudgedCell[] = cells.map((cell) => ({ cell, judge: new Judge(rules, sent) }));
  let ended: unknown;
  try {
    const lease = await state.lease(wishOf(check, cells[0] ?? {}));
    await runCells(check, { state, lease, judged, sent, alone });
  } catch (error) {
    ended = state.excused(error);
  }
  const findings = judged.flatMap(({ cell, judge, end }) =>
    judge.close(end ?? ended).map((finding) => ({ ...finding, cell })),
  );
  ended ??= judged.find(({ end }) => end !== undefined)?.end;
  return { findings, exchanges: sent.all, ended, session: sent.session };
}

/** A cell, what judges there, and what stopped the body there. */
interface JudgedCell {
  cell: Cell;
  judge: Judge;
  end?: unknown;
}

/** What the bodies of a check are run with. */
interface RunParts {
  state: RunState;
  lease: Lease;
  judged: readonly JudgedCell[];
  sent: ExchangeLog;
  alone(): Promise<void>;
}

async function runCells(check: Check, parts: RunParts): Promise<void> {
  const { state, lease, judged, sent } = parts;
  const tools = setUp(state, sent);
  const clients = tools.clientsOf(lease);
  try {
    for (const one of judged) {
      if (check.each) sent.startOver();
      tools.where.cell = one.cell;
      await runBody(check, { ...parts, tools, clients, one }).catch((error) => {
        one.end = state.excused(error);
      });
    }
  } finally {
    tools.where.cell = {};
    await leaveNoTrace(tools, lease, clients);
  }
}

type Tools = ReturnType<typeof setUp>;

/** What one body is run with. */
interface BodyParts extends RunParts {
  tools: Tools;
  clients: Clients;
  one: JudgedCell;
}

async function runBody(check: Check, parts: BodyParts): Promise<void> {
  const { state, tools, clients, alone } = parts;
  const { cell, judge } = parts.one;
  const { control, pool, profile } = state.deployment;
  const { seed, asFound, foundFlat } = state;
  const { sender, stream, clock } = tools;
  const run: RunOfCheck = {
    ...{ seed, asFound, foundFlat, alone },
    freshId: () => state.freshId(),
    failedRules: () => state.failedRules(),
    leaseAgain: async () =>
      pool.own ? tools.clientsOf(await state.lease(wishOf(check, cell))) : clients,
    async runScenario(scenario) {
      const result = await runScenario(scenario, state.forScenario(), tools.record);
      judge.sent.session = result.session;
      return result;
    },
  };
  const patience = state.patienceWith(check);
  const parties = { clients, sender, stream, clock, control, claims: profile.claims };
  const t = new CheckContext({ cell, judge, patience, run, ...parties });
  await takePosition(t);
  await check.body(t);
}

/** How a check reaches the target, and what knows of its traces there. */
function setUp(state: RunState, sent: ExchangeLog) {
  const { client, pacer, profile } = state.deployment;
  const cleanup = new Cleanup();
  const revocations = new Revocations();
  const clock = new CheckClock(state.deployment);
  /** The cell that is looked into: its prefix and side are those of what says nothing else. */
  const where: { cell: Cell } = { cell: {} };
  const record = (exchange: Exchange) => {
    sent.all.push(exchange);
    revocations.saw(exchange);
    state.saw(exchange, sent.all);
  };
  const sender = new Sender({
    ...{ client, pacer, record, clock: state.deployment.clock },
    prefix: () => where.cell.prefix ?? profile.prefix,
  });
  const stream = new Stream({ address: streamAddressOf(profile), client, record });
  const leased = (lease: Lease) =>
    clientsOf(lease, {
      ...{ sender, pacer, clock, orders: cleanup, bookReader: lease.agent ?? null },
      side: () => where.cell.side ?? "BUY",
      freshId: () => state.freshId(),
    });
  return { sender, stream, record, cleanup, revocations, clock, where, clientsOf: leased };
}

/** Sends also in a run that has ended. */
async function leaveNoTrace(tools: Tools, lease: Lease, clients: Clients): Promise<void> {
  const { sender, stream, cleanup, revocations } = tools;
  sender.tidyUp();
  await stream.close();
  await cleanup.run(lease, clients);
  await revocations.run(clients);
}
