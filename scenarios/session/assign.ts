/** Finds or makes on a target whom and what a session needs: its actors and its markets. */
import type { Deployment } from "../deployment/connect.ts";
import { discoverMarkets } from "../deployment/discover.ts";
import type {
  AgentCredentials,
  Credentials,
  HumanCredentials,
  MarketInfo,
} from "../deployment/profile/credentials.ts";
import type { SessionActor, SessionHeader, SessionMarket } from "./format.ts";

/** A session cannot be played here; the message says what would supply what is missing. */
export class Unplayable extends Error {
  override readonly name = "Unplayable";
}

/** Who plays the actors of one session, and which markets are its. */
export class Assignment {
  readonly #deployment: Deployment;
  readonly #actors: SessionHeader["actors"];
  readonly #assigned = new Map<string, Credentials>();
  /** Names of the credentials that actors were given, of the profile or made. */
  readonly #credentials = new Set<string>();
  /** Live values by placeholder name, such as `maker.key`. */
  readonly secrets = new Map<string, string>();
  /** Live ids by recorded id, or by what a scenario calls a market. */
  readonly markets = new Map<string, string>();
  /** Whether others may trade these markets too. */
  sharesMarkets = false;

  constructor(deployment: Deployment, { actors }: Pick<SessionHeader, "actors">) {
    this.#deployment = deployment;
    // A name of a file's own may be one that every object has.
    this.#actors = Object.assign(Object.create(null), actors);
  }

