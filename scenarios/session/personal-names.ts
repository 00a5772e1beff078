/** Finds what in a session names people and what is theirs, by the members that hold it. */
import { valueIn } from "../deployment/reading/json-text.ts";
import { placeholderIn } from "../deployment/secrets/placeholders.ts";
import type { SessionActor, SessionLine } from "./format.ts";

/** What a name is one of; each kind is called anew by that word and a number. */
export type PersonalKind = "owner" | "name" | "id" | "actor";

const OWNERS = /^(owner|owners?_?name|account_?name|user_?name|login|login_?hint)$/i;
const NAMES =
  /^(name|(display|agent|full|first|last|given|family|nick|key|bot)_?name|nickname|handle|label)$/i;
const IDS = /^(public_?id|user_?id|account_?id|external_?id|sub|phone(_?number)?|telephone)$/i;
/** A shorter name is a word of everybody's. */
const LENGTH_MIN = 2;
const NAMES_MAX = 100_000;

/** What a member of this name tells of somebody; null where it tells of nobody. */
export function personalKind(member: string): PersonalKind | null {
  if (OWNERS.test(member)) return "owner";
  if (NAMES.test(member)) return "name";
  return IDS.test(member) ? "id" : null;
}

/** Whether a record is nobody's: a market, or a cookie, whose name is the venue's. */
export function isNobodys(record: object): boolean {
  return "kind" in record || "tick" in record || "value" in record;
}

/** The names of a session. */
export class PersonalNames {
  /** @bound {NAMES_MAX} names: later ones are told by their member alone; session/personal-names.test.ts */
  readonly kinds = new Map<string, PersonalKind>();

  /** Who acts, and for whom. */
  learnActors(actors: Readonly<Record<string, SessionActor>>): void {
    for (const [name, { owner }] of Object.entries(actors)) {
      this.#add(owner, "owner");
      this.#add(name, "actor");
    }
  }

  /** What a line says of people, bodies that are text included. */
  learn(line: SessionLine): void {
    if ("actor" in line && line.actor !== null) this.#add(line.actor, "actor");
    this.#walk(line);
  }

  #walk(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#walk(item);
    else if (typeof value === "object" && value !== null) this.#walkMembers(value);
  }

  #walkMembers(record: object): void {
    const isPersonal = !isNobodys(record);
    for (const [name, member] of Object.entries(record)) {
      const kind = isPersonal ? personalKind(name) : null;
      if (typeof member !== "string") this.#walk(member);
      else if (name === "body_text") this.#walk(valueIn(member) ?? formIn(member));
      else if (kind !== null) this.#add(member, kind);
    }
  }

  #add(name: string, kind: PersonalKind): void {
    const isNamed = name.length >= LENGTH_MIN && placeholderIn(name) === undefined;
    if (isNamed && !this.kinds.has(name) && this.kinds.size < NAMES_MAX) this.kinds.set(name, kind);
  }
}

function formIn(text: string): object {
  return Object.fromEntries(new URLSearchParams(text));
}
