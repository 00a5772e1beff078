/** The client of the control protocol: what the operator's endpoint announces, and no more. */
import { Pool } from "undici";

export type Capability =
  | "agents"
  | "sessions"
  | "markets"
  | "clock"
  | "freeze"
  | "upstream"
  | "gates"
  | "reset"
  | "digest";

/** The operator's endpoint refused or did not answer; one line. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}

const PROTOCOL = "touchstone-control/1";
const TIMEOUT_MS = 10_000;

export class Control {
  readonly capabilities: readonly string[];
  readonly #endpoint: Endpoint;

  private constructor(endpoint: Endpoint, capabilities: readonly string[]) {
    this.#endpoint = endpoint;
    this.capabilities = capabilities;
  }

  /** Asks what there is. Errors: ControlError when nothing of this protocol answers. */
  static async connect(access: { url: string; token: string }): Promise<Control> {
    const endpoint = new Endpoint(access);
    const hello = await endpoint.call("GET", "");
    if (hello["protocol"] !== PROTOCOL || !Array.isArray(hello["capabilities"])) {
      throw new ControlError(`${access.url} does not speak ${PROTOCOL}`);
    }
    return new Control(endpoint, hello["capabilities"].map(String));
  }

  can(capability: Capability): boolean {
    return this.capabilities.includes(capability);
  }

  /** Opens an agent with a key; the same owner name is the same account. */
  async createAgent(agent: {
    owner: string;
    name: string;
    cash?: number;
    scopes?: readonly string[];
  }): Promise<{ agentId: string; apiKey: string }> {
    const made = await this.#endpoint.call("POST", "/agents", agent);
    return { agentId: text(made, "agent_id"), apiKey: text(made, "api_key") };
  }

  async createKey(agentId: string, scopes: readonly string[]): Promise<{ apiKey: string }> {
    const made = await this.#endpoint.call("POST", `/agents/${agentId}/keys`, { scopes });
    return { apiKey: text(made, "api_key") };
  }

  /** Creates a market and returns its id; fields as the protocol names them. */
  async createMarket(fields: Record<string, unknown>): Promise<string> {
    return text(await this.#endpoint.call("POST", "/markets", fields), "market_id");
  }

  async updateMarket(marketId: string, change: Record<string, unknown>): Promise<void> {
    await this.#endpoint.call("PATCH", `/markets/${marketId}`, change);
  }

  /** Moves the clock on. Units: milliseconds. */
  async advance(ms: number): Promise<void> {
    await this.#endpoint.call("POST", "/clock", { advance_ms: ms });
  }

  async freeze(frozen: boolean): Promise<void> {
    await this.#endpoint.call("PUT", "/freeze", { frozen });
  }

  close(): Promise<void> {
    return this.#endpoint.close();
  }
}

class Endpoint {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: { url: string; token: string }) {
    const { origin, pathname } = new URL(url);
    this.#pool = new Pool(origin, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
    this.#path = pathname.replace(/\/+$/, "");
    this.#url = url;
    this.#token = token;
  }

  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const what = `${method} ${this.#url}${path}`;
    const { status, answer } = await this.#send(method, path, body).catch((error: Error) => {
      throw new ControlError(`${what}: ${error.message || "no answer"}`);
    });
    if (status === 401 || status === 403) {
      throw new ControlError(`${what}: the token was refused (${status})`);
    }
    if (status < 200 || status > 299) {
      throw new ControlError(`${what} answered ${status} ${String(answer["code"] ?? "")}`.trim());
    }
    return answer;
  }

  async #send(method: string, path: string, body: unknown) {
    const response = await this.#pool.request({
      method: method as "GET",
      path: this.#path + path,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const raw = await response.body.text();
    return { status: response.statusCode, answer: parsed(raw) };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function parsed(raw: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(raw)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function text(answer: Record<string, unknown>, name: string): string {
  const value = answer[name];
  if (typeof value !== "string") throw new ControlError(`the control answer lacks ${name}`);
  return value;
}
