/** What many agents do at once: place, cross, cancel, repeat and read, on three markets. */
import { Pool } from "undici";

/** Calls of the control protocol. */
type Control = (path: string, body: object) => Promise<Record<string, string>>;

const AGENTS = 8;
const CASH_CENTS = 1_000_000_000;
/** Far beyond where a random walk leads. */
const POSITION_CAP = 10_000_000;
/** Orders that an agent remembers, to cancel them. */
const REMEMBERED = 64;
/** Client order ids that are sent again and again. */
const REPEATED = 50;

interface Agent {
  authorization: string;
  orderIds: string[];
}

interface MarketFacts {
  id: string;
  price: () => number;
}

/** Endless requests; the next is drawn as it is sent. */
export class MixedLoad {
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  readonly #pool: Pool;
  readonly #agents: Agent[];
  readonly #markets: MarketFacts[];

  private constructor(pool: Pool, agents: Agent[], markets: MarketFacts[]) {
    this.#pool = pool;
    this.#agents = agents;
    this.#markets = markets;
  }

  /** Opens agents and markets of its own, by the control protocol. */
  static async open(url: string, control: Control): Promise<MixedLoad> {
    const markets: MarketFacts[] = [];
    for (const kind of ["BTC_BINARY", "BTC_BINARY", "BTC_PERP"]) {
      const mark = kind === "BTC_PERP" ? { mark_price: 6_500_000 } : {};
      const { market_id } = await control("markets", { kind, position_cap: POSITION_CAP, ...mark });
      const price = kind === "BTC_PERP" ? () => 6_499_000 + 100 * draw(21) : () => 40 + draw(21);
      markets.push({ id: market_id!, price });
    }
    const agents: Agent[] = [];
    for (let n = 0; n < AGENTS; n++) {
      const { api_key } = await control("agents", { owner: `soaker ${n}`, cash: CASH_CENTS });
      agents.push({ authorization: `Bearer ${api_key}`, orderIds: [] });
    }
    return new MixedLoad(new Pool(url, { connections: 64 }), agents, markets);
  }

  /** Sends one request and takes in the answer. Errors: rejects when there is none. */
  async step(): Promise<void> {
    const agent = this.#agents[draw(AGENTS)]!;
    const market = this.#markets[draw(this.#markets.length)]!;
    const chance = draw(1_000);
    if (chance < 500) await this.#place(agent, market, {});
    else if (chance < 530) await this.#repeat(agent);
    else if (chance < 730) await this.#cancel(agent);
    else if (chance < 735) await this.#send(agent, "DELETE", "/v1/orders");
    else if (chance < 865) await this.#send(agent, "GET", `/v1/markets/${market.id}/book`);
    else if (chance < 935) await this.#send(agent, "GET", "/v1/orders/open?limit=20");
    else if (chance < 975) await this.#send(agent, "GET", "/v1/me/wallet");
    else await this.#send(agent, "GET", `/v1/markets/${market.id}/trades?limit=20`);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #place(agent: Agent, market: MarketFacts, more: object): Promise<void> {
    const side = draw(2) === 0 ? "BUY" : "SELL";
    const order = { market_id: market.id, side, type: "LIMIT", price: market.price(), qty: 1 };
    const text = await this.#send(agent, "POST", "/v1/orders", { ...order, ...more });
    const { order_id, status } = JSON.parse(text) as Record<string, string>;
    if (status !== "NEW") return;
    agent.orderIds[draw(REMEMBERED)] = order_id!;
  }

  /** The same order under the same id every time: done once, then told again. */
  async #repeat(agent: Agent): Promise<void> {
    const client_order_id = `again-${draw(REPEATED)}`;
    const order = {
      market_id: this.#markets[0]!.id,
      side: "BUY",
      type: "LIMIT",
      price: 30,
      qty: 1,
    };
    await this.#send(agent, "POST", "/v1/orders", { ...order, client_order_id });
  }

  async #cancel(agent: Agent): Promise<void> {
    const orderId = agent.orderIds.splice(draw(REMEMBERED), 1)[0];
    if (orderId === undefined) await this.#place(agent, this.#markets[0]!, {});
    else await this.#send(agent, "DELETE", `/v1/orders/${orderId}`);
  }

  async #send(
    { authorization }: Agent,
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
  ): Promise<string> {
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await this.#pool.request({ method, path, headers, body: text });
    const { statusCode } = answer;
    this.statuses.set(statusCode, (this.statuses.get(statusCode) ?? 0) + 1);
    return answer.body.text();
  }
}

const draw = (end: number): number => Math.floor(end * Math.random());
