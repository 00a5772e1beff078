/** What a run may leave at its target, and its last try to undo it (H-12). */

import { setTimeout as delay } from "node:timers/promises";
import type { LeftBehind } from "../../reports/schema/report.ts";
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { executedQty, recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { OrderOwner } from "../check/agent-client.ts";
import type { Clients } from "../check/clients.ts";
import {
  type Cleared,
  clear,
  clearEach,
  lost,
  type OrderLeft,
  openIn,
  type RestingPlace,
  SILENT,
} from "./resting-orders.ts";
import type { Revocations } from "./revocations.ts";
import { answersAgain } from "./target-return.ts";

/** An order of this run that may rest. */
interface OwnOrder {
  owner: OrderOwner;
  marketId: unknown;
  side: unknown;
}

/** A place with what is known of it at the end of the checks. */
interface Traced extends RestingPlace {
  /** Whether it has to be cleared once more. */
  pending: boolean;
}

/** So many of a run's own orders are looked up to find which one was met. */
const LOOKED_UP_MOST = 8;
/** A cancel shows in lists within so many reads. */
const READS_MOST = 3;
const BETWEEN_READS_MS = 300;

export class Traces {
  /** Ids of orders that a check has cleared. */
  readonly #gone = new Set<string>();
  readonly #deployment: Pick<Deployment, "client" | "profile">;
  readonly #markets: ReadonlyMap<string, MarketInfo>;
  readonly #orders = new Map<string, OwnOrder>();
  /** Names of callers, each with a market. */
  readonly #active = new Set<string>();
  readonly #places = new Map<string, Traced>();
  readonly #keys: { revocations: Revocations; clients: Clients }[] = [];
  #silent = false;

  /** `markets` are those that checks were given, by id. */
  constructor(
    deployment: Pick<Deployment, "client" | "profile">,
    markets: ReadonlyMap<string, MarketInfo>,
  ) {
    this.#deployment = deployment;
    this.#markets = markets;
  }

  /** An order has traded, or may rest from now on. */
  accepted(owner: OrderOwner, { orderId, remainingQty, sent }: PlaceResponse): void {
    const { market_id: marketId, side } = sent;
    this.#active.add(`${owner.name} ${marketId}`);
    // Where nobody else trades it is asked of none of them.
    if (remainingQty === 0 || this.#markets.get(String(marketId))?.own) return;
    this.#orders.set(String(orderId), { owner, marketId, side });
  }

  /** The records of a place's orders say that all are over: cancelled once more when the run ends. */
  believed(place: RestingPlace): void {
    this.#trace(place, true);
  }

  /** A check has cleared a place, as far as that went. */
  cleared(place: RestingPlace, { left, silent }: Cleared): void {
    this.#silent ||= silent;
    this.#trace(place, left.length > 0);
  }

  /** Keys that a check made and could not revoke. */
  keys(revocations: Revocations, clients: Clients): void {
    if (revocations.left.length > 0) this.#keys.push({ revocations, clients });
  }

  /** Whose order an order met that was to rest, as far as it can be read. */
  async whose({ sent, orderId }: PlaceResponse): Promise<string> {
    if (this.#markets.get(String(sent["market_id"]))?.own) {
      return "an order where nobody else trades";
    }
    const own = [...this.#orders].filter(
      ([id, { marketId, side }]) =>
        id !== orderId && marketId === sent["market_id"] && side !== sent["side"],
    );
    for (const [id, { owner }] of own.slice(-LOOKED_UP_MOST)) {
      const { response } = await owner.request({ method: "GET", path: `/orders/${id}` });
      if (executedQty(recordOf(response?.body, id) ?? {})) {
        return `an order of this run's own, ${id} of ${owner.name}`;
      }
    }
    return own.length === 0
      ? "a third party's order"
      : "a third party's order, or one of this run's";
  }

  /** Undoes at the end of a run what checks could not; the orders and keys that are left then. */
  async sweep(): Promise<LeftBehind[]> {
    const places = [...this.#places.values()];
    const isThere = !this.#silent || (await answersAgain(this.#deployment));
    const orders: LeftBehind[] = [];
    for (const place of places) {
      const left = isThere ? await this.#leftIn(place) : this.#lostIn(place);
      orders.push(...left.map((order) => leftOrder(place, order)));
    }
    if (isThere) for (const { revocations, clients } of this.#keys) await revocations.run(clients);
    return [...orders, ...this.#keysLeft()];
  }

  /** Of agents that were there before the run: others' keys are no more in the way than they are. */
  #keysLeft(): LeftBehind[] {
    const { agents, browser } = this.#deployment.profile;
    const named = [browser, ...agents].map((one) => one?.agentId?.toLowerCase());
    const keys = this.#keys.flatMap(({ revocations }) => revocations.left);
    return keys.filter(({ agent }) => named.includes(agent.toLowerCase()));
  }

  #lostIn(place: Traced): OrderLeft[] {
    return place.pending ? lost(this.#resting(place), SILENT).left : [];
  }

  /** The place without what was cleared there before. */
  #resting(place: Traced): RestingPlace {
    return { ...place, ids: new Set([...place.ids].filter((id) => !this.#gone.has(id))) };
  }

  /** Whether a caller of this name had orders in a market. */
  hadOrders(name: string, marketId: string): boolean {
    return this.#active.has(`${name} ${marketId}`);
  }

  #trace(place: RestingPlace, pending: boolean): void {
    const name = `${place.caller.name} ${place.marketId}`;
    const known = this.#places.get(name);
    // What is made for one lease, and cleared, nobody meets again.
    for (const id of pending ? [] : place.ids) {
      this.#orders.delete(id);
      this.#gone.add(id);
    }
    if (!pending && known === undefined && this.#markets.get(place.marketId)?.own) return;
    const ids = new Set([...(known?.ids ?? []), ...place.ids]);
    const unsure = place.unsure || known?.unsure === true;
    this.#places.set(name, { ...place, ids, unsure, pending });
  }

  /** Orders of a place that are open still, whatever was tried. */
  async #leftIn(place: Traced): Promise<OrderLeft[]> {
    const { left } = place.pending ? await clear(this.#resting(place)) : { left: [] };
    const open = await openIn(place);
    // A key may be revoked by now, and its human have cancelled what it placed.
    if (open === null) return left.filter(({ id }) => id === null || !this.#gone.has(id));
    if (open.length === 0) return [];
    const tried = await clearEach(place, "");
    const listed = await this.#stillOpen(place);
    const whyOf = (id: string) => tried.find((one) => one.id === id)?.why ?? LISTED;
    return listed.map((id) => ({ id, why: whyOf(id) }));
  }

  async #stillOpen(place: Traced): Promise<string[]> {
    let listed: string[] = [];
    for (let reads = 0; reads < READS_MOST; reads += 1) {
      listed = (await openIn(place)) ?? [];
      if (listed.length === 0) break;
      await delay(BETWEEN_READS_MS);
    }
    return listed;
  }
}

const LISTED = "its cancel was answered as done, and it is listed as open";

function leftOrder({ caller, marketId }: Traced, { id, why }: OrderLeft): LeftBehind {
  return { what: "order", id: id ?? "unknown", agent: caller.name, market: marketId, why };
}
