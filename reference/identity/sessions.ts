/** Browser sessions: found by the digest of their cookie, ended by age, by rest or by logout. */
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import type { Journal } from "../store/journal.ts";
import { digestOf } from "./secrets.ts";

/**
 * Longest life, and longest rest. D-136. Units: ms.
 * @bound {SESSION_LIFE_MS} ms, {SESSION_IDLE_MS} ms of rest: 401;
 * reference/http/routes/auth.test.ts
 */
export const SESSION_LIFE_MS = 12 * 3600 * 1000;
export const SESSION_IDLE_MS = 3600 * 1000;

/** @bound {SESSIONS_MAX} sessions of an account: its oldest ends; reference/identity/sessions.test.ts */
export const SESSIONS_MAX = 1_000;

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
interface SessionParts {
  clock: Clock;
  entropy: Entropy;
  journal: Journal;
}

/** The sessions of one venue. */
export class Sessions {
  readonly #source: SessionParts;
  /** @bound {SESSIONS_MAX} sessions an account: its oldest ends; reference/identity/sessions.test.ts */
  readonly #byDigest = new Map<string, Session>();
  /** Digests by account, oldest first. @bound as many as sessions: with them; reference/identity/sessions.test.ts */
  readonly #ofAccount = new Map<string, Set<string>>();

  /** Those of the journal go on; when they were last used is not known, so they rest from now. */
  constructor(source: SessionParts) {
    this.#source = source;
    const seenAtMs = source.clock.nowMs();
    for (const { type: _, ...session } of source.journal.facts.of("session")) {
      this.#keep({ ...session, seenAtMs });
    }
  }

  /** Sessions that are kept, live or not. */
  get count(): number {
    return this.#byDigest.size;
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
    const own = this.#ofAccount.get(accountId);
    if (own?.size === SESSIONS_MAX) this.close({ digest: [...own][0]! });
    this.#keep({ ...session, seenAtMs: nowMs });
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
  close({ digest }: Pick<Session, "digest">): void {
    this.#forget(digest);
    const { clock, journal } = this.#source;
    journal.note({ type: "session-closed", digest }, clock.nowMs());
  }

  /** The map is in order of opening, and so of the latest end. */
  #forgetEnded(nowMs: number): void {
    for (const [digest, { endsAtMs }] of this.#byDigest) {
      if (endsAtMs > nowMs) return;
      this.#forget(digest);
    }
  }

  #keep(session: Session): void {
    const { digest, accountId } = session;
    this.#byDigest.set(digest, session);
    const own = this.#ofAccount.get(accountId) ?? new Set();
    this.#ofAccount.set(accountId, own.add(digest));
  }

  #forget(digest: string): void {
    const { accountId = "" } = this.#byDigest.get(digest) ?? {};
    this.#byDigest.delete(digest);
    const own = this.#ofAccount.get(accountId);
    own?.delete(digest);
    if (own?.size === 0) this.#ofAccount.delete(accountId);
  }
}
