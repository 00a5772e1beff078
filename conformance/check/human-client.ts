/** A human in a browser: cookies on every request, the CSRF header on those that change something. */
import type { HumanCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import { keyIdIn, plaintextsIn } from "../../scenarios/deployment/reading/made-key.ts";
import {
  type OrderBody,
  type PlaceResponse,
  readPlaced,
} from "../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { given, Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import { cookieHeader } from "../../scenarios/deployment/wire/cookies.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { AgentClient, type ClientParts, type How, type OrderListener } from "./agent-client.ts";

/** What a request carries beside its cookies; absent means what a browser's page would do. */
export interface Carries {
  /** False leaves the session cookie out. */
  session?: boolean;
  /** False leaves the CSRF cookie out. */
  csrfCookie?: boolean;
  /** False leaves `X-Service-CSRF` out; a text is sent in place of the cookie's value. */
  csrf?: boolean | string;
}

/** A key that was made for a check; it is revoked when the check ends. */
export interface MadeKey {
  keyId: string;
  plaintext: string;
  /** Calls with this key. */
  caller: AgentClient;
}

export class HumanClient {
  readonly credentials: HumanCredentials;
  readonly #parts: ClientParts;

  constructor(credentials: HumanCredentials, parts: ClientParts) {
    this.credentials = credentials;
    this.#parts = parts;
  }

  /** The human's own agent. Errors: Missing where the profile does not name one. */
  get agentId(): string {
    return given(this.credentials.agentId, "browser.agent_id");
  }

  /** Any request with this human's cookies. */
  request(ask: ApiRequest, carries: Carries = {}): Promise<Exchange> {
    const headers = { ...this.#headers(ask.method, carries), ...ask.headers };
    return this.#parts.sender.send(this.credentials, { ...ask, headers });
  }

  /** Any request with them at once, unpaced, answers as they come. */
  burst(ask: ApiRequest): Promise<Exchange> {
    const headers = { ...this.#headers(ask.method, {}), ...ask.headers };
    return this.#parts.sender.burst(this.credentials, { ...ask, headers });
  }

  get name(): string {
    return this.credentials.name;
  }

  /** Somebody else, in a browser of the same kind. */
  as(credentials: HumanCredentials): HumanClient {
    return new HumanClient(credentials, this.#parts);
  }

  get(path: string): Promise<Exchange> {
    return this.request({ method: "GET", path });
  }

  post(path: string, body: unknown, carries: Carries = {}): Promise<Exchange> {
    return this.request({ method: "POST", path, body }, carries);
  }

  /** Places an order once, whatever comes back. */
  async place(
    order: OrderBody,
    { tolerates = [], ...carries }: Carries & Pick<How, "tolerates"> = {},
  ): Promise<PlaceResponse> {
    const ask = { method: "POST", path: "/orders", body: order, tolerates };
    const placed = readPlaced(order, await this.request(ask, carries));
    this.#parts.orders.placed(this, placed);
    return placed;
  }

  cancelAll(marketId?: string): Promise<Exchange> {
    const query = marketId === undefined ? {} : { market_id: marketId };
    return this.request({ method: "DELETE", path: "/orders", query });
  }

  openOrders(): Promise<Exchange> {
    return this.get("/orders/open");
  }

  /** Asks for a key of an agent, the own one unless given; `fields` join or replace the name. */
  createKey(
    fields: Record<string, unknown> = {},
    how: Carries & { agentId?: string; prefix?: string } = {},
  ): Promise<Exchange> {
    const { agentId = this.agentId, prefix, ...carries } = how;
    const path = `/me/agents/${agentId}/keys`;
    const body = { name: this.freshName(), ...fields };
    const ask = { method: "POST", path, body, ...(prefix !== undefined && { prefix }) };
    return this.request(ask, carries);
  }

  /** A key name of this run. */
  freshName(): string {
    return `${this.#parts.freshId()}-key`;
  }

  /** Arranges a key. Errors: StandsOn when none comes; Missing when its id is not recognisable. */
  async newKey(
    fields: Record<string, unknown> = {},
    how: { prefix?: string } = {},
  ): Promise<MadeKey> {
    const exchange = await this.createKey(fields, how);
    const { response } = exchange;
    const [plaintext] = plaintextsIn(response?.body);
    if (plaintext === undefined) {
      throw new StandsOn("KEY-NEW-01", `creating a key was answered ${response?.status}`);
    }
    return { keyId: this.idOfKey(exchange), plaintext, caller: this.withKey(plaintext) };
  }

  /** The id of a key of the own agent that this answer made. Errors: Missing where it is not recognisable. */
  idOfKey({ response }: Exchange): string {
    const keyId = keyIdIn(response?.body, this.agentId);
    if (keyId !== null) return keyId;
    throw new Missing("needs the id of a key in the answer to its creation");
  }

  /** The human's agent, called with this key. */
  withKey(apiKey: string): AgentClient {
    const { name, owner } = this.credentials;
    const scopes = ["read", "trade"];
    const common = { owner, agentId: this.agentId, apiKey, secondApiKey: null, scopes };
    const credentials = { name: `${name}-${this.#parts.freshId()}`, ...common };
    return new AgentClient(credentials, { ...this.#parts, orders: this.#alsoOwn() });
  }

  /** The path of a key of an agent, the own one unless given. */
  pathOfKey(keyId: string, agentId: string = this.agentId): string {
    return `/me/agents/${agentId}/keys/${keyId}`;
  }

  /** Asks for a key's end; `agentId` is that of the path. */
  revoke(
    keyId: string,
    how: Carries & { agentId?: string; prefix?: string } = {},
  ): Promise<Exchange> {
    const { agentId = this.agentId, prefix, ...carries } = how;
    const path = this.pathOfKey(keyId, agentId);
    const ask = { method: "DELETE", path, ...(prefix !== undefined && { prefix }) };
    return this.request(ask, carries);
  }

  /** The key may be revoked while its orders rest: the human can cancel them too. */
  #alsoOwn(): OrderListener {
    const { orders } = this.#parts;
    return {
      placed: (owner, placed) => {
        orders.placed(owner, placed);
        orders.placed(this, placed);
      },
      unsure: (owner, order) => orders.unsure(owner, order),
      whose: (placed) => orders.whose(placed),
    };
  }

  #headers(method: string, carries: Carries) {
    const { session = true, csrfCookie = true, csrf = method !== "GET" } = carries;
    const known = this.credentials;
    const cookies = [
      ...(session ? [known.sessionCookie] : []),
      ...(csrfCookie ? [known.csrfCookie] : []),
    ];
    const value = csrf === true ? known.csrfCookie.value : csrf;
    return {
      cookie: cookieHeader(cookies),
      ...(value !== false && { "x-service-csrf": value }),
    };
  }
}
