/** An API-key caller in the words of the order API: place, cancel, read. */

import { COOLDOWN, isDocumented } from "../../scenarios/decisions/decline-codes.ts";
import type {
  AgentCredentials,
  MarketInfo,
} from "../../scenarios/deployment/profile/credentials.ts";
import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
  readPlaced,
} from "../../scenarios/deployment/reading/order.ts";
import {
  executedQty,
  freeCash,
  positionOf,
  priceOf,
  recordOf,
} from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest, Sender } from "../../scenarios/deployment/send.ts";
import { given, Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange, RequestClass } from "../../scenarios/deployment/wire/exchange.ts";
import { ON_THE_WAY_MS, type Pacer } from "../../scenarios/deployment/wire/pacing.ts";
import type { ConnectionFault } from "../../scenarios/deployment/wire/sever.ts";
import type { CheckClock } from "./check-clock.ts";

/** Whoever placed an order can cancel it. */
export interface OrderOwner {
  readonly name: string;
  request(ask: ApiRequest): Promise<Exchange>;
}

/** Hears of the orders of a check, so that it can clean up. */
export interface OrderListener {
  /** An order was answered. */
  placed(owner: OrderOwner, placed: PlaceResponse): void;
  /** An order may rest: its answer does not say what became of it. */
  unsure(owner: OrderOwner, order: OrderBody): void;
  /** Whose order it was that another one met, as far as it can be read. */
  whose(placed: PlaceResponse): Promise<string>;
}

/** What all clients of one run of a check share. */
export interface ClientParts {
  sender: Sender;
  pacer: Pacer;
  clock: CheckClock;
  orders: OrderListener;
  freshId(): string;
  /** The time in force of what is placed to rest and says nothing else; none where absent. */
  rests?: "POST_ONLY";
  /** Told of each order that is meant to be declined. */
  provoking(): void;
}

/** Options of one call, beside what it says; `rawBody` is sent in place of the order as JSON. */
export type How = Partial<
  Pick<ApiRequest, "prefix" | "key" | "as" | "headers" | "tolerates" | "query" | "rawBody">
>;

const COOLDOWN_WAITS_MS = [2_000, 5_000, 10_000];
/** A valid twin, its cancel, the broken order and a cancel. */
const WRITES_OF_A_REJECTION = 4;
/** Freshness is tested at least 10 s from a bound (H-07): half of that may be spent waiting. */
const CLOCK_AGE_MAX_MS = 5_000;
const A_MINUTE_MS = 60_000;

export class AgentClient {
  readonly credentials: AgentCredentials;
  readonly #parts: ClientParts;
  /** How a request is sent that says nothing of it. */
  #way: How = {};

  constructor(credentials: AgentCredentials, parts: ClientParts) {
    this.credentials = credentials;
    this.#parts = parts;
  }

  get name(): string {
    return this.credentials.name;
  }

  /** The agent's UUID. Errors: Missing where the profile does not name it. */
  get agentId(): string {
    return given(this.credentials.agentId, `agents.agent_id of ${this.name}`);
  }

  /** From now on acts in this way, where a request says nothing of key, session or headers. */
  acts(way: How): void {
    this.#way = way;
  }

  /** Any request with this caller's key (or the key `how` names). */
  request(ask: ApiRequest): Promise<Exchange> {
    const saysHow = ask.key !== undefined || ask.as || ask.headers || ask.actor !== undefined;
    return this.#parts.sender.send(this.credentials, saysHow ? ask : { ...this.#way, ...ask });
  }

  /** Any request at once, unpaced, answers as they come. */
  burst(ask: ApiRequest): Promise<Exchange> {
    return this.#parts.sender.burst(this.credentials, ask);
  }

  /**
   * Waits until at most `few` requests of this agent and class came there within a minute; by a clock
   * that control moves a minute passes at once, and none were. From its call on others are held back,
   * and as long as it takes to regain what is then spent.
   */
  async rested(kind: RequestClass, few: number): Promise<void> {
    const { pacer, clock } = this.#parts;
    if (clock.moves) return clock.pass(A_MINUTE_MS + ON_THE_WAY_MS);
    const waitMs = pacer.quietAfter(this.credentials, kind, few);
    this.keepsBack(kind, waitMs + A_MINUTE_MS + ON_THE_WAY_MS);
    if (waitMs > 0) await clock.pass(waitMs, "until a minute was quiet");
  }

