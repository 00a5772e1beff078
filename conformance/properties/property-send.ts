/** What became of an order that was sent: read from its answer, and from listings where unclear. */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { statusIn } from "../../scenarios/deployment/reading/reading.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../check/agent-client.ts";
import { that } from "../check/expectation.ts";
import {
  makersFor,
  type PlaceSummary,
  type Resting,
  type Terms,
  total,
} from "../model/market-state.ts";
import { type Allocation, byPriceAndTime, explainPlaced, isAmbiguous } from "../model/venue.ts";
import { Broken } from "./broken.ts";
import {
  addsUp,
  contestedIn,
  type GivenByMakers,
  givenBy,
  makersOf,
  mayLackMargin,
  rivalsFor,
} from "./makers.ts";
import type { PropertyRun } from "./property-run.ts";

/** Moves the model on by an answer. Errors: Broken where the spec allows no such answer. */
export async function follow(
  run: PropertyRun,
  { caller, terms }: { caller: AgentClient; terms: Terms },
  placed: PlaceResponse,
): Promise<void> {
  const agent = caller.name;
  const summary = summaryOf(placed);
  const explained = explainPlaced(run.state, { agent, terms }, summary);
  if ("expected" in explained) throw unexplained(run, { terms, placed }, explained.expected);
  if (summary.fate !== "accepted") return;
  const isLive = Boolean(summary.filled || summary.remaining);
  if (run.market.info.kind === "BTC_PERP" && isLive) demandLeverage(placed);
  const rivals = summary.filled ? callersIn(run, rivalsFor(run.state, terms)) : [];
  const read = rivals.length === 0 ? await takenFrom(run, terms, summary) : null;
  const isClear = read === null && rivals.length === 0;
  const unclear = isClear ? callersIn(run, makersOf(run.state, terms)) : rivals;
  const taken = read ?? byPriceAndTime(run.state, terms, summary);
  if (unclear.length > 0) run.isPriced = false;
  for (const rival of unclear) forget(run, rival);
  run.enter({ agent, terms, summary }, taken);
  for (const rival of unclear) await run.cancelAll(rival);
  const known = { id: String(summary.orderId), agent, executed: summary.filled ?? 0 };
  run.sent.push({ ...known, caller, body: placed.sent, terms, first: summary });
}

/** Errors: Broken where the leverage that a perp's order tells is none; it need not be told. Spec: OrderPlaceResult. */
function demandLeverage({ result, exchange }: PlaceResponse): void {
  const leverage = result["effective_leverage"];
  if (leverage === undefined || Number(leverage) >= 1) return;
  const expected = "an effective_leverage of at least 1 in the result of a perp's order";
  throw new Broken("answers", { expected, actual: JSON.stringify(leverage) }, exchange);
}

/** Cancels all contested orders; none of them has traded since it was. */
export async function endContests(run: PropertyRun): Promise<void> {
  for (const { id, agent } of contestedIn(run.state.resting)) {
    for (const caller of callersIn(run, [agent])) await run.cancel(caller, id);
  }
}

/** Cancels all of an agent and forgets them: what has become of each of them cannot be known. */
export async function startAnew(run: PropertyRun, caller: AgentClient): Promise<void> {
  forget(run, caller);
  await run.cancelAll(caller);
}

function forget(run: PropertyRun, { name }: AgentClient): void {
  const unclear = run.state.resting.filter(({ agent }) => agent === name);
  run.sent = run.sent.filter((sent) => unclear.every(({ id }) => id !== sent.id));
}

/**
 * The quantity each maker gave to an order just answered: priority is the venue's own (D-026), so it
 * is read where there was a choice; null where then nothing shows it. Errors: Broken where sums differ.
 */
async function takenFrom(
  run: PropertyRun,
  terms: Terms,
  summary: PlaceSummary,
): Promise<Allocation | null> {
  const expected = byPriceAndTime(run.state, terms, summary);
  if (!isAmbiguous(run.state, terms, summary)) return expected;
  const makers = makersFor(run.state, terms);
  const filled = summary.filled ?? 0;
  const demand = that<GivenByMakers>(`makers that gave ${filled} together`, (one) =>
    addsUp(one, filled),
  );
  const given = await run.reading(() => readGiven(run, makers), demand);
  if (given === null || Object.values(given).some(Number.isNaN)) return null;
  if (!addsUp(given, filled)) {
    if (run.market.info.kind === "BTC_PERP" && mayLackMargin(makers, given, filled)) return null;
    const actual = `${Object.values(given).join(" + ")} taken from ${makers.length} makers`;
    throw new Broken("state", { expected: demand.says, actual });
  }
  if (makers.some(({ amended }) => amended)) return given;
  run.tookInTurn(makers.every(({ id }) => (given[id] ?? 0) === (expected[id] ?? 0)));
  return given;
}

async function readGiven(run: PropertyRun, makers: readonly Resting[]): Promise<GivenByMakers> {
  const open = new Map<string, unknown>();
  const agents = makers.map(({ agent }) => agent);
  for (const caller of callersIn(run, agents)) {
    open.set(caller.name, (await caller.openOrders(run.market.id)).response?.body);
  }
  const given = givenBy(makers, open);
  for (const { id, agent, qty } of makers) {
    if (given?.[id] !== qty) continue;
    const [owner] = callersIn(run, [agent]);
    if (owner !== undefined && (await isYetToCome(owner, id))) given[id] = UNTOLD;
  }
  return given;
}

/** What an order gave that no list shows yet: it adds up to nothing. */
const UNTOLD = Number.NaN;
const STILL_OPEN = ["NEW", "PARTIAL"];

/** Whether an order is missing from a list that is behind, and not since it is over. */
async function isYetToCome(owner: AgentClient, id: string): Promise<boolean> {
  const { response } = await owner.order(id);
  if (response?.status === 404) return true;
  return STILL_OPEN.includes(statusIn(response?.body, id) ?? "");
}

function callersIn({ callers }: PropertyRun, agents: readonly string[]): AgentClient[] {
  return callers.filter(({ name }) => agents.includes(name));
}

function unexplained(
  { state, own }: PropertyRun,
  { terms, placed }: { terms: Terms; placed: PlaceResponse },
  expected: string,
): Error {
  const met = Math.min(total(makersFor(state, terms)), terms.qty);
  if (!own && (placed.filledQty ?? 0) > met) {
    return new Inconclusive("an order from outside the play took part in it");
  }
  return new Broken("answers", { expected, actual: gistOf(placed) }, placed.exchange);
}

/** What an answer says of its order. */
export function summaryOf(placed: PlaceResponse): PlaceSummary {
  const { fate, status, reason, filledQty, remainingQty, orderId } = placed;
  const own = orderId === ZERO_UUID ? null : orderId;
  return { fate, status, reason, filled: filledQty, remaining: remainingQty, orderId: own };
}

/** An answer to an order in a line. */
export function gistOf({
  fate,
  httpStatus,
  status,
  reason,
  filledQty,
  remainingQty,
}: PlaceResponse): string {
  if (fate !== "accepted") return `${status ?? `HTTP ${httpStatus}`} ${reason ?? ""}`.trim();
  return `${status}: ${filledQty} filled, ${remainingQty} resting`;
}
