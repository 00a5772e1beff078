/** Who acts in a recording: told by the credentials that requests carry, named once and for good. */
import type { Profile } from "../deployment/profile/profile.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import type { SessionActor } from "../session/format.ts";

/** @bound {CREDENTIALS_MAX} credentials: who comes with another is one of the `others`; scenarios/record/actors.test.ts */
export const CREDENTIALS_MAX = 20_000;
/** All whose credentials are not told apart any more. */
const OTHERS = "others";

/** An actor whose credentials came into being before the recording, or within it. */
interface KnownActor extends SessionActor {
  bornHere: boolean;
}

/** What is known of a new actor; anything may be missing. */
export interface Introduction {
  name?: string | undefined;
  owner?: string | undefined;
  agentId?: string | undefined;
  bornHere: boolean;
}

/** The actors of a recording. Every credential is known to the redactor as `{{actor.kind}}`. */
export class Actors {
  readonly #redactor: Redactor;
  /** @bound as many as credentials, and those of a profile: no new one; scenarios/record/actors.test.ts */
  readonly #actors = new Map<string, KnownActor>();
  /** Names of the first that came with a key, by agent_id. @bound as many as actors: no new one; scenarios/record/actors.test.ts */
  readonly #nameByAgent = new Map<string, string>();
  /** @bound {CREDENTIALS_MAX} credentials: another one is nobody's; scenarios/record/actors.test.ts */
  readonly #byCredential = new Map<string, string>();
  /** Who sent a request, by name. @bound as many as actors: no new one; scenarios/record/actors.test.ts */
  readonly #acted = new Set<string>();
  /** Agents that requests name. @bound as many as actors: no new one; scenarios/record/actors.test.ts */
  readonly #named = new Set<string>();
  /** How many an actor had. @bound as many as actors: no new one; scenarios/record/actors.test.ts */
  readonly #tickets = new Map<string, number>();

