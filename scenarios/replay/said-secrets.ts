/** What a session's placeholders stand for now, and where: a session may be anybody's. */

import { isSecretName } from "../deployment/secrets/names.ts";
import { filled, placeholderIn } from "../deployment/secrets/placeholders.ts";

/** Headers that carry credentials to a venue, which tells nobody of them. */
const CREDENTIALS = new Set(["authorization", "cookie", "x-service-csrf"]);
const FIELD = /([^=&\s]+)=(\{\{[^{}]+\}\})/g;
/** A key, whoever made it, is a credential. Spec: Authentication. */
const KEY = /^rk_live_/;
const UNNAMED = /^secret\.(\d+)$/;

/** Placeholders that were left as they stand are told; more of them say no more. */
const LEFT_TOLD_MAX = 5;

/** Whose secrets there are. */
export interface KnownSecrets {
  /** Everything known by a name, live. */
  secretOf(name: string): string | undefined;
  /** Whether it is a credential of an actor, of the profile or made for this run. */
  isCredential(name: string): boolean;
  /** Told of what was made up for a name, since answers may repeat it. */
  learn(name: string, live: string): void;
}

/**
 * Fills placeholders in where a recorder writes them, and nowhere else: credentials of actors in the
 * headers that carry credentials; what the session was given there too, and where a name says that a
 * secret follows. Anywhere else a venue might show them to others.
 */
export class SaidSecrets {
  readonly #known: KnownSecrets;
  readonly #runId: string;
  readonly #invented = new Map<string, string>();
  /** Placeholders with their places. @bound {LEFT_TOLD_MAX} of a session: further ones are not told; scenarios/replay/said-secrets.test.ts */
  readonly #left = new Set<string>();

  constructor(known: KnownSecrets, runId: string) {
    this.#known = known;
    this.#runId = runId;
  }

  /** What was left as it stands, a sentence each. */
  get left(): string[] {
    return [...this.#left];
  }

  /** The value of a header. */
  header(name: string, value: string): string {
    if (CREDENTIALS.has(name)) return filled(value, (one) => this.#known.secretOf(one));
    return this.plain(value, `header ${name}`);
  }

  /** Text where no secret belongs. Shape: `where` is for whoever reads what was left. */
  plain(text: string, where: string): string {
    return filled(text, (name) => this.#leave(name, where));
  }

  /** A whole placeholder in a member of a body, or a parameter, by what it is called. */
  member(name: string, member: string): string | undefined {
    return this.#secret(name, member) ?? this.#inventedFor(name, member);
  }

  /** Free text: a form has names, anything else has none. */
  form(text: string): string {
    const said = text.replace(FIELD, (pair, field: string, value: string) => {
      const live = this.member(placeholderIn(value)!, field);
      return live === undefined ? pair : `${field}=${encodeURIComponent(live)}`;
    });
    return this.plain(said, "a body");
  }

  #secret(name: string, member: string): string | undefined {
    if (!isSecretName(member) || this.#known.isCredential(name)) return undefined;
    const live = this.#known.secretOf(name);
    return live !== undefined && KEY.test(live) ? undefined : live;
  }

  #inventedFor(name: string, member: string): string | undefined {
    const made = this.#invented.get(name) ?? invented(name, member, this.#runId);
    if (made === undefined) return this.#leave(name, member);
    if (!this.#invented.has(name)) this.#known.learn(name, made);
    this.#invented.set(name, made);
    return made;
  }

  #leave(name: string, where: string): undefined {
    const isKnown = this.#known.secretOf(name) !== undefined;
    if (!isKnown || this.#left.size >= LEFT_TOLD_MAX) return undefined;
    this.#left.add(`{{${name}}} was not filled in, as no recorder writes it there: ${where}`);
    return undefined;
  }
}

/**
 * What a hidden member of a request is now; undefined for what nobody can invent, such as a key.
 * Shape: the same for the same placeholder and run, so that who signed up can sign in.
 */
function invented(placeholder: string, member: string, runId: string): string | undefined {
  const [, number] = UNNAMED.exec(placeholder) ?? [];
  if (number === undefined) return undefined;
  if (/mail/i.test(member)) return `somebody-${number}-${runId}@example.com`;
  if (/password/i.test(member)) return `Some-Words-${number}-${runId}`;
  return /name/i.test(member) ? `somebody-${number}-${runId}` : undefined;
}
