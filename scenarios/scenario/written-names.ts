/** What a written scenario calls the actors, markets and orders of a session. */
import { isAssigned } from "../deployment/wire/uuid.ts";
import type { SessionHeader, SessionMarket } from "../session/format.ts";
import type { Action, ScenarioMarket } from "./format.ts";

const CALLED = { BTC_BINARY: "binary", BTC_PERP: "perp", BTC_PARLAY: "parlay" } as const;
const KINDS: readonly string[] = Object.keys(CALLED);

/** Names by id, each given once; and which of them a scenario uses. */
export class WrittenNames {
  readonly #header: SessionHeader;
  readonly #byId = new Map<string, string>();
  readonly #actors = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #given = new Set<string>();

  constructor(header: SessionHeader) {
    this.#header = header;
    for (const [name, { agent_id: id }] of Object.entries(header.actors)) {
      this.#actors.set(name, this.#fresh(scenarioName(name)));
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, this.#actors.get(name)!);
    }
    for (const [id, { kind }] of Object.entries(header.markets)) {
      this.#byId.set(id.toLowerCase(), this.#fresh(CALLED[kind as "BTC_PERP"] ?? "market"));
    }
  }

  /** Who acts in a step. */
  actor(name: string | null): string {
    return this.use(name === null ? "nobody" : (this.#actors.get(name) ?? "nobody"));
  }

  /** What an id is called; undefined for one that the session does not explain. */
  of(id: unknown): string | undefined {
    const name = typeof id === "string" ? this.#byId.get(id.toLowerCase()) : undefined;
    return name === undefined ? undefined : this.use(name);
  }

  /** Whether an id has a name already. */
  has(id: string): boolean {
    return this.#byId.has(id.toLowerCase());
  }

  /** Names an order, by what people call it. */
  order(id: string, called: string): string {
    const name = this.#fresh(called);
    this.#byId.set(id.toLowerCase(), name);
    return name;
  }

  use(name: string): string {
    this.#used.add(name);
    return name;
  }

  isUsed(name: string): boolean {
    return this.#used.has(name);
  }

  /** A value with `{name}` for each id; null where one has no name. */
  within(value: unknown): { value: unknown } | null {
    if (typeof value === "string") {
      const name = this.of(value);
      if (name !== undefined) return { value: `{${name}}` };
      return isAssigned(value) ? null : { value };
    }
    if (typeof value !== "object" || value === null) return { value };
    const members = Object.entries(value).map(([key, one]) => [key, this.within(one)] as const);
    if (members.some(([, one]) => one === null)) return null;
    const written = members.map(([key, one]) => [key, one!.value]);
    return {
      value: Array.isArray(value) ? written.map(([, one]) => one) : Object.fromEntries(written),
    };
  }

  /** A path with `{name}` for each id; null where one has no name. */
  path(path: string): string | null {
    const parts = path.split("/").map((part) => this.within(part)?.value ?? null);
    if (parts.includes(null)) return null;
    return parts.join("/");
  }

  /** The actors that act, with what is not usual about them. */
  get actors(): Record<string, object> {
    const acting = Object.entries(this.#header.actors).filter(([name]) =>
      this.isUsed(this.#actors.get(name)!),
    );
    const sharing = (owner: string) => acting.filter(([, one]) => one.owner === owner).length > 1;
    return Object.fromEntries(
      acting.map(([name, { owner, caller, scopes, cash, agent_id }]) => {
        const [first] = acting.find(([, one]) => agent_id && one.agent_id === agent_id) ?? [];
        const isOther = first !== undefined && first !== name && caller === "key";
        return [
          this.#actors.get(name),
          {
            ...(isOther ? { key_of: this.#actors.get(first) } : {}),
            ...(!isOther && sharing(owner) && { owner: scenarioName(owner) }),
            ...(caller === "session" && { human: true }),
            ...(scopes && { scopes }),
            ...(cash !== undefined && { cash }),
          },
        ];
      }),
    );
  }

  /** The markets that are traded or read, legs before their parlay. */
  get markets(): Record<string, ScenarioMarket> {
    const described = Object.entries(this.#header.markets).sort(
      ([, a], [, b]) => (a.legs?.length ?? 0) - (b.legs?.length ?? 0),
    );
    const legs = described.flatMap(([id, one]) => (this.#isNamed(id) ? (one.legs ?? []) : []));
    for (const leg of legs) this.of(leg);
    const used = described.filter(([id, { kind }]) => this.#isNamed(id) && KINDS.includes(kind));
    return Object.fromEntries(used.map(([id, one]) => [this.of(id), this.#market(one)]));
  }

  #isNamed(id: string): boolean {
    return this.isUsed(this.#byId.get(id.toLowerCase()) ?? "");
  }

  #market({ kind, status, band, tick, mark_price: mark, legs }: SessionMarket): ScenarioMarket {
    const isUsual = kind !== "BTC_PERP" && band[0] === 1 && band[1] === 99 && tick === 1;
    return {
      kind: kind as "BTC_PERP",
      ...(status !== "OPEN" && { status: status as "EXPIRED" }),
      ...(!isUsual && { band: [...band], tick }),
      ...(kind === "BTC_PERP" && mark !== undefined && { mark_price: mark }),
      ...(legs && { legs: legs.flatMap((leg) => this.of(leg) ?? []) }),
    };
  }

  #fresh(called: string): string {
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? called : `${called}-${n}`;
      if (this.#given.has(name) || RESERVED.has(name)) continue;
      this.#given.add(name);
      return name;
    }
  }
}

const RESERVED = new Set(["nobody", "venue", "all"]);

/** A step's action without names that nothing uses. */
export function withoutIdleName(action: Action, names: WrittenNames): Action {
  const { as, ...rest } = action;
  return as === undefined || names.isUsed(as) ? action : rest;
}

/** A name as scenarios spell them. */
function scenarioName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return plain === "" ? "actor" : plain;
}
