/** Who may sign in as which account: by e-mail and password, or by a subject of an issuer. */
import { NO_PASSWORD, type PasswordHash } from "./passwords.ts";

/** A password and the account it opens. */
export interface Member {
  accountId: string;
  password: PasswordHash;
}

/** Compares with nothing, opens nothing. */
export const NOBODY: Member = { accountId: "", password: NO_PASSWORD };

/** The credentials of one venue, in memory. */
export class Members {
  readonly #byEmail = new Map<string, Member>();
  readonly #bySubject = new Map<string, string>();

  /** The member of an e-mail address, in whatever letter case. */
  find(email: string): Member | null {
    return this.#byEmail.get(canonical(email)) ?? null;
  }

  /** Enters a member under an address that must be free. */
  add(email: string, member: Member): void {
    this.#byEmail.set(canonical(email), member);
  }

  /**
   * The account of a subject. An e-mail claim links nothing: whoever controls an issuer could
   * claim anybody's.
   */
  accountOf(issuer: string, subject: string): string | null {
    return this.#bySubject.get(JSON.stringify([issuer, subject])) ?? null;
  }

  /** Lets a subject sign in as an account. */
  bind(issuer: string, subject: string, accountId: string): void {
    this.#bySubject.set(JSON.stringify([issuer, subject]), accountId);
  }
}

/** One address, however it is typed. */
export const canonical = (email: string): string => email.normalize("NFC").toLowerCase();
