/** Holds the venue's HTTP shell against its core: the same tape, and every answer the same. */
import type { Outcomes, PlaceOutcome, PlaceResult } from "../../reference/index.ts";
import type { Venue } from "../../reference/testing.ts";
import type { Coverage } from "./coverage.ts";
import { crashWhileStoreFails } from "./fault-schedule.ts";
import { StreamFollower } from "./follower.ts";
import { HttpVenue, type Performed } from "./http-venue.ts";
import type { Parameters } from "./parameters.ts";
import { Random } from "./random.ts";
import type { CommandOutcome } from "./simulation-context.ts";
import type { CommandEntry } from "./tape.ts";
import { violate } from "./violation.ts";

/** A command and what the core made of it. */
export interface JudgedCommand extends CommandEntry {
  outcome: CommandOutcome;
}

/** Faults under which the venue ends over HTTP too. */
const CRASHES = ["crash", "torn-record", "store-error"] as const;
const CRASH_SHARE = 0.002;
/** Requests that are sent before the first of them is answered. */
const AT_ONCE_MAX = 4;
/** The four equivalent prefixes. */
const PREFIXES = ["", "/v1", "/api", "/api/v1"];

/** Performs what happened over HTTP, followed by streams; `venue` is the core at the end of it. */
export async function holdShell(
  judged: readonly JudgedCommand[],
  venue: Venue,
  { parameters, coverage }: { parameters: Parameters; coverage: Coverage },
): Promise<void> {
  const { seed, faults } = parameters;
  const random = new Random(seed, "shell");
  const isMortal = CRASHES.some((name) => faults[name] !== undefined);
  const http = await HttpVenue.open({ seed, prefix: random.pick(PREFIXES), isMortal });
  try {
    await http.bringOn(judged);
    let followers = await followAll(http);
    for (let next = 0; next < judged.length; ) {
      if (isMortal && random.chance(CRASH_SHARE)) {
        await crashWhileStoreFails(http, judged.slice(next, next + AT_ONCE_MAX), coverage);
        followers = await followAll(http);
      }
      const group = together(judged, next);
      await perform(http, group, coverage);
      next += group.length;
    }
    await assertReads(http, venue);
    for (const follower of followers) follower.assertKnows(http, venue);
  } finally {
    await http.close();
  }
}

/** Placements of one moment go at once; anything else goes alone. */
function together(judged: readonly JudgedCommand[], first: number): readonly JudgedCommand[] {
  const { at, command } = judged[first]!;
  let end = first + 1;
  if (command.type !== "place") return judged.slice(first, end);
  while (end < judged.length && end - first < AT_ONCE_MAX) {
    const next = judged[end]!;
    if (next.command.type !== "place" || next.at !== at) break;
    end++;
  }
  return judged.slice(first, end);
}

async function perform(
  http: HttpVenue,
  group: readonly JudgedCommand[],
  coverage: Coverage,
): Promise<void> {
  const { at } = group[0]!;
  if (at > http.nowMs) await http.advance(at);
  const performed = await Promise.all(group.map((one) => http.perform(one)));
  performed.forEach((one, index) => {
    const code = one === null ? null : assertAnswer(group[index]!, one);
    if (code !== null) coverage.code(code);
  });
}

/** Every agent follows what is its own, and every book is followed by one of them. */
function followAll(http: HttpVenue): Promise<StreamFollower[]> {
  const agentIds = [...http.agents.keys()];
  const marketIds = [...http.markets.keys()];
  const joining = agentIds.map((agentId, place) => {
    const books = marketIds.filter((_, index) => index % agentIds.length === place);
    return StreamFollower.join(http, agentId, books);
  });
  return Promise.all(joining);
}

/** Units: as on the wire. */
interface WireOrder {
  code?: string;
  status?: string;
  reject_reason?: string | null;
  filled_qty?: number;
  remaining_qty?: number;
  count?: number;
  fills?: { price: number; qty: number }[];
  results?: WireOrder[];
}

/** Returns the code of a refusal. */
function assertAnswer({ command, outcome }: JudgedCommand, performed: Performed): string | null {
  const body = performed.told as WireOrder;
  const answered = JSON.stringify(body.code ?? gistOf(command.type, body));
  const due = JSON.stringify(dueOf(outcome));
  if (answered !== due && !knowsMore(outcome, body)) {
    violate("shell", `${command.type} is answered ${answered}, due ${due}`);
  }
  if (outcome.kind === "result") assertPlaced(outcome, performed);
  return body.code ?? null;
}

