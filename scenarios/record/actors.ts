/** Who acts in a recording: told by the credentials that requests carry, named once and for good. */
import type { Profile } from "../deployment/profile/profile.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import type { SessionActor } from "../session/format.ts";

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
  readonly #actors = new Map<string, KnownActor>();
  readonly #byCredential = new Map<string, string>();
  readonly #tickets = new Map<string, number>();

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
    const known = this.whose(key) ?? this.#nameOf(agentId);
    if (known === undefined) {
      const fresh = this.#unusedName(name ?? "agent", name === undefined);
      this.#add(fresh, { caller: "key", owner: owner ?? fresh, ...idOf(agentId) }, bornHere);
      this.#credit(fresh, "key", key);
      return fresh;
    }
    const keys = [...this.#byCredential.values()].filter((one) => one === known).length;
    if (this.whose(key) === undefined) this.#credit(known, `key.${keys + 1}`, key);
    return known;
  }

  /** A human's session and, where it is known, the CSRF value that goes with it. */
  meetSession(
    session: string,
    csrf: string | undefined,
    { owner, bornHere }: Introduction,
  ): string {
    const known = this.whose(session);
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
    const owner = actor ?? "nobody";
    const number = (this.#tickets.get(owner) ?? 0) + 1;
    this.#tickets.set(owner, number);
    this.#redactor.add(`${owner}.ticket.${number}`, ticket);
    if (actor !== null) this.#byCredential.set(ticket, actor);
  }

  /** For the header: those who acted before the recording; the others come into being within it. */
  get forHeader(): Record<string, SessionActor> {
    const before = [...this.#actors].filter(([, { bornHere }]) => !bornHere);
    return Object.fromEntries(before.map(([name, { bornHere: _, ...actor }]) => [name, actor]));
  }

  #nameOf(agentId: string | undefined): string | undefined {
    if (agentId === undefined) return undefined;
    const isIts = ([, actor]: [string, KnownActor]) =>
      actor.agent_id === agentId && actor.caller === "key";
    return [...this.#actors].find(isIts)?.[0];
  }

  #add(name: string, actor: SessionActor & { bornHere?: boolean }, bornHere = false): void {
    this.#actors.set(name, { bornHere, ...actor });
  }

  #credit(name: string, kind: string, value: string): void {
    this.#byCredential.set(value, name);
    this.#redactor.add(`${name}.${kind}`, value);
  }

  // A placeholder's name has dots and braces of its own.
  #unusedName(wanted: string, numbered: boolean): string {
    const plain = wanted.replace(/[^\w-]/g, "-");
    for (let n = 1; ; n += 1) {
      const name = n === 1 && !numbered ? plain : `${plain}${n}`;
      if (!this.#actors.has(name)) return name;
    }
  }
}

function idOf(agentId: string | null | undefined): { agent_id?: string } {
  return agentId ? { agent_id: agentId } : {};
}
