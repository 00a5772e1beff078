/** A fresh reference over HTTP, without sockets, on which a tape is performed again. */
import {
  type Command,
  type CreateMarket,
  type Reference,
  type SocketlessResponse,
  startReference,
} from "../../reference/index.ts";
import { START_MS } from "./start.ts";
import type { CommandEntry } from "./tape.ts";
import { requestOf, type Told } from "./told.ts";

const CONTROL_TOKEN = "simulation";
/** More than any tape holds: how often agents may ask is not what a tape is about. */
const UNLIMITED = 1_000_000;

/** An agent on the stage. Units: cents. */
export interface StagedAgent {
  name: string;
  key: string;
  agentId: string;
  cashCents: number;
}

/** One command as it was asked for, and what came back. */
export interface Performed {
  told: Told;
  actor: StagedAgent | null;
  answer: SocketlessResponse;
}

/** Shape: `ids` and `agents` are by what the tape calls them. */
export class Stage {
  readonly reference: Reference;
  readonly ids = new Map<string, string>();
  readonly agents = new Map<string, StagedAgent>();
  readonly markets = new Map<string, CreateMarket>();
  /** Units: epoch ms. */
  nowMs = START_MS;
  readonly #prefix: string;

  private constructor(reference: Reference, prefix: string) {
    this.reference = reference;
    this.#prefix = prefix;
  }

  /** Starts one. */
  static async open(seed: number, prefix: string): Promise<Stage> {
    const reference = await startReference({
      seed,
      clock: "virtual",
      controlToken: CONTROL_TOKEN,
      listen: false,
      rateLimits: { writesPerMinute: UNLIMITED, readsPerMinute: UNLIMITED },
    });
    return new Stage(reference, prefix);
  }

  /** Brings on all agents and markets of a tape, whenever they were opened on it. */
  async bringOn(entries: readonly CommandEntry[]): Promise<void> {
    for (const { command } of entries) {
      if (command.type === "open-agent") await this.#openAgent(command);
      if (command.type === "create-market") await this.#createMarket(command);
    }
  }

  /** Asks for a command; null for one that nobody asks for over HTTP. */
  async perform({ command, at }: CommandEntry): Promise<Performed | null> {
    const told = requestOf(command, (id) => this.ids.get(id) ?? id);
    const actor = this.agents.get("agentId" in command ? command.agentId : "") ?? null;
    if (told === null || (actor === null && !("control" in told))) return null;
    if (at > this.nowMs) await this.advance(at);
    if ("control" in told) {
      return { told, actor, answer: await this.operate(told.control, told.path, told.body) };
    }
    const { method, path, query = {}, body } = told;
    const search = new URLSearchParams(query).toString();
    const answer = await this.reference.handle({
      method,
      path: `${this.#prefix}${path}${search === "" ? "" : `?${search}`}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${actor!.key}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#learn(command, answer.body);
    return { told, actor, answer };
  }

  /** Reads as an agent, or as nobody. Shape: the body, parsed. */
  async read(path: string, agent?: StagedAgent): Promise<unknown> {
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
    const { marketId, kind, band, tick, markPrice, legs } = command;
    const { status, body } = await this.operate("POST", "/markets", {
      ...{ kind, band, tick, mark_price: markPrice },
      legs: legs?.map((leg) => this.ids.get(leg) ?? leg),
    });
    if (status !== 200) return;
    this.ids.set(marketId, (JSON.parse(body) as { market_id: string }).market_id);
    this.markets.set(marketId, command);
  }

  /** The ids that the reference gave to new orders. */
  #learn(command: Command, body: string): void {
    const answer = JSON.parse(body) as { order_id?: string; results?: { order_id: string }[] };
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
