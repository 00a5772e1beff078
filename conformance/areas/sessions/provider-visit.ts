/** A browser that signs in with the identity provider: what it asks the venue on the way. */
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import { CookieJar } from "../../../scenarios/deployment/sign-in/cookie-jar.ts";
import type { FormAnswers } from "../../../scenarios/deployment/sign-in/html-form.ts";
import { locationOf } from "../../../scenarios/deployment/sign-in/identity-provider.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { http } from "../../expect/answers.ts";
import { GATED } from "../newcomers.ts";

const START = "/auth/idp/login";
const CALLBACK = "/auth/idp/callback";
/** Answers that send on are followed so far for a session that is not there yet. */
const SENT_ON_MAX = 3;

/** What a venue may make of who asks, where it looks at that. */
export const ACCEPTS: Readonly<Record<string, string>> = {
  "a page": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
  data: "application/json",
};

const begins = (status: number) => status < 400;
const starts = http(...statusesOf("D-140"));
/** How a callback that was taken may be answered. */
export const taken = http(...statusesOf("D-141").filter(begins));

/** How a request of a visit is sent; its prefix is that of the cell where it says no other. */
interface VisitRequest {
  path: string;
  prefix?: string;
  query?: Record<string, string>;
}

/** What a provider sends somebody back with, and where to. */
interface WayBack {
  prefix: string;
  query: Record<string, string>;
}

export class ProviderVisit {
  readonly jar: CookieJar;
  readonly #t: CheckContext;
  readonly #accept: string;

  /** Of a browser that has nothing yet; `accept` is what it says to want. */
  constructor(t: CheckContext, accept = ACCEPTS["data"]!, jar = new CookieJar()) {
    this.#t = t;
    this.#accept = accept;
    this.jar = jar;
  }

