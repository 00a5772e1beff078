/** A human's sign-in at the venue on behalf of a client: it makes a key of an agent, and ends it. */
import { connectTo, type Deployment } from "../../scenarios/deployment/connect.ts";
import type { HumanCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import { credentialHeaders } from "../../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { keyIdIn, plaintextsIn } from "../../scenarios/deployment/reading/made-key.ts";
import { listOf, member } from "../../scenarios/deployment/reading/reading.ts";
import { cookiesSet } from "../../scenarios/deployment/wire/cookies.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";

/** Why a human is not signed in, or gets no key; said on the page. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
}

/** An agent of the human. */
export interface OwnAgent {
  id: string;
  name: string;
}

/** A key that was made, and what ends it at the venue. Errors: SignInRefused where it does not end. */
export interface ClientKey {
  apiKey: string;
  end(): Promise<void>;
}

export class VenueSignIn {
  readonly agents: readonly OwnAgent[];
  readonly #deployment: Deployment;
  readonly #human: HumanCredentials;

  private constructor(
    deployment: Deployment,
    human: HumanCredentials,
    agents: readonly OwnAgent[],
  ) {
    this.#deployment = deployment;
    this.#human = human;
    this.agents = agents;
  }

  /**
   * Signs in with what the venue's sign-up takes; the spec leaves its body open.
   * Errors: SignInRefused where the venue does not sign in, or the human has no agent.
   */
  static async at(profile: Profile, login: Record<"email" | "password", string>) {
    const own: Profile = { ...profile, agents: [], browser: null, control: null };
    const deployment = await connectTo(own);
    try {
      const path = `${profile.prefix}/auth/login`;
      const exchange = await deployment.client.send({ method: "POST", path, body: login });
      const human = humanIn(exchange);
      const signIn = new VenueSignIn(deployment, human, []);
      const listing = await signIn.#ask("GET", "/me/agents");
      const agents = agentsIn(listing);
      if (agents.length > 0) return new VenueSignIn(deployment, human, agents);
      throw new SignInRefused(`the venue lists no agent of yours: ${statusOf(listing)}`);
    } catch (error) {
      await deployment.close();
      throw error;
    }
  }

  /** Makes a key of the agent. Errors: SignInRefused where the venue makes none. */
  async newKey(agentId: string, asked: { name: string; scopes: string[] }): Promise<ClientKey> {
    const made = await this.#ask("POST", `/me/agents/${agentId}/keys`, asked);
    const body = made.response?.body;
    const [apiKey] = plaintextsIn(body);
    const keyId = keyIdIn(body, agentId);
    if (apiKey !== undefined && keyId !== null) {
      return { apiKey, end: () => this.#revoke(`/me/agents/${agentId}/keys/${keyId}`) };
    }
    throw new SignInRefused(`the venue made no key: ${statusOf(made)}`);
  }

  /** Signs out. */
  async end(): Promise<void> {
    await this.#ask("POST", "/auth/logout");
    await this.#deployment.close();
  }

  async #revoke(path: string): Promise<void> {
    const revoked = await this.#ask("DELETE", path);
    const { status } = revoked.response ?? {};
    if (status !== undefined && (status < 300 || status === 404)) return; // there is none any more
    throw new SignInRefused(`the venue did not revoke a key: ${statusOf(revoked)}`);
  }

  #ask(method: string, path: string, body?: unknown): Promise<Exchange> {
    const { client, profile } = this.#deployment;
    const ask = { method, path: profile.prefix + path, credentials: this.#human, body };
    return client.send({ ...ask, headers: credentialHeaders(this.#human) });
  }
}

/** The cookie that scripts may read is the one that requests repeat; the other is the session. */
function humanIn(exchange: Exchange): HumanCredentials {
  const cookies = cookiesSet(exchange);
  const isHidden = ({ attributes }: (typeof cookies)[number]) => attributes.has("httponly");
  const sessionCookie = cookies.find(isHidden);
  const csrfCookie = cookies.find((cookie) => !isHidden(cookie));
  const status = exchange.response?.status ?? 0;
  if (status < 300 && sessionCookie && csrfCookie) {
    return { name: "human", owner: "human", agentId: null, sessionCookie, csrfCookie };
  }
  throw new SignInRefused(`the venue did not sign you in: ${statusOf(exchange)}`);
}

function agentsIn({ response }: Exchange): OwnAgent[] {
  return (listOf(response?.body) ?? []).flatMap((record) => {
    const id = member(record, "agentid") ?? member(record, "id");
    if (typeof id !== "string") return [];
    const name = member(record, "name");
    return [{ id, name: typeof name === "string" ? name : id }];
  });
}

const statusOf = ({ response, failure }: Exchange): string =>
  response === null ? `no answer (${failure})` : `it answered ${response.status}`;
