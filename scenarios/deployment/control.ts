/** The client of the control protocol: every call the operator's endpoint announces, named and raw. */

import {
  type ControlAccess,
  type ControlBody,
  ControlError,
  Endpoint,
  type EndpointParts,
} from "./control-endpoint.ts";
import type { PreflightProblem } from "./preflight.ts";
import type { Cookie } from "./profile/credentials.ts";
import type { Profile } from "./profile/profile.ts";
import { Redactor } from "./secrets/redact.ts";
import { secretsIn } from "./secrets/secrets-in.ts";
import { CAPABILITIES, type Capability } from "./vocabulary.ts";
import type { Exchange } from "./wire/exchange.ts";

/** An agent to open. Units: cash in cents. */
export interface AgentToMake {
  owner: string;
  name: string;
  cash?: number;
  scopes?: readonly string[];
}

/** One call as a session has it. Shape: `path` is relative to the endpoint, such as `/freeze`. */
export interface ControlCall {
  method: string;
  path: string;
  body: unknown;
}

/** What it works with; the redactor is told of the secrets that raw calls bring in. */
export interface ControlClientParts extends EndpointParts {
  redactor?: Redactor;
}

const PROTOCOL = "touchstone-control/1";

/** The operator's endpoint. Errors: every named call throws ControlError. */
export class Control {
  readonly capabilities: readonly Capability[];
  /** Names of the feature gates, where announced. */
  readonly gates: readonly string[];
  readonly #endpoint: Endpoint;
  readonly #redactor: Redactor;

  private constructor(endpoint: Endpoint, redactor: Redactor, hello: ControlBody) {
    this.#endpoint = endpoint;
    this.#redactor = redactor;
    const announced = listed(hello["capabilities"]);
    this.capabilities = CAPABILITIES.filter((capability) => announced.includes(capability));
    this.gates = listed(hello["gates"]);
  }

  /** Asks what there is. */
  static async connect(
    access: ControlAccess,
    { redactor = new Redactor(), ...parts }: ControlClientParts = {},
  ): Promise<Control> {
    const endpoint = new Endpoint(access, parts);
    try {
      const hello = await endpoint.call("GET", "");
      if (hello["protocol"] === PROTOCOL) return new Control(endpoint, redactor, hello);
      throw new ControlError(`${access.url} does not speak ${PROTOCOL}`);
    } catch (error) {
      await endpoint.close();
      throw error;
    }
  }

  /** Whether the endpoint announced this part of the protocol. */
  can(capability: Capability): boolean {
    return this.capabilities.includes(capability);
  }

  /** Whether the endpoint offers what a call is part of. */
  offers({ path }: ControlCall): boolean {
    const [part = ""] = path.split("/").filter(Boolean);
    return part === "" || this.can(part as Capability);
  }

  /** Makes a call as it is, and brings back whatever is answered. */
  async send({ method, path, body }: ControlCall): Promise<Exchange> {
    const exchange = await this.#endpoint.send(method, path, method === "GET" ? undefined : body);
    for (const secret of secretsIn(exchange.response?.body)) this.#redactor.learn(secret);
    return exchange;
  }

  /** Opens an agent with a key; the same owner name is the same account. */
  async createAgent(agent: AgentToMake): Promise<{ agentId: string; apiKey: string }> {
    const made = await this.#call("agents", "POST", "/agents", agent);
    return { agentId: text(made, "agent_id"), apiKey: text(made, "api_key") };
  }

  /** Opens another key of an agent. */
  async createKey(
    agentId: string,
    scopes: readonly string[],
  ): Promise<{ keyId: string; apiKey: string }> {
    const made = await this.#call("agents", "POST", `/agents/${agentId}/keys`, { scopes });
    return { keyId: text(made, "key_id"), apiKey: text(made, "api_key") };
  }

  /** Signs a human in. */
  async createSession(owner: string): Promise<{ sessionCookie: Cookie; csrfCookie: Cookie }> {
    const made = await this.#call("sessions", "POST", "/sessions", { owner });
    return {
      sessionCookie: cookie(made, "session_cookie"),
      csrfCookie: cookie(made, "csrf_cookie"),
    };
  }

  /** Creates a market and returns its id; fields as the protocol names them. */
  async createMarket(fields: Record<string, unknown>): Promise<string> {
    return text(await this.#call("markets", "POST", "/markets", fields), "market_id");
  }

  /** Changes status, outcome or mark price; fields as the protocol names them. */
  async setMarket(marketId: string, change: Record<string, unknown>): Promise<void> {
    await this.#call("markets", "PATCH", `/markets/${marketId}`, change);
  }

  /** Moves the clock on and reads it, epoch milliseconds; null where the answer does not say. */
  async advance(ms: number): Promise<number | null> {
    const advance_ms = Math.max(0, Math.floor(ms));
    const { now_ms } = await this.#call("clock", "POST", "/clock", { advance_ms });
    return typeof now_ms === "number" ? now_ms : null;
  }

  /** Closes or opens the kill switch. */
  async freeze(frozen: boolean): Promise<void> {
    await this.#call("freeze", "PUT", "/freeze", { frozen });
  }

  /** Cuts the venue off its reference feed, or joins it again. */
  async reachFeed(reachable: boolean): Promise<void> {
    await this.#call("upstream", "PUT", "/upstream", { reachable });
  }

  /** Closes or opens a feature gate. */
  async closeGate(name: string, closed: boolean): Promise<void> {
    await this.#call("gates", "PUT", `/gates/${name}`, { closed });
  }

  /** Starts the venue over from a seed. */
  async reset(seed: number): Promise<void> {
    await this.#call("reset", "POST", "/reset", { seed });
  }

  /** Digest of the venue's whole state, and the number of commands that led there. */
  async digest(): Promise<{ commands: number; sha256: string }> {
    const answer = await this.#call("digest", "GET", "/digest");
    return { commands: Number(answer["commands"]), sha256: text(answer, "sha256") };
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#endpoint.close();
  }

  async #call(
    capability: Capability,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ControlBody> {
    if (this.can(capability)) return this.#endpoint.call(method, path, body);
    throw new ControlError(`the control endpoint does not offer ${capability}`);
  }
}

/**
 * The endpoint of a profile; trouble is a problem of the profile, not an exception. It is fatal:
 * a run without the control it was promised would show something else than was asked for.
 */
export async function connectControl(
  { control }: Profile,
  parts: ControlClientParts = {},
): Promise<{ control: Control | null; problems: PreflightProblem[] }> {
  if (control === null) return { control: null, problems: [] };
  try {
    return { control: await Control.connect(control, parts), problems: [] };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const field = error.status === 401 || error.status === 403 ? "control.token" : "control.url";
    return { control: null, problems: [{ field, message: error.message, fatal: true }] };
  }
}

function text(answer: ControlBody, name: string): string {
  const value = answer[name];
  if (typeof value !== "string") throw new ControlError(`the control answer lacks ${name}`);
  return value;
}

function cookie(answer: ControlBody, name: string): Cookie {
  const pair = Object(answer[name] ?? {}) as ControlBody;
  return { name: text(pair, "name"), value: text(pair, "value") };
}

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
