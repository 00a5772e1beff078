/** Tells a tape as a session: the same story over HTTP, on a fresh reference in virtual time. */
import {
  type Command,
  type CreateMarket,
  type Reference,
  startReference,
} from "../../reference/index.ts";
import type { SessionHeader } from "../session/format.ts";
import type { NewLine } from "../session/writer.ts";
import { sessionBody, sessionText } from "../session/writer.ts";
import { START_MS } from "./run.ts";
import type { CommandEntry, TapeEntry } from "./tape.ts";
import { requestOf, type Told } from "./told.ts";

const CONTROL_TOKEN = "simulation";
const PREFIX = "/v1";

/** The text of a session file. Shape: crashes are left out; nothing over HTTP can do them. */
export async function retell(tape: readonly TapeEntry[], seed: number): Promise<string> {
  const reference = await startReference({
    seed,
    clock: "virtual",
    controlToken: CONTROL_TOKEN,
    listen: false,
    rateLimits: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 },
  });
  try {
    return await new Retelling(reference, seed).tell(tape.filter(isCommand));
  } finally {
    await reference.close();
  }
}

const isCommand = (entry: TapeEntry): entry is CommandEntry => "command" in entry;

class Retelling {
  readonly #reference: Reference;
  readonly #header: SessionHeader;
  readonly #lines: NewLine[] = [];
  /** Ids as the reference gave them, by those on the tape. */
  readonly #ids = new Map<string, string>();
  /** Names and keys by agents on the tape. */
  readonly #actors = new Map<string, { name: string; key: string }>();
  #nowMs = START_MS;

  constructor(reference: Reference, seed: number) {
    this.#reference = reference;
    this.#header = {
      touchstone: "session/1",
      target: { name: "reference", prefix: PREFIX },
      recorded_by: "simulation",
      seed,
      clock: "virtual",
      started_at: new Date(START_MS).toISOString(),
      actors: {},
      markets: {},
    };
  }

  async tell(entries: readonly CommandEntry[]): Promise<string> {
    for (const { command } of entries) {
      if (command.type === "open-agent") await this.#openAgent(command);
      if (command.type === "create-market") await this.#createMarket(command);
    }
    for (const entry of entries) await this.#tellOne(entry);
    return sessionText(this.#header, this.#lines);
  }

  async #openAgent({ agentId, name, cashCents: cash }: Extract<Command, { type: "open-agent" }>) {
    const owner = name;
    const answer = await this.#operate("POST", "/agents", { owner, name, cash });
    if (answer.status !== 200) return;
    const opened = JSON.parse(answer.body) as { agent_id: string; api_key: string };
    this.#ids.set(agentId, opened.agent_id);
    this.#actors.set(agentId, { name, key: opened.api_key });
    this.#header.actors[name] = { caller: "key", owner, agent_id: opened.agent_id, cash };
  }

  async #createMarket({ marketId, kind, band, markPrice, legs }: CreateMarket): Promise<void> {
    const mark = markPrice === undefined ? {} : { mark_price: markPrice };
    const bound = legs === undefined ? {} : { legs: legs.map((leg) => this.#ids.get(leg) ?? leg) };
    const body = { kind, ...(band && { band }), ...mark, ...bound };
    const answer = await this.#operate("POST", "/markets", body);
    if (answer.status !== 200) return;
    const { market_id: id } = JSON.parse(answer.body) as { market_id: string };
    this.#ids.set(marketId, id);
    const { body: record } = await this.#reference.handle({
      method: "GET",
      path: `/markets/${id}`,
    });
    const { min_price, max_price, tick_size } = JSON.parse(record) as Record<string, number>;
    const range = [min_price!, max_price!] as const;
    this.#header.markets[id] = { kind, status: "OPEN", band: range, tick: tick_size!, ...mark };
  }

  async #tellOne(entry: CommandEntry): Promise<void> {
    const told = requestOf(entry.command, (id) => this.#ids.get(id) ?? id);
    if (told === null) return;
    if (entry.at > this.#nowMs) {
      await this.#control("POST", "/clock", { advance_ms: entry.at - this.#nowMs });
      this.#nowMs = entry.at;
    }
    if ("control" in told) return void (await this.#control(told.control, told.path, told.body));
    await this.#request(entry, told);
  }

  async #request({ command }: CommandEntry, told: Extract<Told, { method: string }>) {
    const { method, path, query = {}, body } = told;
    const actor = this.#actors.get("agentId" in command ? command.agentId : "");
    if (actor === undefined) return;
    const text = body === undefined ? null : JSON.stringify(body);
    const json = text === null ? {} : { "content-type": "application/json" };
    const search = new URLSearchParams(query).toString();
    const answer = await this.#reference.handle({
      method,
      path: `${PREFIX}${path}${search === "" ? "" : `?${search}`}`,
      headers: { ...json, authorization: `Bearer ${actor.key}` },
      ...(text !== null && { body: text }),
    });
    this.#learn(command, answer.body);
    const headers = { ...json, authorization: `Bearer {{${actor.name}.key}}` };
    this.#lines.push({
      at: this.#nowMs - START_MS,
      took: 0,
      actor: actor.name,
      request: {
        ...{ method, path: `${PREFIX}${path}`, headers },
        ...(search !== "" && { query }),
        ...sessionBody(text),
      },
      response: { status: answer.status, headers: answer.headers, ...sessionBody(answer.body) },
    });
  }

  /** The ids that the reference gave to new orders. */
  #learn(command: CommandEntry["command"], body: string): void {
    const answer = JSON.parse(body) as { order_id?: string; results?: { order_id: string }[] };
    if (command.type === "place") this.#ids.set(command.orderId, answer.order_id ?? "");
    if (command.type !== "replace-ladder") return;
    command.orders.forEach(({ orderId }, index) => {
      this.#ids.set(orderId, answer.results?.[index]?.order_id ?? "");
    });
  }

  async #control(method: string, path: string, body: object): Promise<void> {
    const { status, body: text } = await this.#operate(method, path, body);
    const at = this.#nowMs - START_MS;
    this.#lines.push({
      at,
      control: { method, path, body },
      response: { status, ...sessionBody(text) },
    });
  }

  #operate(method: string, path: string, body: object) {
    const headers = {
      authorization: `Bearer ${CONTROL_TOKEN}`,
      "content-type": "application/json",
    };
    const request = { method, path: `/_control${path}`, headers, body: JSON.stringify(body) };
    return this.#reference.handle(request);
  }
}
