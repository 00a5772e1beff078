/** The venue's side: takes requests in, applies them, answers once they are committed. */
import type { Command, OrderRequest, VenueEvent } from "../../reference/index.ts";
import type { SentCommand, SimulatedClient } from "./client.ts";
import type { Network } from "./network.ts";
import { ObservedMarket } from "./observed-market.ts";
import { ObservedVenue } from "./observed-venue.ts";
import type { Random } from "./random.ts";
import { type CommandOutcome, later, type SimulationContext } from "./simulation-context.ts";
import type { Draft } from "./strategies/strategy.ts";
import type { AgentState, AgentUpdate } from "./view.ts";

/** Order ids that meddlers choose among. */
const RECENT = 64;
const ID_HEAD = "00000000-0000-4000-8000-";
const ID_TAIL = "000000000000";
const NO_ORDER = ID_HEAD + ID_TAIL;
const MINUTE_MS = 60_000;
/** Between attempts at a commit that failed. Units: ms. */
const RETRY_MS = 50;

/** An answer that waits for the commit. */
interface HeldAnswer {
  client: SimulatedClient;
  sent: SentCommand;
  outcome: CommandOutcome;
}

/** Applies, holds back until the commit, and sends. */
export class Gateway {
  readonly observed: ObservedVenue;
  readonly clients = new Map<string, SimulatedClient>();
  /** Requests that an agent may send a minute. */
  perMinute = Number.POSITIVE_INFINITY;
  /** While the store does not commit. Units: epoch ms. */
  storeFailsUntilMs = 0;
  readonly #context: SimulationContext;
  readonly #network: Network;
  readonly #recent: string[] = [];
  readonly #seqs = new Map<string, number>();
  readonly #sentAt = new Map<string, number[]>();
  #orders = 0;
  #unsent: VenueEvent[] = [];
  #held: HeldAnswer[] = [];
  #reads: (() => void)[] = [];
  #uncommitted = 0;
  #commitIsDue = false;
  #markets: readonly ObservedMarket[] | null = null;

  constructor(context: SimulationContext, network: Network) {
    this.#context = context;
    this.#network = network;
    const onEvents = (events: readonly VenueEvent[]) => {
      for (const event of events) this.#unsent.push(event);
    };
    this.observed = new ObservedVenue({ coverage: context.coverage, onEvents });
  }

  /** Commands that no commit holds yet. */
  get uncommitted(): number {
    return this.#uncommitted;
  }

  /** The venue's clock. Units: epoch ms. */
  get venueMs(): number {
    return this.#context.nowMs + this.#context.aheadMs;
  }

  /** A client sends a request; it hears the answer when, and if, that arrives. */
  request(client: SimulatedClient, sent: SentCommand): void {
    this.#network.request(() => {
      if (this.#isSqueezed(client)) return;
      const outcome = this.apply(this.#commandOf(client.view.agentId, sent.draft));
      this.#held.push({ client, sent, outcome });
    });
  }

  /** A client reads all that is its own. */
  read(client: SimulatedClient, answer: (snapshot: AgentState) => void): void {
    this.#network.request(() => {
      this.#reads.push(() => {
        const snapshot = this.#snapshotOf(client.view.agentId);
        this.#network.response(() => answer(snapshot));
      });
      this.#commitSoon();
    });
  }

  /** Applies a command now. */
  apply(command: Command): CommandOutcome {
    if (command.type === "create-market" || command.type === "update-market") this.#markets = null;
    const outcome = this.observed.apply(command, this.venueMs);
    this.#uncommitted++;
    this.#commitSoon();
    return outcome;
  }

  /** What was not committed is neither answered nor sent; every connection is gone. */
  forget(): void {
    this.#unsent = [];
    this.#held = [];
    this.#reads = [];
    this.#uncommitted = 0;
    this.#markets = null;
  }

  /** The open markets. */
  lookAround(): readonly ObservedMarket[] {
    this.#markets ??= [...this.observed.shadow.markets.values()]
      .filter(({ status }) => status === "OPEN")
      .map((market) => new ObservedMarket(market));
    return this.#markets;
  }

  anyOrderId(random: Random): string {
    return this.#recent.length === 0 ? NO_ORDER : random.pick(this.#recent);
  }

  #isSqueezed(client: SimulatedClient): boolean {
    if (this.perMinute === Number.POSITIVE_INFINITY) return false;
    const { agentId } = client.view;
    const times = (this.#sentAt.get(agentId) ?? []).filter((at) => this.venueMs - at < MINUTE_MS);
    this.#sentAt.set(agentId, times);
    if (times.length >= this.perMinute) return true;
    times.push(this.venueMs);
    return false;
  }

  #commandOf(agentId: string, draft: Draft): Command {
    if (draft.type === "place") {
      return { type: "place", agentId, orderId: this.#newOrderId(), request: draft.request };
    }
    if (draft.type === "cancel") return { type: "cancel", agentId, orderId: draft.orderId };
    if (draft.type !== "replace-ladder") return { ...draft, agentId };
    return { ...draft, agentId, orders: draft.orders.map((request) => this.#order(request)) };
  }

  #order(request: OrderRequest): { orderId: string; request: OrderRequest } {
    return { orderId: this.#newOrderId(), request };
  }

  #newOrderId(): string {
    const id = ID_HEAD + (++this.#orders).toString(16).padStart(ID_TAIL.length, "0");
    this.#recent[(this.#orders - 1) % RECENT] = id;
    return id;
  }

  #commitSoon(): void {
    if (!this.#commitIsDue) this.#commitIn(this.#context.parameters.commitMs);
  }

  #commitIn(ms: number): void {
    this.#commitIsDue = true;
    later(this.#context, ms, this.#commit);
  }

  readonly #commit = (): void => {
    this.#commitIsDue = false;
    if (this.#context.nowMs < this.storeFailsUntilMs && this.#context.isTrading) {
      if (this.#held.length > 0) this.#context.coverage.rule("answer-withheld");
      this.#commitIn(RETRY_MS);
      return;
    }
    this.#uncommitted = 0;
    this.#broadcast();
    const held = this.#held;
    this.#held = [];
    for (const { client, sent, outcome } of held) {
      this.#network.response(() => client.hearAnswer(sent, outcome));
    }
    for (const read of this.#reads.splice(0)) read();
  };

  #broadcast(): void {
    if (this.#unsent.length === 0) return; // most commands are turned away
    const frames = new Map<string, VenueEvent[]>();
    for (const event of this.#unsent) {
      for (const agentId of this.#concerned(event)) {
        const events = frames.get(agentId);
        if (events === undefined) frames.set(agentId, [event]);
        else events.push(event);
      }
    }
    this.#unsent = [];
    for (const [agentId, events] of frames) this.#send(agentId, events);
  }

  #send(agentId: string, events: VenueEvent[]): void {
    const client = this.clients.get(agentId);
    if (client === undefined) return;
    const seq = (this.#seqs.get(agentId) ?? 0) + 1;
    this.#seqs.set(agentId, seq);
    const frame: AgentUpdate = { seq, events };
    client.frameAtMs = this.#network.frame(client.frameAtMs, () => client.hear(frame));
  }

  #concerned(event: VenueEvent): Iterable<string> {
    if (event.type === "trade") return [event.takerAgentId, event.makerAgentId];
    if (event.type === "market-changed") return this.clients.keys();
    return [event.order.agentId];
  }

  #snapshotOf(agentId: string): AgentState {
    const { venue } = this.observed;
    const seq = this.#seqs.get(agentId) ?? 0;
    return { seq, orders: venue.openOrders(agentId), positions: venue.positions(agentId) };
  }
}
