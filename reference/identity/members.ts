/** Who may sign in as which account: by e-mail and password, or by a subject of an issuer. */
import type { Clock } from "../injected/clock.ts";
import type { Journal } from "../store/journal.ts";
import { NO_PASSWORD, type PasswordHash } from "./secrets.ts";

/** A password and the account it opens. */
export interface Member {
  accountId: string;
  password: PasswordHash;
}

/** Compares with nothing, opens nothing. */
export const NOBODY: Member = { accountId: "", password: NO_PASSWORD };

/** The credentials of one venue. */
export class Members {
  readonly #source: { clock: Clock; journal: Journal };
  readonly #byEmail = new Map<string, Member>();
  readonly #bySubject = new Map<string, string>();

  /** Those of the journal are there from the start. */
  constructor(source: { clock: Clock; journal: Journal }) {
    this.#source = source;
    const { facts } = source.journal;
    for (const { email, accountId, salt, hash } of facts.of("member")) {
      this.#byEmail.set(email, {
        accountId,
        password: { salt: decoded(salt), hash: decoded(hash) },
      });
    }
    for (const { issuer, subject, accountId } of facts.of("subject")) {
      this.#bySubject.set(nameOf(issuer, subject), accountId);
    }
  }

  /** The member of an e-mail address, in whatever letter case. */
  find(email: string): Member | null {
    return this.#byEmail.get(canonical(email)) ?? null;
  }

  /** Enters a member under an address that must be free. */
  add(email: string, member: Member): void {
    this.#byEmail.set(canonical(email), member);
    const { accountId, password } = member;
    const { clock, journal } = this.#source;
    const [salt, hash] = [password.salt, password.hash].map((part) => part.toString("base64"));
    const fact = { email: canonical(email), accountId, salt: salt!, hash: hash! };
    journal.note({ type: "member", ...fact }, clock.nowMs());
  }

  /**
   * The account of a subject. An e-mail claim links nothing: whoever controls an issuer could
   * claim anybody's.
   */
  accountOf(issuer: string, subject: string): string | null {
    return this.#bySubject.get(nameOf(issuer, subject)) ?? null;
  }

  /** Lets a subject sign in as an account. */
  bind(issuer: string, subject: string, accountId: string): void {
    this.#bySubject.set(nameOf(issuer, subject), accountId);
    const { clock, journal } = this.#source;
    journal.note({ type: "subject", issuer, subject, accountId }, clock.nowMs());
  }
}

const nameOf = (issuer: string, subject: string): string => JSON.stringify([issuer, subject]);
const decoded = (text: string): Buffer => Buffer.from(text, "base64");

/** One address, however it is typed. */
export const canonical = (email: string): string => email.normalize("NFC").toLowerCase();
