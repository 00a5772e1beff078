/** Browser sessions: found by the digest of their cookie, ended by age, by rest or by logout. */
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Journal } from "../store/journal.ts";
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

/** What sessions are made with. */
interface Source {
  clock: Clock;
  entropy: Entropy;
  journal: Journal;
}

/** The sessions of one venue. */
export class Sessions {
  readonly #source: Source;
  readonly #byDigest = new Map<string, Session>();

  /** Those of the journal go on; when they were last used is not known, so they rest from now. */
  constructor(source: Source) {
    this.#source = source;
    const seenAtMs = source.clock.nowMs();
    for (const { type: _, ...session } of source.journal.facts.of("session")) {
      this.#byDigest.set(session.digest, { ...session, seenAtMs });
    }
  }

  /** Signs an account in, with secrets that nobody has seen before. */
  open(accountId: string): SessionSecrets {
    const { clock, entropy, journal } = this.#source;
    const nowMs = clock.nowMs();
    this.#forgetEnded(nowMs);
    const sid = entropy.token("");
    const csrf = entropy.token("");
    const digest = digestOf(sid);
    const endsAtMs = nowMs + SESSION_LIFE_MS;
    const session = { digest, csrfDigest: digestOf(csrf), accountId, endsAtMs };
    this.#byDigest.set(digest, { ...session, seenAtMs: nowMs });
    journal.note({ type: "session", ...session }, nowMs);
    return { sid, csrf };
  }

  /** The live session of a cookie, which counts as use of it. */
  find(sid: string): Session | null {
    const digest = digestOf(sid);
    const session = this.#byDigest.get(digest);
    if (session === undefined) return null;
    const nowMs = this.#source.clock.nowMs();
    if (nowMs >= session.endsAtMs || nowMs - session.seenAtMs >= SESSION_IDLE_MS) {
      this.close(session);
      return null;
    }
    session.seenAtMs = nowMs;
    return session;
  }

  /** Ends one at once. */
  close({ digest }: Session): void {
    this.#byDigest.delete(digest);
    const { clock, journal } = this.#source;
    journal.note({ type: "session-closed", digest }, clock.nowMs());
  }

  /** The map is in order of opening, and so of the latest end. */
  #forgetEnded(nowMs: number): void {
    for (const [digest, { endsAtMs }] of this.#byDigest) {
      if (endsAtMs > nowMs) return;
      this.#byDigest.delete(digest);
    }
  }
}
