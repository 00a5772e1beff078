/** Browser sessions: found by the digest of their cookie, ended by age, by rest or by logout. */
import type { Clock } from "../clock.ts";
import type { Entropy } from "../entropy.ts";
import { digestOf } from "./secrets.ts";

/** Longest life, and longest rest. D-136. Units: ms. */
export const SESSION_LIFE_MS = 12 * 3600 * 1000;
export const SESSION_IDLE_MS = 3600 * 1000;

/** Units: epoch ms. */
export interface Session {
  /** Names the session inside the venue; nobody can sign in with it. */
  readonly digest: string;
  readonly csrfDigest: string;
  readonly accountId: string;
  readonly endsAtMs: number;
  seenAtMs: number;
}

/** The two secrets a browser gets, in plaintext only here. */
export interface SessionSecrets {
  sid: string;
  csrf: string;
}

/** The sessions of one venue. */
export class Sessions {
  readonly #source: { clock: Clock; entropy: Entropy };
  readonly #byDigest = new Map<string, Session>();

  constructor(source: { clock: Clock; entropy: Entropy }) {
    this.#source = source;
  }

  /** Signs an account in, with secrets that nobody has seen before. */
  open(accountId: string): SessionSecrets {
    const { clock, entropy } = this.#source;
    const nowMs = clock.nowMs();
    this.#forgetEnded(nowMs);
    const sid = entropy.token("");
    const csrf = entropy.token("");
    this.#byDigest.set(digestOf(sid), {
      digest: digestOf(sid),
      csrfDigest: digestOf(csrf),
      accountId,
      endsAtMs: nowMs + SESSION_LIFE_MS,
      seenAtMs: nowMs,
    });
    return { sid, csrf };
  }

  /** The live session of a cookie, which counts as use of it. */
  find(sid: string): Session | null {
    const digest = digestOf(sid);
    const session = this.#byDigest.get(digest);
    if (session === undefined) return null;
    const nowMs = this.#source.clock.nowMs();
    if (nowMs >= session.endsAtMs || nowMs - session.seenAtMs >= SESSION_IDLE_MS) {
      this.#byDigest.delete(digest);
      return null;
    }
    session.seenAtMs = nowMs;
    return session;
  }

  /** Ends one at once. */
  close({ digest }: Session): void {
    this.#byDigest.delete(digest);
  }

  /** The map is in order of opening, and so of the latest end. */
  #forgetEnded(nowMs: number): void {
    for (const [digest, { endsAtMs }] of this.#byDigest) {
      if (endsAtMs > nowMs) return;
      this.#byDigest.delete(digest);
    }
  }
}