  /** How many requests of this agent and class may have come there in the last minute of real time. */
  lately(kind: RequestClass): number {
    return this.#parts.pacer.lately(this.credentials, kind);
  }

  /** Holds back the agent's requests of this class, but bursts. Units: ms of real time. */
  keepsBack(kind: RequestClass, ms: number): void {
    this.#parts.pacer.limited(this.credentials, kind, ms);
  }

  /** Holds nothing of this class back any more. */
  holdsNothingBack(kind: RequestClass): void {
    this.#parts.pacer.lifted(this.credentials, kind);
  }

  get(path: string, query: Record<string, string> = {}, how: How = {}): Promise<Exchange> {
    return this.request({ method: "GET", path, query, ...how });
  }

  /**
   * Places an order. A cooldown nobody asked for is waited out up to three times, each time with
   * a fresh client_order_id (H-03). Errors: Inconclusive when it does not end.
   */
  async place(order: OrderBody, how: How = {}): Promise<PlaceResponse> {
    let sent = order;
    for (const waitMs of COOLDOWN_WAITS_MS) {
      const placed = await this.placeOnce(sent, how);
      if (placed.reason !== COOLDOWN) return this.#punctual(placed);
      await this.#parts.clock.pass(waitMs, "until a cooldown ends");
      if ("client_order_id" in order) {
        sent = { ...order, client_order_id: this.#parts.freshId() };
      }
    }
    const last = await this.placeOnce(sent, how);
    if (last.reason === COOLDOWN) throw new Inconclusive("the cooldown did not end in time");
    return last;
  }

  /** Places an order once. Errors: Inconclusive where its stamp may have gone stale on the way. */
  async placePunctually(order: OrderBody, how: How = {}): Promise<PlaceResponse> {
    return this.#punctual(await this.placeOnce(order, how));
  }

  /** Places an order that is meant to be declined: keeps the pace of declines (H-03). */
  async provoke(order: OrderBody, how: How = {}): Promise<PlaceResponse> {
    await this.ready(order);
    return this.place(order, how);
  }

  /** Whether an order of this side may be declined there without a wait (H-03). */
  mayDecline(marketId: string, side: string): boolean {
    return this.#parts.pacer.declineRoom(this.credentials, marketId, side) === 0;
  }

  /**
   * Waits until an order like this may be declined and a few writes may be sent without a pause:
   * to be called before a time stamp is made. Returns whether it had to wait.
   */
  async ready(order: OrderBody): Promise<boolean> {
    const { pacer, clock, provoking } = this.#parts;
    provoking();
    const market = String(order["market_id"]);
    const waitMs = Math.max(
      pacer.declineRoom(this.credentials, market, String(order["side"])),
      pacer.roomFor(this.credentials, "write", WRITES_OF_A_REJECTION),
    );
    if (waitMs > 0) await clock.sleep(waitMs, "until an order may be declined again");
    return waitMs > 0;
  }

  /**
   * Waits until a few writes, and so many beside, may be sent without a pause: to be called before a time
   * stamp is made.
   */
  async roomToWrite(beside = 0): Promise<void> {
    const { pacer, clock } = this.#parts;
    const waitMs = pacer.roomFor(this.credentials, "write", WRITES_OF_A_REJECTION + beside);
    if (waitMs > 0) await clock.sleep(waitMs, "until orders may be sent without a pause");
  }

  /** Sends this very body once, whatever comes back: for replays and for the cooldown rules. */
  async placeOnce(order: OrderBody, how: How = {}): Promise<PlaceResponse> {
    const ask = { method: "POST", path: "/orders", body: order, ...how };
    const exchange = await this.request(ask).catch((error) => {
      this.#parts.orders.unsure(this, order);
      throw error;
    });
    const placed = readPlaced(order, exchange);
    // A decline sent as an error is a decline all the same.
    if (placed.fate === "declined" || isDocumented(placed.reason)) {
      const side = String(order["side"]);
      this.#parts.pacer.declined(this.credentials, String(order["market_id"]), side);
    }
    this.#parts.orders.placed(this, placed);
    return placed;
  }

  /** Sends an order and loses its answer: a replay shows what became of it (H-06). */
  async lose(order: OrderBody, fault: ConnectionFault): Promise<void> {
    this.#parts.orders.unsure(this, order);
    const ask = { method: "POST", path: "/orders", body: order };
    await this.#parts.sender.sever(this.credentials, ask, fault);
  }

  /** Arranges a resting order. Errors: StandsOn when it is not accepted and resting. */
  async rests(order: OrderBody): Promise<PlaceResponse & { orderId: string }> {
    const { rests } = this.#parts;
    const placed = await this.place({ ...(rests && { tif: rests }), ...order });
    if (placed.fate !== "accepted" || placed.status !== "NEW") {
      const seen = `HTTP ${placed.httpStatus} ${placed.status ?? ""} ${placed.reason ?? ""}`.trim();
      if (placed.filledQty) throw await this.met("a resting order", placed);
      throw new StandsOn("TIF-GTC-01", `a plain resting order was answered ${seen}`);
    }
    return { ...placed, orderId: ownIdOf(placed) };
  }

  /** What ends a check whose order met another one unasked. */
  async met(what: string, placed: PlaceResponse): Promise<Inconclusive> {
    return new Inconclusive(`${what} met ${await this.#parts.orders.whose(placed)}`);
  }

  /** Arranges a fill against an own order. Errors: Inconclusive when it is not filled whole. */
  async takes(order: OrderBody, how: How = {}): Promise<PlaceResponse> {
    const taken = await this.place(order, how);
    if (taken.filledQty === order["qty"]) return taken;
    throw new Inconclusive(`an arranged fill of ${order["qty"]} filled ${taken.filledQty}`);
  }

  /** A stamp is only good for a verdict while the reading of the clock behind it is fresh. */
  #punctual(placed: PlaceResponse): PlaceResponse {
    const stamped = typeof placed.sent["timestamp_ms"] === "number";
    if (stamped && this.#parts.clock.ageMs > CLOCK_AGE_MAX_MS) {
      throw new Inconclusive("too long between reading the target's clock and the answer");
    }
    return placed;
  }