  /** Recorded and live ids of agents that are known so far. */
  get agents(): [recorded: string, live: string][] {
    return Object.entries(this.#actors).flatMap(([name, { agent_id: recorded }]) => {
      const live = this.#assigned.get(name)?.agentId;
      return recorded !== undefined && live ? [[recorded, live] as [string, string]] : [];
    });
  }

  /** Binds everybody and everything the header names. Errors: Unplayable. */
  async open({ actors, markets }: Pick<SessionHeader, "actors" | "markets">): Promise<void> {
    await this.#openMarkets(markets);
    for (const name of Object.keys(actors)) await this.credentialsOf(name);
  }

  /** Binds everybody and everything to itself: the venue has the recorded one's seed. */
  async assume({ actors, markets }: Pick<SessionHeader, "actors" | "markets">): Promise<void> {
    for (const id of Object.keys(markets)) this.markets.set(id, id);
    for (const name of Object.keys(actors)) await this.credentialsOf(name);
  }

  /** Whose credentials an actor gets; somebody new where the header does not know the name. */
  async credentialsOf(name: string): Promise<Credentials> {
    const known = this.#assigned.get(name);
    if (known !== undefined) return known;
    // Somebody whom the session itself brought in: the answer gave the credentials.
    const isNew = !(name in this.#actors);
    if (isNew && [`${name}.key`, `${name}.session`].some((one) => this.secrets.has(one))) {
      return { name, owner: name, agentId: null, apiKey: "", secondApiKey: null, scopes: [] };
    }
    const actor = this.#actors[name] ?? { caller: "key", owner: name };
    const found =
      actor.caller === "key" ? await this.#bot(name, actor) : await this.#human(name, actor);
    this.#assigned.set(name, found);
    return found;
  }

  /** A secret that a session calls by this name; learned from an answer, or an actor's own. */
  secretOf(name: string): string | undefined {
    return this.secrets.get(name);
  }

  /** Whether this name is of an actor's credential, and not of what an answer told. */
  isCredential(name: string): boolean {
    return this.#credentials.has(name);
  }

  /** What an owner is called on the target: on a deployment that lives on, nobody's namesake. */
  ownerOf(owner: string): string {
    return this.#deployment.fresh ? owner : `${this.#deployment.runId}-${owner}`;
  }

  async #bot(name: string, actor: SessionActor): Promise<AgentCredentials> {
    const credentials = this.#ofProfile(name, actor) ?? (await this.#newAgent(name, actor));
    this.#learn(`${name}.key`, credentials.apiKey);
    if (credentials.secondApiKey !== null)
      this.#learn(`${name}.second_key`, credentials.secondApiKey);
    return credentials;
  }

  /** On the tool's own venue the seeded agents are who they were; elsewhere they come second. */
  #ofProfile(name: string, actor: SessionActor): AgentCredentials | null {
    const { fresh, control, profile } = this.#deployment;
    const namesake = profile.agents.find((one) => one.name === name && one.owner === actor.owner);
    if (fresh && namesake !== undefined) return namesake;
    if (control?.can("agents")) return null;
    const mayTrade = actor.scopes?.includes("trade") ?? true;
    const fit = profile.agents.filter((one) => one.scopes.includes("trade") === mayTrade);
    if (actor.cash !== undefined) {
      throw new Unplayable(`needs ${name} with ${actor.cash} cents: control with agents`);
    }
    const own = fit.find((one) => one.name === name && !this.#isTaken(one));
    const sibling = this.#siblingOf(name, actor);
    if (own === undefined && sibling !== undefined) return this.#secondKey(sibling);
    const credentials =
      own ?? fit.find((one) => !this.#isTaken(one) && this.#isOwnerFree(one, actor));
    if (credentials !== undefined) return credentials;
    const kind = mayTrade ? "an agent" : "a key with scopes: [read]";
    throw new Unplayable(`needs ${kind} for ${name}: an agents entry, or control with agents`);
  }

  /** Another key of an agent that is bound already. */
  #secondKey(sibling: string): AgentCredentials {
    const first = this.#assigned.get(sibling);
    const one = this.#deployment.profile.agents.find(({ agentId }) => agentId === first?.agentId);
    const apiKey = this.secrets.get(`${sibling}.second_key`);
    if (one !== undefined && apiKey !== undefined) return { ...one, apiKey, secondApiKey: null };
    throw new Unplayable(`needs second_api_key of the agent that plays ${sibling}`);
  }

  #isTaken(credentials: AgentCredentials): boolean {
    return [...this.secrets.values()].includes(credentials.apiKey);
  }

  /** Actors of different owners must not meet on one account, nor one owner's on two. */
  #isOwnerFree({ owner }: AgentCredentials, actor: SessionActor): boolean {
    return [...this.#assigned].every(([name, found]) => {
      const recorded = this.#actors[name]?.owner ?? name;
      return (recorded === actor.owner) === (found.owner === owner);
    });
  }

  async #newAgent(name: string, actor: SessionActor): Promise<AgentCredentials> {
    const control = this.#deployment.control!;
    const scopes = actor.scopes ?? ["read", "trade"];
    const owner = this.ownerOf(actor.owner);
    const sibling = this.#siblingOf(name, actor);
    const same = sibling === undefined ? undefined : await this.credentialsOf(sibling);
    const made = same?.agentId
      ? { agentId: same.agentId, ...(await control.createKey(same.agentId, scopes)) }
      : await control.createAgent({
          ...{ owner, name, scopes },
          ...(actor.cash !== undefined && { cash: actor.cash }),
        });
    return { name, owner, secondApiKey: null, scopes, ...made };
  }

  /** An earlier actor that is another key of the same agent. */
  #siblingOf(name: string, { agent_id }: SessionActor): string | undefined {
    if (agent_id === undefined) return undefined;
    const [first] = Object.entries(this.#actors).find(([, one]) => one.agent_id === agent_id) ?? [];
    return first === name ? undefined : first;
  }

  async #human(name: string, actor: SessionActor): Promise<HumanCredentials> {
    const { control, profile, fresh } = this.#deployment;
    const { browser } = profile;
    const canSignIn = control?.can("sessions") && control.can("agents");
    const isSeeded = fresh && browser?.owner === actor.owner;
    if (!canSignIn && browser === null) {
      throw new Unplayable(
        `needs a signed-in human for ${name}: browser, or control with sessions`,
      );
    }
    const signed = isSeeded || !canSignIn ? browser! : await this.#signedIn(name, actor);
    this.#learn(`${name}.session`, signed.sessionCookie.value);
    this.#learn(`${name}.csrf`, signed.csrfCookie.value);
    return signed;
  }

  async #signedIn(name: string, actor: SessionActor): Promise<HumanCredentials> {
    const control = this.#deployment.control!;
    const owner = this.ownerOf(actor.owner);
    const sibling = Object.entries(this.#actors).find(
      ([, one]) => one.owner === actor.owner && one.caller === "key",
    )?.[0];
    const agentId =
      sibling === undefined
        ? (await control.createAgent({ owner, name })).agentId
        : (await this.credentialsOf(sibling)).agentId;
    return { name, owner, agentId, ...(await control.createSession(owner)) };
  }

  #learn(placeholder: string, value: string): void {
    this.secrets.set(placeholder, value);
    this.#credentials.add(placeholder);
    this.#deployment.redactor.add(placeholder, value);
  }

  async #openMarkets(markets: SessionHeader["markets"]): Promise<void> {
    // Legs first: a parlay names them.
    const ordered = Object.entries(markets).sort(
      ([, a], [, b]) => (a.legs?.length ?? 0) - (b.legs?.length ?? 0),
    );
    const existing = ordered.length === 0 ? [] : await this.#existing();
    for (const [id, market] of ordered) {
      const same = this.#deployment.fresh && (await this.#isThere(id));
      this.markets.set(id, same ? id : await this.#market(id, market, existing));
    }
  }

  /** On a venue of the same seed every market of its own has the recorded id. */
  async #isThere(id: string): Promise<boolean> {
    const { client, profile } = this.#deployment;
    const path = `${profile.prefix}/markets/${id}`;
    return (await client.send({ method: "GET", path })).response?.status === 200;
  }

  async #existing(): Promise<readonly MarketInfo[]> {
    const { fresh, control, profile, client } = this.#deployment;
    if (!fresh && control?.can("markets")) return [];
    return (await discoverMarkets(profile, client)).markets;
  }

  /** Itself on the deployment of the recording, elsewhere one that is like it. */
  async #market(
    id: string,
    market: SessionMarket,
    existing: readonly MarketInfo[],
  ): Promise<string> {
    const control = this.#deployment.control;
    const isMade = control?.can("markets") ?? false;
    if (!isMade && (await this.#isThere(id))) {
      this.sharesMarkets = true;
      return id;
    }
    const taken = new Set(this.markets.values());
    const found = existing.find((one) => !taken.has(one.id) && isLike(one, market));
    if (found !== undefined) {
      this.sharesMarkets = !this.#deployment.fresh;
      return found.id;
    }
    if (control?.can("markets")) {
      const legs = market.legs?.map((leg) => this.markets.get(leg) ?? leg);
      return control.createMarket({ ...market, ...(legs && { legs }) });
    }
    const { kind, status, band, tick } = market;
    throw new Unplayable(
      `needs a market ${kind} ${status} with band [${band.join(", ")}] and tick ${tick}: ` +
        "a markets entry, or control with markets",
    );
  }
}

function isLike(info: MarketInfo, { kind, status, band, tick }: SessionMarket): boolean {
  const [low, high] = info.band;
  return (
    info.kind === kind &&
    info.status === status &&
    low === band[0] &&
    high === band[1] &&
    info.tick === tick
  );
}
