/** Other names for ids, people and addresses: one to one, and not to be guessed back. */
import { createHash, randomBytes } from "node:crypto";
import { KnownValues } from "../deployment/secrets/known-values.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import type { PersonalKind, PersonalNames } from "./personal-names.ts";

const ZERO = /^[0-]+$/;
const E_MAILS = /[\w.+-]{1,64}(@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const IPV4 = /(?<![\d.])(?!127\.|0\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const IPV6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}){1,6}(?![\w:])/gi;
/** A time of day is no address. */
const TIME = /^\d{1,2}:\d{2}:\d{2}$/;
const PLACEHOLDERS = /\{\{([^{}.]+)(\.[^{}]+)?\}\}/g;
/** A plain word, or a code of the venue's, names a person only where a member says so. */
const PLAIN_WORD = /^([a-z_]+|[A-Z_]+|\d+)$/;
const WORD = /[\p{L}\p{N}_]/u;
const ID_LENGTH_MIN = 12;

/** The salt is thrown away. */
export class GivenNames {
  readonly #salt = randomBytes(16);
  /** As many as there are names. */
  readonly #given = new Map<string, string>();
  readonly #within = new KnownValues();
  readonly #counts = new Map<PersonalKind | "mail" | "address", number>();

  constructor({ kinds }: PersonalNames) {
    for (const [name, kind] of kinds) {
      this.#given.set(name, this.#made(name, kind));
      if (kind === "owner" || !PLAIN_WORD.test(name)) this.#within.add(name);
    }
  }

  /** What an actor is called. */
  actor(name: string): string {
    return this.#given.get(name) ?? this.text(name);
  }

  /** A value of a member that names somebody. */
  name(value: string): string {
    return this.#given.get(value) ?? this.text(value);
  }

  /** A client id keeps its length. */
  clientId(id: string): string {
    return this.#digest(id).slice(0, id.length);
  }

  /** Any other text: placeholders, ids, e-mail and network addresses, and names within it. */
  text(text: string): string {
    return this.#withoutNames(text)
      .replace(PLACEHOLDERS, (found, name: string, kind = "") => {
        const actor = this.#given.get(name);
        return actor === undefined || kind === "" ? found : `{{${actor}${kind}}}`;
      })
      .replace(UUIDS, (id) => (ZERO.test(id) ? id : this.#uuid(id.toLowerCase())))
      .replace(E_MAILS, (mail, at: string) => this.#once(mail, "mail", `${at}example.com`))
      .replace(IPV4, (address) => this.#once(address, "address", ".example"))
      .replace(IPV6, (address) =>
        TIME.test(address) ? address : this.#once(address, "address", ".example"),
      );
  }

  #withoutNames(text: string): string {
    const whole = this.#given.get(text);
    if (whole !== undefined && !PLAIN_WORD.test(text)) return whole;
    const bytes = Buffer.from(text);
    let over = 0;
    let out = "";
    for (const { from, to } of this.#within.spansIn(bytes)) {
      const [before, found, after] = [
        bytes.toString("utf8", over, from),
        bytes.toString("utf8", from, to),
        bytes.toString("utf8", to, to + 4),
      ];
      const isWithin = WORD.test(before.at(-1) ?? "") || WORD.test(after[0] ?? "");
      out += before + (isWithin ? found : this.#called(found));
      over = to;
    }
    return over === 0 ? text : out + bytes.toString("utf8", over);
  }

  /** In another letter case it is the same name, and nobody counts on it. */
  #called(found: string): string {
    return this.#given.get(found) ?? "name";
  }

  #made(name: string, kind: PersonalKind): string {
    if (kind !== "id") return this.#next(kind);
    return this.#digest(name).slice(0, Math.max(ID_LENGTH_MIN, name.length));
  }

  #once(value: string, kind: "mail" | "address", end: string): string {
    if (!this.#given.has(value)) this.#given.set(value, this.#next(kind) + end);
    return this.#given.get(value)!;
  }

  #next(kind: PersonalKind | "mail" | "address"): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}-${count}`;
  }

  #uuid(id: string): string {
    const hex = this.#digest(id);
    const cuts = [0, 8, 12, 16, 20, 32];
    return cuts
      .slice(1)
      .map((to, index) => hex.slice(cuts[index], to))
      .join("-");
  }

  #digest(text: string): string {
    return createHash("sha256").update(this.#salt).update(text).digest("hex");
  }
}
