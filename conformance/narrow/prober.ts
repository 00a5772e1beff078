/** Sends a failing request again with one thing changed, and says whether it fails in the same way. */

import { COOLDOWN } from "../../scenarios/decisions/decline-codes.ts";
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
  readPlaced,
} from "../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { SERVER_ERRORS } from "../../scenarios/deployment/send-policy.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { CallerKind } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Clients } from "../check/clients.ts";
import type { OutcomeWords } from "./edge-text.ts";
import type { Likeness } from "./edges.ts";
import { MARKET, ORDER, type RepeatableRequest } from "./repeatable.ts";
import { type RequestChange, resendable } from "./resendable.ts";

/** A failure as it is tried again. */
export interface NarrowedFailure {
  request: RepeatableRequest;
  /** How it was answered. */
  deciding: Exchange;
  /** Whether an answer is as demanded. */
  meets: (answer: PlaceResponse) => boolean;
}

/** How long all failures of a run may wait until they may be declined again. Units: ms. */
export interface WaitingTime {
  leftMs: number;
}

/** With what leaving no trace takes: forty at most. */
const REQUESTS_MOST = 34;
/** An order of its own, and its end. */
const REQUESTS_EACH = 2;

export class Prober {
  readonly failure: NarrowedFailure;
  readonly #t: CheckContext;
  readonly #waiting: WaitingTime;
  readonly #failing: string;
  #holding: PlaceResponse | null = null;
  #again: Clients | null = null;
  /** Requests that are not in the log. */
  #unseen = 0;

  constructor(t: CheckContext, failure: NarrowedFailure, waiting: WaitingTime) {
    this.failure = failure;
    this.#t = t;
    this.#waiting = waiting;
    this.#failing = this.#signatureOf(readPlaced({}, failure.deciding));
  }

  /** The market that the request is about. */
  get market(): TradableMarket {
    const { market, closed } = this.#again ?? {};
    const { status } = this.#t.cell;
    if (status !== undefined) return closed?.get(status) ?? this.#t.closedMarket(status);
    return market ?? this.#t.market;
  }

  /** In the field's words: by what answers that fail and that hold are told apart. */
  get words(): OutcomeWords {
    const failing = readPlaced({}, this.failure.deciding);
    const holding = this.#holding ?? failing;
    const ways = [(one: PlaceResponse) => this.#wordFor(one), statusOf, reasonOf];
    for (const way of ways) {
      const [fails, holds] = [way(failing), way(holding)];
      if (fails !== holds) return { fails, holds };
    }
    return { fails: "fails", holds: "holds" };
  }

  /**
   * What becomes of the request with this change; null where no more may be sent.
   * Errors: Inconclusive where an answer is lost.
   */
  async ask(change: RequestChange = {}): Promise<Likeness | null> {
    const { request, meets } = this.failure;
    if (this.#t.sent.count + this.#unseen + REQUESTS_EACH > REQUESTS_MOST) return null;
    if (isOrder(request) && !(await this.#mayBeDeclined({ ...request.body, ...change.body }))) {
      return null;
    }
    const answer = await this.#send(request, change);
    if (answer.httpStatus === 429 || answer.reason === COOLDOWN) return null;
    if (meets(answer)) {
      this.#holding = answer;
      return "holds";
    }
    return this.#signatureOf(answer) === this.#failing ? "fails" : "other";
  }

  async #send(request: RepeatableRequest, change: RequestChange): Promise<PlaceResponse> {
    const caller = this.#callerOf(change.caller ?? request.caller);
    const orderId = request.path.includes(ORDER) ? await this.#ownOrder() : "";
    const ask = resendable(request, change, {
      ids: { [MARKET]: request.marketId === null ? "" : this.market.id, [ORDER]: orderId },
      freshId: () => this.#t.run.freshId(),
      now: () => this.#now(),
    });
    const { body, ...how } = { ...(await ask), tolerates: SERVER_ERRORS };
    if (!isOrder(request)) return readPlaced({}, await caller.request({ ...how, body }));
    const placed = await caller.agent!.placeOnce(objectOf(body), { ...how, ...caller.how });
    await this.#cancel(caller.agent!, placed);
    return placed;
  }

  #callerOf(caller: CallerKind) {
    const agent = this.#again?.agent ?? this.#t.agent;
    const request = (ask: ApiRequest) => agent.request(ask);
    if (caller === "nobody") return { request: (ask: ApiRequest) => this.#t.anonymously(ask) };
    if (caller === "session") return { request: (ask: ApiRequest) => this.#t.human.request(ask) };
    if (caller === "key") return { agent, request };
    if (caller === "other") {
      const other = this.#again?.other ?? this.#t.other;
      return { agent: other, request: (ask: ApiRequest) => other.request(ask) };
    }
    const how = { key: agent.credentials.secondApiKey };
    return { agent, how, request: (ask: ApiRequest) => agent.request({ ...ask, ...how }) };
  }

  /** The target's time: a request of its own, where no control tells it. */
  #now(): Promise<number> {
    this.#unseen += 1;
    return this.#t.clock.serverNow();
  }

  async #ownOrder(): Promise<string> {
    const agent = this.#again?.agent ?? this.#t.agent;
    return (await agent.rests(this.market.resting())).orderId;
  }

  async #cancel(agent: AgentClient, { fate, orderId, remainingQty }: PlaceResponse): Promise<void> {
    if (fate !== "accepted" || remainingQty === 0) return;
    const ended = orderId === null ? null : await agent.cancel(orderId);
    if (ended?.response?.status !== 200) await agent.cancelAll(this.market.id);
  }

  /** A new agent and market where control makes them; else the time it takes, as long as it lasts. */
  async #mayBeDeclined(order: OrderBody): Promise<boolean> {
    const agent = this.#again?.agent ?? this.#t.agent;
    const [marketId, side] = [this.market.id, String(order["side"])];
    if (agent.mayDecline(marketId, side)) return true;
    if (this.market.info.own) {
      this.#again = await this.#t.run.leaseAgain();
      return true;
    }
    if (this.#waiting.leftMs <= 0) return false;
    const start = performance.now();
    await agent.ready({ ...order, market_id: marketId });
    this.#waiting.leftMs -= performance.now() - start;
    return true;
  }

  #signatureOf(answer: PlaceResponse): string {
    const { httpStatus, fate, reason } = answer;
    if (httpStatus === 0) throw new Inconclusive("an answer was lost");
    return isOrder(this.failure.request)
      ? `${httpStatus} ${fate} ${reason}`
      : `${httpStatus} ${httpStatus < 400 ? "" : reason}`;
  }

  #wordFor(answer: PlaceResponse): string {
    if (!isOrder(this.failure.request)) return statusOf(answer);
    return answer.fate === "accepted" ? "accepted" : "refused";
  }
}

const statusOf = ({ httpStatus }: PlaceResponse): string => `HTTP ${httpStatus}`;
const reasonOf = ({ reason }: PlaceResponse): string => String(reason ?? "no reason");

/** Whether the request places an order. */
export function isOrder({ method, path }: RepeatableRequest): boolean {
  return method === "POST" && path === "/orders";
}
