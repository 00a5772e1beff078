/** A fresh reference over HTTP, without sockets, on which a tape is performed again. */
import {
  type Command,
  type CreateMarket,
  type Reference,
  type SocketlessResponse,
  type Store,
  startReference,
} from "../../reference/index.ts";
import { openStore } from "../../reference/testing.ts";
import { Mount } from "./mount.ts";
import { requestOf, type VenueRequest } from "./requests.ts";
import { type CommandEntry, START_MS } from "./tape.ts";

const CONTROL_TOKEN = "simulation";
/** More than any tape holds: how often agents may ask is not what a tape is about. */
const UNLIMITED = 1_000_000;

/** An agent of the venue. Units: cents. */
export interface HttpAgent {
  name: string;
  key: string;
  agentId: string;
  cashCents: number;
}

/** Shape: a mortal one can fail and crash; its answers wait for commits. */
export interface HttpVenueOptions {
  seed: number;
  prefix: string;
  isMortal: boolean;
}

/** One command as it is asked for over HTTP; nobody's where the operator asks. */
export interface Asked {
  request: VenueRequest;
  actor: HttpAgent | null;
}

/** What was asked, and what came back; `told` is its body, parsed. */
export interface Performed extends Asked {
  answer: SocketlessResponse;
  told: unknown;
}

/** Shape: `ids` and `agents` are by what the tape calls them. */
export class HttpVenue {
  readonly ids = new Map<string, string>();
  readonly agents = new Map<string, HttpAgent>();
  readonly markets = new Map<string, CreateMarket>();
  /** Units: epoch ms. */
  nowMs = START_MS;
  readonly #seed: number;
  readonly #prefix: string;
  readonly #store: Store;
  /** Lives that ended, to be closed when nobody plays any more. */
  readonly #dead: Reference[] = [];
  #mount: Mount | null;
  #reference!: Reference;

  private constructor(store: Store, { seed, prefix, isMortal }: HttpVenueOptions) {
    this.#store = store;
    this.#seed = seed;
    this.#prefix = prefix;
    this.#mount = isMortal ? new Mount(store) : null;
  }

  /** Starts one. */
  static async open(options: HttpVenueOptions): Promise<HttpVenue> {
    const http = new HttpVenue(await openStore("memory:"), options);
    await http.#start();
    return http;
  }

  /** The venue in its present life. */
  get reference(): Reference {
    return this.#reference;
  }

  /** From now on, and until the venue is started again, nothing is committed. */
  failStore(): void {
    this.#mount!.isFailing = true;
  }

  /** The venue ends without warning, and is started again on what its store holds. */
  async crash(): Promise<void> {
    this.#mount!.kill();
    this.#dead.push(this.#reference);
    this.#mount = new Mount(this.#store);
    await this.#start();
    const { body } = await this.operate("POST", "/clock", { advance_ms: 0 });
    this.nowMs = (JSON.parse(body) as { now_ms: number }).now_ms;
  }

  /** Ends the play. */
  async close(): Promise<void> {
    await Promise.all([...this.#dead, this.#reference].map((reference) => reference.close()));
    if (this.#mount !== null) await this.#store.close();
  }

  /** Brings on all agents and markets of a tape, whenever they were opened on it. */
  async bringOn(entries: readonly CommandEntry[]): Promise<void> {
    for (const { command } of entries) {
      if (command.type === "open-agent") await this.#openAgent(command);
      if (command.type === "create-market") await this.#createMarket(command);
    }
  }

  /** How a command is asked for; null for one that nobody asks for over HTTP. */
  asked({ command }: CommandEntry): Asked | null {
    const request = requestOf(command, (id) => this.ids.get(id) ?? id);
    const actor = this.agents.get("agentId" in command ? command.agentId : "") ?? null;
    return request === null || (actor === null && !("control" in request))
      ? null
      : { request, actor };
  }

  /** Asks for a command; null for one that nobody asks for over HTTP. */
  async perform(entry: CommandEntry): Promise<Performed | null> {
    const asked = this.asked(entry);
    if (asked === null) return null;
    const { command, at } = entry;
    const { request, actor } = asked;
    if (at > this.nowMs) await this.advance(at);
    const answer = await this.#answerTo(request, actor);
    const told: unknown = JSON.parse(answer.body);
    this.#learn(command, told);
    return { request, actor, answer, told };
  }

  #answerTo(request: VenueRequest, actor: HttpAgent | null): Promise<SocketlessResponse> {
    if ("control" in request) return this.operate(request.control, request.path, request.body);
    const { method, path, query, body } = request;
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    return this.reference.handle({
      method,
      path: `${this.#prefix}${path}${search}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${actor!.key}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Reads as an agent, or as nobody. Shape: the body, parsed. */
  async read(path: string, agent?: HttpAgent): Promise<unknown> {
    const headers = agent === undefined ? {} : { authorization: `Bearer ${agent.key}` };
    const request = { method: "GET", path: `${this.#prefix}${path}`, headers };
    return JSON.parse((await this.reference.handle(request)).body);
  }

  /** Moves the clock. Units: epoch ms. */
  async advance(toMs: number): Promise<SocketlessResponse> {
    const body = { advance_ms: toMs - this.nowMs };
    this.nowMs = toMs;
    return this.operate("POST", "/clock", body);
  }

  /** Calls the operator's endpoint. */
  operate(method: string, path: string, body: object): Promise<SocketlessResponse> {
    const headers = {
      authorization: `Bearer ${CONTROL_TOKEN}`,
      "content-type": "application/json",
    };
    const request = { method, path: `/_control${path}`, headers, body: JSON.stringify(body) };
    return this.reference.handle(request);
  }

  async #start(): Promise<void> {
    this.#reference = await startReference({
      seed: this.#seed,
      clock: "virtual",
      store: this.#mount ?? this.#store,
      controlToken: CONTROL_TOKEN,
      listen: false,
      rateLimits: { writesPerMinute: UNLIMITED, readsPerMinute: UNLIMITED },
    });
  }

  async #openAgent({ agentId, name, cashCents }: Extract<Command, { type: "open-agent" }>) {
    const { status, body } = await this.operate("POST", "/agents", {
      owner: name,
      name,
      cash: cashCents,
    });
    if (status !== 200) return;
    const opened = JSON.parse(body) as { agent_id: string; api_key: string };
    this.ids.set(agentId, opened.agent_id);
    const { agent_id, api_key: key } = opened;
    this.agents.set(agentId, { name, key, agentId: agent_id, cashCents });
  }

  async #createMarket(command: CreateMarket): Promise<void> {
    const { marketId, kind, band, tick, markPrice, maintenanceMarginBps, legs } = command;
    const { status, body } = await this.operate("POST", "/markets", {
      ...{ kind, band, tick, mark_price: markPrice },
      maintenance_margin_bps: maintenanceMarginBps,
      legs: legs?.map((leg) => this.ids.get(leg) ?? leg),
    });
    if (status !== 200) return;
    this.ids.set(marketId, (JSON.parse(body) as { market_id: string }).market_id);
    this.markets.set(marketId, command);
  }

  /** The ids that the reference gave to new orders. */
  #learn(command: Command, told: unknown): void {
    const answer = told as { order_id?: string; results?: { order_id: string }[] };
    const learn = (orderId: string, given: string | undefined): void => {
      if (given !== undefined) this.ids.set(orderId, given);
    };
    if (command.type === "place") learn(command.orderId, answer.order_id);
    if (command.type !== "replace-ladder") return;
    command.orders.forEach(({ orderId }, index) => {
      learn(orderId, answer.results?.[index]?.order_id);
    });
  }
}
