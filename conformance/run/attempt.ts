/** Runs one check once: leases, sets up, runs the body, leaves no trace. */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import { Sender } from "../../scenarios/deployment/send.ts";
import { providerOf } from "../../scenarios/deployment/sign-in/identity-provider.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { streamAddressOf } from "../../scenarios/deployment/wire/stream-socket.ts";
import { runScenario } from "../../scenarios/scenario/run.ts";
import type { Cell } from "../check/cell.ts";
import { isWatch } from "../check/check.ts";
import { CheckClock } from "../check/check-clock.ts";
import { CheckContext, type RunOfCheck } from "../check/check-context.ts";
import { type Clients, clientsOf } from "../check/clients.ts";
import type { Conditions } from "../check/conditions.ts";
import { ExchangeLog } from "../check/exchange-log.ts";
import { type Finding, Judge } from "../check/judge.ts";
import { lotOf } from "../check/lot.ts";
import { browserFor } from "../check/sign-in-owner.ts";
import { Stream } from "../check/stream.ts";
import { takePosition } from "../check/take-position.ts";
import { Cleanup } from "./cleanup.ts";
import { waitsBeside } from "./lanes.ts";
import { leaseFor, marketsOf, wishIn } from "./leasing.ts";
import { Revocations } from "./revocations.ts";
import { waitFor } from "./room.ts";
import type { RunState } from "./run-state.ts";
import type { Manners, PutOff, Task } from "./task.ts";

/** What one run of a check showed. `ended` is what stopped a body, undefined where none was. */
export interface Attempt {
  findings: Finding[];
  exchanges: Exchange[];
  /** Orders that were meant to be declined. */
  provoked: number;
  ended: unknown;
  /** What happened as a session, where that is more than exchanges. */
  session: string | null;
  /** The cells in which nothing was done yet, as it would have had to wait; null where all were run. */
  putOff: PutOff | null;
}

/** Leases what the check needs, runs its body in each cell, cancels what it left. Never throws. */
export async function attempt(task: Task, state: RunState, manners: Manners): Promise<Attempt> {
  const { check, cells } = task;
  const sent = new ExchangeLog();
  const rules = state.rulesOf(isWatch(check) ? [] : check.proves);
  const judged: JudgedCell[] = cells.map((cell) => ({ cell, judge: new Judge(rules, sent) }));
  let ended: unknown;
  let putOff: PutOff | null = null;
  try {
    const { one: lease, release } = await leaseFor(task, { state, manners });
    try {
      putOff = await runCells(task, { state, lease, free: release, judged, sent, manners });
    } finally {
      release();
    }
  } catch (error) {
    ended = state.excused(error);
  }
  const done = judged.slice(0, cells.length - (putOff?.task.cells.length ?? 0));
  const findings = done.flatMap(({ cell, judge, end }) =>
    judge.close(end ?? ended).map((finding) => ({ ...finding, cell })),
  );
  const hasFailed = findings.some(({ result }) => result === "fail");
  const exchanges = sent.close(hasFailed || state.watching.failed().length > 0);
  ended ??= done.find(({ end }) => end !== undefined)?.end;
  const { provoked, session } = sent;
  return { findings, exchanges, provoked, ended, session, putOff };
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
  /** Lets others use what it uses. */
  free(): void;
  judged: readonly JudgedCell[];
  sent: ExchangeLog;
  manners: Manners;
}

/** Runs the body in each cell, or until one would have to wait; the cells from there on. */
async function runCells(task: Task, parts: RunParts): Promise<PutOff | null> {
  const { check, conditions = {} } = task;
  const { state, lease, judged, sent, manners } = parts;
  const tools = setUp(task, parts);
  const clients = tools.clientsOf(lease);
  try {
    if (conditions.by === "session") await actByBrowser(clients);
    for (const [at, one] of judged.entries()) {
      const { waitsMostMs, spare } = manners;
      const { pacer, pool } = state.deployment;
      const room = { pacer, own: pool.ownMarkets, spare };
      const waitMs = waitsMostMs === Infinity ? 0 : waitFor(check, one.cell, lease, room);
      if (waitMs > waitsMostMs) {
        return { task: { ...task, cells: judged.slice(at).map(({ cell }) => cell) }, waitMs };
      }
      if (check.each) sent.startOver();
      tools.where.cell = one.cell;
      const begin = at === 0 ? conditions : {};
      await runBody(task, { ...parts, tools, clients, one, begin }).catch((error) => {
        one.end = state.excused(error);
      });
      if (one.judge.failed) sent.arrangement = {};
    }
    return null;
  } finally {
    tools.where.cell = {};
    await leaveNoTrace(tools, lease, clients);
    state.traces.keys(tools.revocations, clients);
  }
}

/** Where a browser may not act for the agent, its key does. */
async function actByBrowser({ agent, human, market }: Clients): Promise<void> {
  const way = agent && human && market ? await browserFor(agent, human, market) : null;
  if (way !== null) agent?.acts(way);
}

type Tools = ReturnType<typeof setUp>;