  /** Cookies that came beside a session. @bound {CREDENTIALS_MAX} cookies: another may be taken for a session; scenarios/record/actors.test.ts */
  readonly #aside = new Set<string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Takes over the names of a profile. */
  enlist({ agents, browser }: Pick<Profile, "agents" | "browser">): void {
    for (const agent of agents) {
      const scopes = agent.scopes.includes("trade") ? {} : { scopes: [...agent.scopes] };
      this.#add(agent.name, {
        caller: "key",
        owner: agent.owner,
        ...idOf(agent.agentId),
        ...scopes,
      });
      this.#credit(agent.name, "key", agent.apiKey);
      if (agent.secondApiKey !== null) this.#credit(agent.name, "second_key", agent.secondApiKey);
    }
    if (browser === null) return;
    const { name, owner, agentId, sessionCookie, csrfCookie } = browser;
    this.#add(name, { caller: "session", owner, ...idOf(agentId) });
    this.#credit(name, "session", sessionCookie.value);
    this.#redactor.add(`${name}.csrf`, csrfCookie.value);
  }

  /** Whose credential this is; undefined for one that was never seen to work. */
  whose(credential: string): string | undefined {
    return this.#byCredential.get(credential);
  }

  /** A key: another one of its agent, where that is known, else a new actor's. Returns whose. */
  meetKey(key: string, { name, owner, agentId, bornHere }: Introduction): string {
    const known = this.whose(key);
    if (known !== undefined) return known;
    if (this.#isFull) return this.#oneOfOthers(key);
    const agent = this.#nameOf(agentId);
    if (agent === undefined) {
      const fresh = this.#unusedName(name ?? "agent", name === undefined);
      this.#add(fresh, { caller: "key", owner: owner ?? fresh, ...idOf(agentId) }, bornHere);
      this.#credit(fresh, "key", key);
      return fresh;
    }
    const keys = [...this.#byCredential.values()].filter((one) => one === agent).length;
    this.#credit(agent, `key.${keys + 1}`, key);
    return agent;
  }

  /** Cookies of a request that carried a session: the others are none, with or without it. */
  setAside(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const isOther = this.whose(cookie) === undefined && cookie !== "";
      if (isOther && this.#aside.size < CREDENTIALS_MAX) this.#aside.add(cookie);
    }
  }

  /** Whether a cookie was set aside. */
  isAside(cookie: string): boolean {
    return this.#aside.has(cookie);
  }

  /** A human's session and, where it is known, the CSRF value that goes with it. */
  meetSession(
    session: string,
    csrf: string | undefined,
    { owner, bornHere }: Introduction,
  ): string {
    const known = this.whose(session);
    if (csrf !== undefined && this.#isFull) this.#redactor.learn(csrf);
    if (known === undefined && this.#isFull) return this.#oneOfOthers(session);
    const name = known ?? this.#unusedName("human", true);
    if (known === undefined) {
      this.#add(name, { caller: "session", owner: owner ?? name }, bornHere);
      this.#credit(name, "session", session);
    }
    if (csrf !== undefined) this.#redactor.add(`${name}.csrf`, csrf);
    return name;
  }

  /** Which agent an actor acts as. */
  tellAgent(name: string, agentId: string): void {
    const actor = this.#actors.get(name);
    if (actor?.agent_id === undefined && actor) this.#add(name, { ...actor, agent_id: agentId });
  }

  /** A ticket of somebody's. */
  meetTicket(ticket: string, actor: string | null): void {
    if (this.whose(ticket) !== undefined) return;
    if (this.#isFull) {
      this.#redactor.learn(ticket);
      return;
    }
    const owner = actor ?? "nobody";
    const number = (this.#tickets.get(owner) ?? 0) + 1;
    this.#tickets.set(owner, number);
    this.#redactor.add(`${owner}.ticket.${number}`, ticket);
    if (actor !== null) this.#byCredential.set(ticket, actor);
  }

  /** Remembers whose request this was. */
  act(name: string): void {
    if (this.#actors.has(name)) this.#acted.add(name);
  }

  /** Remembers the agents that a request names. */
  ask(said: string): void {
    for (const id of said.match(UUIDS) ?? []) {
      if (!this.#named.has(id) && this.#nameOf(id) !== undefined) this.#named.add(id);
    }
  }

  /**
   * For the header: who acted or was named, and was there before; others come into being within
   * the recording, or have no part in it.
   */
  get forHeader(): Record<string, SessionActor> {
    const acting = new Set([...this.#acted].map((name) => this.#actors.get(name)?.agent_id));
    const named = [...this.#named].flatMap((id) => (acting.has(id) ? [] : this.#nameOf(id)));
    const touched = new Set([...this.#acted, ...named]);
    const before = [...this.#actors].filter(
      ([name, { bornHere }]) => !bornHere && touched.has(name),
    );
    return Object.fromEntries(before.map(([name, { bornHere: _, ...actor }]) => [name, actor]));
  }

  get #isFull(): boolean {
    return this.#byCredential.size >= CREDENTIALS_MAX;
  }

  #oneOfOthers(credential: string): string {
    this.#redactor.learn(credential);
    if (!this.#actors.has(OTHERS)) this.#add(OTHERS, { caller: "key", owner: OTHERS });
    return OTHERS;
  }

  #nameOf(agentId: string | undefined): string | undefined {
    return agentId === undefined ? undefined : this.#nameByAgent.get(agentId);
  }

  #add(name: string, actor: SessionActor & { bornHere?: boolean }, bornHere = false): void {
    this.#actors.set(name, { bornHere, ...actor });
    const { agent_id: agentId, caller } = actor;
    if (agentId === undefined || caller !== "key" || this.#nameByAgent.has(agentId)) return;
    this.#nameByAgent.set(agentId, name);
  }

  #credit(name: string, kind: string, value: string): void {
    this.#byCredential.set(value, name);
    this.#redactor.add(`${name}.${kind}`, value);
  }

  // A placeholder's name has dots and braces of its own.
  #unusedName(wanted: string, numbered: boolean): string {
    const isSafe = !this.#redactor.bears(wanted);
    const plain = isSafe ? wanted.replace(/[^\w-]/g, "-") : "agent";
    for (let n = 1; ; n += 1) {
      const name = n === 1 && !numbered ? plain : `${plain}${n}`;
      if (!this.#actors.has(name)) return name;
    }
  }
}

function idOf(agentId: string | null | undefined): { agent_id?: string } {
  return agentId ? { agent_id: agentId } : {};
}