function assertPlaced(
  outcome: Extract<CommandOutcome, { kind: "result" }>,
  { answer }: Performed,
): void {
  const status = statusOf(outcome.result);
  if (answer.status !== status) violate("shell", `answered ${answer.status}, due ${status}`);
  const mark = answer.headers["idempotent-replayed"];
  if ((mark === "true") !== outcome.replayed) {
    violate("idempotency", `Idempotent-Replayed is ${mark}, due ${outcome.replayed}`);
  }
}

/** A decline with details is an error. */
function statusOf({ status, rejectDetails }: PlaceResult): number {
  if (status !== "REJECTED") return 201;
  return rejectDetails === undefined ? 200 : 422;
}

/** History knows orders that the core has forgotten: they ended. */
function knowsMore(outcome: CommandOutcome, { code, status }: WireOrder): boolean {
  if (outcome.kind !== "refused" || outcome.code !== "ORDER_NOT_FOUND") return false;
  const known = ["ORDER_NOT_OPEN", "AMEND_CONFLICT", "FORBIDDEN"];
  return status === "CANCELLED" || known.includes(code ?? "");
}

function gistOf(type: string, body: WireOrder): unknown {
  if (type === "place") return placedGist(body);
  if (type === "replace-ladder") return body.results!.map(placedGist);
  if (type === "cancel-all") return body.count;
  if (type === "cancel" || type === "amend") return orderGist(body);
  return "done";
}

const orderGist = ({ status, filled_qty, remaining_qty }: WireOrder): unknown[] => [
  status,
  filled_qty,
  remaining_qty,
];

const placedGist = (body: WireOrder): unknown[] => [
  ...orderGist(body),
  body.reject_reason,
  body.fills!.map(({ price, qty }) => [price, qty]),
];

function dueOf(outcome: CommandOutcome): unknown {
  switch (outcome.kind) {
    case "refused":
      return outcome.code;
    case "result":
      return outcome.result.rejectDetails ? outcome.result.rejectReason : placedDue(outcome);
    case "ladder":
      return outcome.results.map(placedDue);
    case "cancelled-all":
      return outcome.orderIds.length;
    case "cancelled":
    case "amended": {
      const { status, filledQty, remainingQty } = outcome.order;
      return [status, filledQty, remainingQty];
    }
    default:
      return "done";
  }
}

function placedDue(outcome: PlaceOutcome): unknown {
  if (outcome.kind === "refused") return ["REJECTED", 0, 0, outcome.code, []];
  const { status, filledQty, remainingQty, rejectReason, fills } = outcome.result;
  const pairs = fills.map(({ price, qty }) => [price, qty]);
  return [status, filledQty, remainingQty, rejectReason, pairs];
}

/** Wallets, open orders and books as they are read. */
async function assertReads(http: HttpVenue, venue: Venue): Promise<void> {
  for (const [agentId, agent] of http.agents) {
    const wallet = (await http.read("/me/wallet", agent)) as Record<string, number>;
    const { cashCents, reservedCents, freeCents } = venue.wallet(agentId);
    const read = [wallet["cash_cents"], wallet["reserved_cents"], wallet["free_cents"]].join();
    const due = [cashCents, reservedCents, freeCents].join();
    if (read !== due) violate("shell", `wallet ${read}, due ${due}`);
    await assertOrders(http, agentId, venue);
  }
  for (const marketId of http.markets.keys()) {
    const path = `/markets/${http.ids.get(marketId)}/book?depth=500`;
    const { bids, asks } = (await http.read(path)) as Outcomes & { bids: unknown; asks: unknown };
    const book = venue.book(marketId, 500)!;
    const read = JSON.stringify([bids, asks]);
    const due = JSON.stringify([book.bids, book.asks]);
    if (read !== due) violate("shell", `book ${read}, due ${due}`);
  }
}

async function assertOrders(http: HttpVenue, agentId: string, venue: Venue): Promise<void> {
  const agent = http.agents.get(agentId)!;
  const { orders } = (await http.read("/orders/open?limit=500", agent)) as {
    orders: { order_id: string; filled_qty: number }[];
  };
  const read = orders.map(({ order_id, filled_qty }) => `${order_id}:${filled_qty}`).join();
  const due = venue
    .openOrders(agentId)
    .slice(0, 500)
    .map(({ orderId, filledQty }) => `${http.ids.get(orderId)}:${filledQty}`)
    .join();
  if (read !== due) violate("shell", `open orders ${read}, due ${due}`);
}