/** What one body is run with. */
interface BodyParts extends RunParts {
  tools: Tools;
  clients: Clients;
  one: JudgedCell;
  /** What is to be gone through before. */
  begin: Pick<Conditions, "moments" | "later">;
}

async function runBody(task: Task, parts: BodyParts): Promise<void> {
  const { check, conditions = {} } = task;
  const { state, lease, tools, clients, manners } = parts;
  const { cell, judge } = parts.one;
  const { control, pool, profile } = state.deployment;
  const { seed, asFound, foundFlat } = state;
  const { sender, stream, clock, side } = tools;
  const run: RunOfCheck = {
    ...{ seed, asFound, foundFlat },
    origin: new URL(profile.baseUrl).origin,
    basePath: new URL(profile.baseUrl).pathname.replace(/\/+$/, ""),
    alone: manners.alone,
    freshId: () => state.freshId(),
    failedRules: () => state.failedRules(),
    ownAgents: pool.ownAgents,
    async leaseAgain(beside = {}) {
      const wish = wishIn(task, cell);
      if (pool.own) {
        const { human, ...others } = beside;
        const made = { ...others, ...(human && pool.ownSessions && { human }) };
        return tools.clientsOf(await state.lease({ ...wish, ...made }));
      }
      if (!pool.ownMarkets) return clients;
      const { closed: _, ...markets } = await state.lease(marketsOf(wish));
      return tools.clientsOf({ ...lease, ...markets });
    },
    async runScenario(scenario) {
      const result = await runScenario(scenario, state.forScenario(), tools.record);
      judge.sent.session = result.session;
      return result;
    },
  };
  const patience = state.patienceWith(
    check,
    parts.judged.some(({ judge }) => judge.failed),
  );
  const settling = manners.confirms ? patience.settlingLong : patience;
  const provider = providerOf(state.deployment);
  const parties = { sender, stream, clock, control, provider, claims: profile.claims };
  const { moments = [], later } = parts.begin;
  const held = moments.reduce((sum, { holds = 0 }) => sum + holds, 0);
  const contextOf = (clients: Clients) =>
    new CheckContext({
      ...{ cell, judge, patience, settling, run, side, held, clients, ...parties },
      trading: conditions,
    });
  const before = contextOf(clients);
  for (const moment of moments) await moment.goThrough(before);
  if (moments.length > 0) await settling.settle();
  const t = conditions.by === "read-only key" ? contextOf(byReader(clients)) : before;
  await takePosition(t);
  if (later) await letTimePass(manners, clients);
  await check.body(t);
}

/** Errors: Missing where a session has ended meanwhile: how long they last is not shown. */
async function letTimePass({ afterAWhile }: Manners, { human }: Clients): Promise<void> {
  await afterAWhile?.();
  if (human === undefined || (await human.get("/auth/me")).response?.status === 200) return;
  throw new Missing("did not arise: a session that is open two minutes later");
}

/** What there is to read is read by a key that may do nothing else. */
function byReader({ agent, reader = agent, ...others }: Clients): Clients {
  return { ...others, ...(reader && { agent: reader, reader }) };
}

/** How a check reaches the target, and what knows of its traces there. */
function setUp({ check, conditions = {} }: Task, { state, sent, free }: RunParts) {
  const { title } = check;
  const { client, pacer, profile, undo } = state.deployment;
  const revocations = new Revocations();
  const beside = waitsBeside(check);
  const cleanup = new Cleanup(state.traces, beside);
  // Others go on while it waits; what it places before that would be counted as theirs.
  const clock = new CheckClock(state.deployment, title, beside ? free : undefined);
  /** The cell that is looked into: its prefix and side are those of what says nothing else. */
  const where: { cell: Cell } = { cell: {} };
  const record = (exchange: Exchange) => {
    sent.add(exchange);
    revocations.saw(exchange);
    state.saw(exchange, sent.all);
    sent.demandRoom();
  };
  const sender = new Sender({
    ...{ client, pacer, record, undo, clock: state.deployment.clock },
    ...(clock.moves && { passes: (ms: number) => clock.pass(ms) }),
    prefix: () => where.cell.prefix ?? conditions.prefix ?? profile.prefix,
  });
  const { side = "BUY" } = conditions;
  const { ending } = state.deployment.clock;
  const stream = new Stream({ address: streamAddressOf(profile), client, ending, record });
  const leased = (lease: Lease) =>
    clientsOf(lease, {
      ...{ sender, pacer, clock, orders: cleanup },
      side: () => where.cell.side ?? side,
      ...(conditions.rests && { rests: conditions.rests }),
      lot: lotOf(state.seed, title),
      freshId: () => state.freshId(),
      provoking: () => {
        sent.provoked += 1;
      },
    });
  return { sender, stream, record, cleanup, revocations, clock, side, where, clientsOf: leased };
}

/** Sends also in a run that has ended. */
async function leaveNoTrace(tools: Tools, lease: Lease, clients: Clients): Promise<void> {
  const { sender, stream, cleanup, revocations } = tools;
  sender.tidyUp();
  await stream.close();
  await cleanup.run(lease, clients);
  await revocations.run(clients);
}
