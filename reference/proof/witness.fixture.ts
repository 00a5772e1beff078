/** Trades on a venue that fails, writes down what it was told, and asks for all of it afterwards. */
import assert from "node:assert/strict";
import { TOKEN, type TraderFacts } from "./mortal.fixture.ts";

/** Cancels its last order now and then. */
const CANCEL_EVERY = 4;
/** And has an agent of its own opened. */
const AGENT_EVERY = 15;

interface ClientResponse {
  status: number;
  isReplayed: boolean;
  body: Record<string, string>;
}

/** What one client was told. */
interface Acknowledged {
  /** Order ids by client order id. */
  placed: Map<string, string>;
  cancelled: Set<string>;
  keys: string[];
  /** Client order ids whose orders were not acknowledged: done or not, but never by halves. */
  doubted: Set<string>;
}

/** Several clients of one venue. */
export class Witness {
  readonly #trader: TraderFacts;
  readonly #url: () => string;
  readonly acknowledged: Acknowledged = {
    placed: new Map(),
    cancelled: new Set(),
    keys: [],
    doubted: new Set(),
  };

  /** `url` is asked for anew before every request. */
  constructor(trader: TraderFacts, url: () => string) {
    this.#trader = trader;
    this.#url = url;
  }

  /** Sends until the venue is gone, or told to stop; a 503 is noted, any other answer must be well. */
  async trade(client: string, isOver: () => boolean = () => false): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      try {
        await this.#act(client, n);
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return;
        throw error;
      }
    }
  }

  async #act(client: string, n: number): Promise<void> {
    const id = `${client}-${n}`;
    const orderId = await this.place(id);
    if (orderId === null) return;
    if (n % CANCEL_EVERY === 0) await this.#cancel(orderId);
    if (n % AGENT_EVERY === 0) await this.#openAgent(id);
  }

  /** Places an order; null where it is in doubt. */
  async place(id: string): Promise<string | null> {
    this.acknowledged.doubted.add(id);
    const { status, body } = await this.#order(id);
    if (isRefused(status, body)) return null;
    assert.equal(status, 201, JSON.stringify(body));
    this.acknowledged.doubted.delete(id);
    this.acknowledged.placed.set(id, body["order_id"]!);
    return body["order_id"]!;
  }

  #order(id: string): Promise<ClientResponse> {
    const price = 2 + (Number(/\d+$/.exec(id)![0]) % 40); // all buy: nothing trades, all can be found
    const order = { side: "BUY", type: "LIMIT", price, qty: 1, client_order_id: id };
    return this.#send("POST", "/v1/orders", { market_id: this.#trader.marketId, ...order });
  }

  async #cancel(orderId: string): Promise<void> {
    const { status, body } = await this.#send("DELETE", `/v1/orders/${orderId}`);
    if (isRefused(status, body)) return;
    assert.equal(status, 200, JSON.stringify(body));
    this.acknowledged.cancelled.add(orderId);
  }

  async #openAgent(owner: string): Promise<void> {
    const { status, body } = await this.#send("POST", "/_control/agents", { owner }, TOKEN);
    if (!isRefused(status, body)) this.acknowledged.keys.push(body["api_key"]!);
  }

  /** All that was acknowledged is there, and what was not is done once when it is asked again. */
  async assertKept(): Promise<void> {
    const { placed, cancelled, keys, doubted } = this.acknowledged;
    for (const [id, orderId] of placed) {
      const { status, body } = await this.#send("GET", `/v1/orders/${orderId}`);
      assert.equal(status, 200, `${id} was acknowledged`);
      assert.equal(body["client_order_id"], id);
      if (cancelled.has(orderId)) assert.equal(body["status"], "CANCELLED", `${id} was cancelled`);
    }
    for (const key of keys) {
      const { status } = await this.#send("GET", "/v1/me/wallet", undefined, key);
      assert.equal(status, 200, "a key that was told opens its account");
    }
    for (const id of doubted) await this.#assertOnce(id);
  }

  async #assertOnce(id: string): Promise<void> {
    const [first, second] = [await this.#order(id), await this.#order(id)];
    assert.deepEqual([first.status, second.status], [201, 201], `${id} can be sent again`);
    assert.equal(first.body["order_id"], second.body["order_id"]);
    assert.ok(second.isReplayed);
  }

  /** What was told so far has been looked at. */
  forget(): void {
    const { placed, cancelled, keys, doubted } = this.acknowledged;
    for (const each of [placed, cancelled, doubted]) each.clear();
    keys.length = 0;
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<ClientResponse> {
    const authorization = `Bearer ${token ?? this.#trader.apiKey}`;
    const headers = { authorization, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(this.#url() + path, { method, headers, ...init });
    const isReplayed = answer.headers.get("idempotent-replayed") === "true";
    return {
      status: answer.status,
      isReplayed,
      body: (await answer.json()) as ClientResponse["body"],
    };
  }
}

function isRefused(status: number, { code }: Record<string, string>): boolean {
  if (status === 503) assert.equal(code, "STORE_UNAVAILABLE");
  return status === 503;
}
