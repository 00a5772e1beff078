/** Browser sessions: a cookie scripts cannot read, and one they echo in a header. */
import type { Draw } from "../draw.ts";
import type { Account } from "./people.ts";

/** A signed-in browser; `value` and `csrf` are the two cookies. */
export interface Session {
  account: Account;
  value: string;
  csrf: string;
  endsAtMs: number;
}

/** Names of the two cookies; the spec shows none. */
export const COOKIES = { session: "desk_session", csrf: "desk_csrf" } as const;

const LASTS_MS = 8 * 3_600_000;

/** Sessions by the value of their cookie. */
export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Signs an account in. */
  begin(account: Account, atMs: number): Session {
    const [value, csrf] = [this.#draw.hex(48), this.#draw.hex(24)];
    const session = { account, value, csrf, endsAtMs: atMs + LASTS_MS };
    this.#open.set(value, session);
    return session;
  }

  /** The session that a `Cookie` header names, while it lasts. */
  find(cookieHeader: string | undefined, atMs: number): Session | undefined {
    const session = this.#open.get(cookieIn(cookieHeader, COOKIES.session) ?? "");
    return session !== undefined && atMs < session.endsAtMs ? session : undefined;
  }

  /** Ends one at once. */
  end(session: Session): void {
    this.#open.delete(session.value);
  }
}

/** The `Set-Cookie` lines that hand a session to a browser. */
export function cookiesFor({ value, csrf }: Session): string[] {
  const life = `Path=/; Max-Age=${LASTS_MS / 1000}; SameSite=Lax`;
  return [`${COOKIES.session}=${value}; ${life}; HttpOnly`, `${COOKIES.csrf}=${csrf}; ${life}`];
}

/** The lines that take both cookies away again. */
export function cookiesGone(): string[] {
  return Object.values(COOKIES).map((name) => `${name}=; Path=/; Max-Age=0`);
}

/** Value of one cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
