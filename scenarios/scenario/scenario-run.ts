/** A scenario under way on a target: its actors, what its names stand for, what was said so far. */

import type { Deployment } from "../deployment/connect.ts";
import { credentialHeaders } from "../deployment/profile/credentials.ts";
import { jsonIn } from "../deployment/reading/json-in.ts";
import { ownIdOf, type PlaceResponse } from "../deployment/reading/order.ts";
import { Sender } from "../deployment/send.ts";
import { playing } from "../deployment/send-policy.ts";
import { Inconclusive } from "../deployment/stops.ts";
import { ThrownSwitches } from "../deployment/switches.ts";
import type { Exchange } from "../deployment/wire/exchange.ts";
import type { StreamSocket } from "../deployment/wire/stream-socket.ts";
import { Assignment, Unplayable } from "../session/assign.ts";
import { exchangeLine, tenths } from "../session/exchange-line.ts";
import type { SessionHeader, SessionMarket } from "../session/format.ts";
import type { NewLine } from "../session/writer.ts";
import { NOBODY, type Scenario, type ScenarioMarket } from "./format.ts";

/** A request of a scenario. Shape: `path` has no prefix; `prefix` is the target's unless given. */
export interface ScenarioRequest {
  method: string;
  path: string;
  prefix?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  /** A key instead of the actor's own. */
  key?: string;
  expects429?: boolean;
}

/** A key that the scenario created. */
export interface CreatedKey {
  apiKey: string;
  keyId: string;
  agentId: string;
}

/** Called with each exchange as it ends. */
export type RecordExchange = (exchange: Exchange) => void;

const WAIT_SECONDS_MAX = 70;

export class ScenarioRun {
  readonly scenario: Scenario;
  readonly deployment: Deployment;
  readonly assigned: Assignment;
  readonly orders = new Map<string, PlaceResponse>();
  readonly keys = new Map<string, CreatedKey>();
  readonly amounts = new Map<string, number>();
  readonly streams = new Map<string, StreamSocket>();
  /** What its operator has switched. */
  readonly switches = new ThrownSwitches();
  /** What happened, as a session. */
  readonly lines: NewLine[] = [];
  /** What was asked last. */
  last: Exchange | null = null;
  /** The first step whose expectation nobody could hold against the answer. */
  unread: number | null = null;
  readonly #sender: Sender;
  readonly #startMs: number;
  readonly #startedAt = new Date();
  #ids = 0;

  constructor(scenario: Scenario, deployment: Deployment, record: RecordExchange = () => {}) {
    const { prefix } = deployment.profile;
    this.scenario = scenario;
    this.#sender = new Sender({ ...deployment, prefix: () => prefix, record }, playing(deployment));
    this.deployment = deployment;
    this.assigned = new Assignment(deployment, actorsAndMarkets(scenario));
    this.#startMs = deployment.client.elapsedMs;
  }

  /** Brings the actors together. Errors: Unplayable. */
  open(): Promise<void> {
    return this.assigned.open(actorsAndMarkets(this.scenario));
  }

  /** The session's header, once the actors are there. */
  header(): SessionHeader {
    const { actors, markets } = actorsAndMarkets(this.scenario);
    const { profile, control } = this.deployment;
    const agents = new Map(this.assigned.agents);
    const bound = Object.entries(markets).map(([name, market]) => {
      const legs = market.legs?.map((leg) => this.idOf(leg));
      return [this.idOf(name), { ...market, ...(legs && { legs }) }];
    });
    const known = Object.entries(actors).map(([name, actor]) => {
      const agentId = agents.get(actor.agent_id ?? "");
      const { agent_id: _, ...rest } = actor;
      return [name, { ...rest, ...(agentId !== undefined && { agent_id: agentId }) }];
    });
    return {
      touchstone: "session/1",
      target: { name: profile.name, prefix: profile.prefix },
      recorded_by: "hand",
      seed: this.deployment.seed,
      clock: control?.can("clock") ? "virtual" : "system",
      started_at: this.#startedAt.toISOString(),
      actors: Object.fromEntries(known),
      markets: Object.fromEntries(bound),
    };
  }