  cancel(orderId: string, how: How = {}): Promise<Exchange> {
    return this.request({ method: "DELETE", path: `/orders/${orderId}`, ...how });
  }

  /** Arranges a cancel. Errors: StandsOn where it is refused. */
  async cancels(orderId: string): Promise<void> {
    const { response } = await this.cancel(orderId);
    if (response?.status !== undefined && response.status < 300) return;
    throw new StandsOn("OAPI-CXL-01", `a plain cancel was answered ${response?.status}`);
  }

  /** Cancels all orders, or those of one market. */
  cancelAll(marketId?: string): Promise<Exchange> {
    const query = marketId === undefined ? {} : { market_id: marketId };
    return this.request({ method: "DELETE", path: "/orders", query });
  }

  order(orderId: string, how: How = {}): Promise<Exchange> {
    return this.get(`/orders/${orderId}`, {}, how);
  }

  orders(query: Record<string, string> = {}, how: How = {}): Promise<Exchange> {
    return this.get("/orders", query, how);
  }

  /** All open orders, or those of one market. Errors: StandsOn where they are refused. */
  async openOrders(marketId?: string, how: How = {}): Promise<Exchange> {
    const [rule, query] =
      marketId === undefined ? ["OAPI-OPEN-01", {}] : ["OAPI-OPEN-04", { market_id: marketId }];
    const listing = await this.get("/orders/open", query, how);
    const status = listing.response?.status;
    if (status === 200) return listing;
    throw new StandsOn(rule, `the open orders were answered ${status}`);
  }

  /** Signed position in contracts; null where the target's records cannot be read (D-120). */
  async position(market: { info: MarketInfo }, how: How = {}): Promise<number | null> {
    return positionOf((await this.get("/positions", {}, how)).response?.body, market.info.id);
  }

  /** Free cash in cents; null where the wallet cannot be read. */
  async freeCash(): Promise<number | null> {
    return freeCash((await this.get("/me/wallet")).response?.body);
  }

  /** Price of an own order; null where its record cannot be read. Units: the record's own. */
  async priceOf(orderId: string): Promise<number | null> {
    const record = recordOf((await this.order(orderId)).response?.body, orderId);
    return record === null ? null : priceOf(record);
  }

  /** Executed quantity of an own order; null where its record cannot be read. Units: contracts. */
  async executed(orderId: string): Promise<number | null> {
    const record = recordOf((await this.order(orderId)).response?.body, orderId);
    return record === null ? null : executedQty(record);
  }
}