  /** Another browser that has the same cookies. */
  copy(): ProviderVisit {
    return new ProviderVisit(this.#t, this.#accept, this.jar.copy());
  }

  /** What a request for a path under that prefix carries of the cookies. */
  cookiesFor(path: string, prefix = this.#prefix): { cookie?: string } {
    return this.jar.headersFor(this.#t.run.basePath + prefix + path);
  }

  /** Reads something as this browser does, and keeps the cookies that come along. */
  async get({ path, prefix = this.#prefix, query = {} }: VisitRequest): Promise<Exchange> {
    const headers = { accept: this.#accept, ...this.cookiesFor(path, prefix) };
    const ask = { method: "GET", path, prefix, query, headers, tolerates: GATED };
    const answer = await this.#t.anonymously(ask);
    this.jar.take(answer, this.#t.run.basePath + prefix + path);
    return answer;
  }

  /** Reads data as this browser's page does. */
  read(path: string): Promise<Exchange> {
    return new ProviderVisit(this.#t, ACCEPTS["data"], this.jar).get({ path });
  }

  /**
   * Begins a sign-in and goes through the provider's pages. Errors: Missing where the venue has none,
   * or they cannot be gone through; StandsOn where it does not begin.
   */
  async awayAndBack(person: FormAnswers): Promise<WayBack> {
    return this.#wayOf(await this.#t.provider.signIn(await this.begin(), person));
  }

  /** The address that a start sends the browser to. Errors: see `awayAndBack`. */
  async begin(): Promise<string> {
    const answer = await this.get({ path: START });
    const { status = 0, body } = answer.response ?? {};
    if (!starts.judge(answer).ok) throw new StandsOn("SESS-IDP-01", `it answered ${status}`);
    if (!begins(status))
      throw new Missing(`needs an identity provider; its start was answered ${status}`);
    const address = locationOf(answer) ?? addressIn(body);
    if (address === null) throw new Missing("needs a start that says where to go");
    const { origin, basePath } = this.#t.run;
    return new URL(address, `${origin}${basePath}${this.#prefix}${START}`).href;
  }

  /** Comes back to the venue. */
  comeBack({ prefix, query }: WayBack): Promise<Exchange> {
    return this.get({ path: CALLBACK, prefix, query });
  }

  /** Whether a callback signed somebody in: it, or what it sends on to on this venue. */
  async isSignedInBy(answer: Exchange): Promise<boolean> {
    let last = answer;
    for (let hops = 0; hops <= SENT_ON_MAX; hops += 1) {
      if (!begins(last.response?.status ?? 0)) return false;
      if ((await this.read("/auth/me")).response?.status === 200) return true;
      const to = this.#ownPath(locationOf(last));
      if (to === null) return false;
      last = await this.get(to);
    }
    return false;
  }

  get #prefix(): string {
    return this.#t.cell.prefix ?? "";
  }

  /** A path of this venue; null for anything else. */
  #ownPath(location: string | null): Required<VisitRequest> | null {
    const { origin, basePath } = this.#t.run;
    if (location === null || !URL.canParse(location, `${origin}${basePath}/`)) return null;
    const url = new URL(location, `${origin}${basePath}/`);
    if (url.origin !== origin || !url.pathname.startsWith(`${basePath}/`)) return null;
    const query = Object.fromEntries(url.searchParams);
    return { path: url.pathname.slice(basePath.length), prefix: "", query };
  }

  /** Errors: Missing where the callback stands under no prefix of the spec's. */
  #wayOf({ pathname, searchParams }: URL): WayBack {
    const { basePath } = this.#t.run;
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const prefix = PREFIXES.find((one) => path === one + CALLBACK);
    if (prefix === undefined) throw new Missing(`needs a callback at ${CALLBACK}, not at ${path}`);
    return { prefix, query: Object.fromEntries(searchParams) };
  }
}

/** A browser that has come back, and what it was answered. */
export interface Arrival {
  visit: ProviderVisit;
  answer: Exchange;
  isSignedIn: boolean;
  /** Whether it came back under another prefix than it was sent to. */
  isMoved: boolean;
}

/** Somebody goes all the way, and comes back under the prefix that he is sent to or another one. */
async function arrival(
  t: CheckContext,
  person: FormAnswers,
  { accept, under }: { accept?: string | undefined; under?: string | undefined } = {},
): Promise<Arrival> {
  const visit = new ProviderVisit(t, accept);
  const way = await visit.awayAndBack(person);
  const prefix = under ?? way.prefix;
  const answer = await visit.comeBack({ ...way, prefix });
  const isSignedIn = await visit.isSignedInBy(answer);
  return { visit, answer, isSignedIn, isMoved: prefix !== way.prefix };
}

/**
 * Arrivals under the prefix of the cell that have to go well. A provider knows one address to come back
 * to, and a venue may take nobody under another: where that signs nobody in, the address it is counts,
 * and the other one too where somebody who is known by then is signed in there.
 */
export async function arrivals(
  t: CheckContext,
  person: FormAnswers,
  accept?: string,
): Promise<Arrival[]> {
  const under = t.cell.prefix;
  const moved = await arrival(t, person, { accept, under });
  const isWell = moved.isSignedIn && taken.judge(moved.answer).ok;
  if (isWell || !moved.isMoved) return [moved];
  const own = await arrival(t, person, { accept });
  return (await arrival(t, person, { under })).isSignedIn ? [own, moved] : [own];
}

/** Who comes back under the prefix of the cell, or to the address that he is sent to. */
export async function back(
  t: CheckContext,
  person: FormAnswers,
  accept?: string,
): Promise<Arrival> {
  const moved = await arrival(t, person, { accept, under: t.cell.prefix });
  return moved.isSignedIn || !moved.isMoved ? moved : arrival(t, person, { accept });
}

/** The browser of who is signed in. Errors: StandsOn where he is not; see `awayAndBack`. */
export async function signedIn(t: CheckContext, person: FormAnswers): Promise<ProviderVisit> {
  const { visit, answer, isSignedIn } = await back(t, person);
  const status = answer.response?.status;
  if (isSignedIn) return visit;
  const rule = taken.judge(answer).ok ? "SESS-IDP-05" : "SESS-IDP-04";
  throw new StandsOn(rule, `nobody was signed in by a callback that was answered ${status}`);
}

const ADDRESS = /^(https?:\/\/|\/(?!\/))\S+$/i;
const OF_SIGN_IN = /[?&](state|client_id|response_type|redirect_uri)=/;

/** The address in a body that is not shown: one that looks like that of a sign-in, or the first. */
function addressIn(body: unknown): string | null {
  const texts = [body, ...objectsIn(body).flatMap((object) => Object.values(object))];
  const addresses = texts
    .filter((one) => typeof one === "string")
    .filter((one) => ADDRESS.test(one));
  return addresses.find((one) => OF_SIGN_IN.test(one)) ?? addresses[0] ?? null;
}