  /** Sends as an actor, or as nobody. */
  async send(who: string, ask: ScenarioRequest): Promise<Exchange> {
    const credentials = who === NOBODY ? null : await this.assigned.credentialsOf(who);
    const headers = {
      ...(credentials && credentialHeaders(credentials)),
      ...(ask.body !== undefined && { "content-type": "application/json" }),
      ...(ask.key !== undefined && { authorization: `Bearer ${ask.key}` }),
      ...ask.headers,
    };
    const { method, path, prefix = this.deployment.profile.prefix, query, body, text } = ask;
    const exchange = await this.#sender.send(credentials, {
      ...{ method, path, prefix, headers },
      ...(query !== undefined && { query }),
      ...(text === undefined ? { body } : { body: jsonIn(text), rawBody: text }),
      ...(credentials !== null && { actor: who }),
      tolerates: ask.expects429 ? [429] : [],
    });
    this.last = exchange;
    this.lines.push(exchangeLine(exchange, this.#startMs));
    if (exchange.response !== null) return exchange;
    throw new Inconclusive(`no answer to ${ask.method} ${ask.path}: ${exchange.failure}`);
  }

  /** Asks the venue's operator. Errors: Unplayable where the target has none who can. */
  async operate(method: string, path: string, body: Record<string, unknown>): Promise<void> {
    const { control } = this.deployment;
    const call = { method, path, body };
    if (!control?.offers(call)) {
      throw new Unplayable(`needs control with ${path.split("/")[1]}: an operator's endpoint`);
    }
    if (!this.switches.note(call)) throw new Unplayable("needs fewer switches of the operator");
    const { response } = await control.send(call);
    this.note({ control: call });
    if (response !== null && response.status < 300) return;
    throw new Inconclusive(`the operator's ${method} ${path} was answered ${response?.status}`);
  }

  /** Lets time pass on the target. */
  async pass(seconds: number): Promise<void> {
    if (this.deployment.control?.can("clock")) {
      return this.operate("POST", "/clock", { advance_ms: seconds * 1_000 });
    }
    if (seconds > WAIT_SECONDS_MAX) {
      throw new Unplayable(`needs control with clock: ${seconds} seconds are too long to wait`);
    }
    await this.deployment.clock.sleep(seconds * 1_000, `for: ${this.scenario.story}`);
  }

  /** The target's time. Units: epoch ms. */
  async now(): Promise<number> {
    const { control } = this.deployment;
    if (!control?.can("clock")) return Date.now();
    const call = { method: "POST", path: "/clock", body: { advance_ms: 0 } };
    const { response } = await control.send(call);
    this.note({ control: call });
    return Number(Object(response?.body).now_ms ?? Date.now());
  }

  /** Keeps a line that is no exchange, dated now. */
  note(line: Record<string, unknown>): void {
    this.lines.push({
      at: tenths(this.deployment.client.elapsedMs - this.#startMs),
      ...line,
    } as NewLine);
  }

  /** A client_order_id for this run alone. */
  clientId(id: string | undefined): string {
    this.#ids += 1;
    return `${this.deployment.runId}-${id ?? this.#ids.toString(36)}`;
  }

  /** The id on the target that a name of the scenario stands for. */
  idOf(name: string): string {
    const placed = this.orders.get(name);
    if (placed !== undefined) return ownIdOf(placed);
    const id = this.assigned.markets.get(name) ?? this.keys.get(name)?.keyId ?? this.#agentOf(name);
    if (id !== undefined) return id;
    throw new Unplayable(`needs to know the id of ${name}: agent_id in the profile`);
  }

  #agentOf(name: string): string | undefined {
    const agent = this.scenario.actors[name]?.key_of ?? name;
    return this.assigned.agents.find(([actor]) => actor === agent)?.[1];
  }
}

/** What a market of a scenario is unless it says otherwise: it names prices itself. Units: market price units. */
const USUAL = {
  BTC_BINARY: { band: [1, 99], tick: 1 },
  BTC_PERP: { band: [1_000, 400_000], tick: 10, mark_price: 65_000 },
  BTC_PARLAY: { band: [1, 99], tick: 1 },
} as const;

/** Shape: markets by the scenario's names; actors of one agent have one `agent_id`, a name. */
function actorsAndMarkets(scenario: Scenario): Pick<SessionHeader, "actors" | "markets"> {
  const actors = Object.entries(scenario.actors).map(([name, actor]) => {
    const sibling = actor.key_of;
    const owner = actor.owner ?? (sibling && scenario.actors[sibling]?.owner) ?? sibling ?? name;
    const known = {
      caller: actor.human ? "session" : "key",
      owner,
      agent_id: sibling ?? name,
      ...(actor.scopes && { scopes: actor.scopes }),
      ...(actor.cash !== undefined && { cash: actor.cash }),
    };
    return [name, known];
  });
  const markets = Object.entries(scenario.markets ?? {}).map(([name, one]) => [
    name,
    marketOf(one),
  ]);
  return { actors: Object.fromEntries(actors), markets: Object.fromEntries(markets) };
}

function marketOf({
  kind = "BTC_BINARY",
  status = "OPEN",
  ...said
}: ScenarioMarket): SessionMarket {
  return { kind, status, ...USUAL[kind], ...said } as SessionMarket;
}
