/** The identity provider of a deployment, whose pages a person goes through without a script. */
import type { Deployment } from "../connect.ts";
import type { Profile } from "../profile/profile.ts";
import type { Redactor } from "../secrets/redact.ts";
import { Missing } from "../stops.ts";
import { Client } from "../wire/client.ts";
import type { Exchange } from "../wire/exchange.ts";
import { answerAsItCame } from "../wire/written.ts";
import { CookieJar } from "./cookie-jar.ts";
import { type FormAnswers, filledIn, formFor, formsIn, textsOf } from "./html-form.ts";

/** Requests on the way from the start to the callback, and forms that are sent on it. */
const HOPS_MAX = 12;
const FORMS_MAX = 5;

const CALLBACK = /\/auth\/idp\/callback$/;
/** Statuses by which the same is sent again; by any other the address is read. */
const AGAIN = /^30[78]$/;
const NEW = "{new}";
const NEW_IN_CAPITALS = "{NEW}";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** What a provider is reached with; `ending` is the end of the run. */
export interface ProviderParts {
  redactor: Redactor;
  ending: AbortSignal;
}

/** A request of the browser, and where it goes. */
interface PageRequest {
  url: URL;
  form: string | null;
}

/** What is sent to the provider is no request to the venue: no rule is judged by it, no report shows it. */
export class IdentityProvider {
  readonly #people: readonly FormAnswers[];
  readonly #origin: string;
  readonly #baseUrl: string;
  readonly #parts: ProviderParts;

  constructor(
    { people, origin }: NonNullable<Profile["idp"]>,
    { baseUrl, ...parts }: ProviderParts & { baseUrl: string },
  ) {
    this.#people = people;
    this.#baseUrl = baseUrl;
    this.#origin = origin ?? new URL(baseUrl).origin;
    this.#parts = parts;
  }

  /** The people of the profile, `fresh` standing where they are new. */
  people(fresh: string): FormAnswers[] {
    const said = (text: string) =>
      text.replaceAll(NEW, fresh).replaceAll(NEW_IN_CAPITALS, fresh.toUpperCase());
    const answered = (one: FormAnswers) =>
      Object.fromEntries(Object.entries(one).map(([name, text]) => [name, said(text)]));
    return this.#people.map(answered);
  }

  /**
   * Signs a person in from the address that a start names: the address that the browser is sent back
   * to, which nobody has asked yet. Errors: Missing where the pages are no plain forms, stand elsewhere
   * or do not end.
   */
  async signIn(start: string, person: FormAnswers): Promise<URL> {
    const { redactor, ending } = this.#parts;
    const client = new Client({ baseUrl: this.#origin, redactor, ending });
    try {
      return await this.#walk(client, start, person);
    } finally {
      await client.close();
    }
  }

  async #walk(client: Client, start: string, person: FormAnswers): Promise<URL> {
    const jar = new CookieJar();
    const typed = new Set<string>();
    let next: PageRequest = { url: addressIn(start, `${this.#baseUrl}/`), form: null };
    let forms = 0;
    for (let hops = 0; hops < HOPS_MAX; hops += 1) {
      if (CALLBACK.test(next.url.pathname)) return comingBack(next);
      this.#demandOwn(next.url);
      const exchange = await visited(client, jar, next);
      const sentOn = locationOf(exchange);
      if (sentOn !== null) {
        next = sentOnTo(addressIn(sentOn, next.url.href), next, exchange);
      } else {
        forms += 1;
        if (forms > FORMS_MAX) break;
        next = submitted(exchange, { page: next.url, person, typed });
      }
    }
    throw unwalked("its pages do not end");
  }

  /** Errors: Missing for a host that the profile does not name. */
  #demandOwn({ origin }: URL): void {
    if (origin === this.#origin) return;
    throw new Missing(`needs idp.origin: ${origin}, as the sign-in leads there`);
  }
}

/** Whom the profile lets sign in, and where; null where it says nothing of it. */
export function providerOf({
  profile,
  redactor,
  clock,
}: Pick<Deployment, "profile" | "redactor" | "clock">): IdentityProvider | null {
  const { idp, baseUrl } = profile;
  return idp && new IdentityProvider(idp, { baseUrl, redactor, ending: clock.ending });
}

function unwalked(why: string): Missing {
  return new Missing(`needs an identity provider whose pages are plain forms: ${why}`);
}

function addressIn(text: string, from: string): URL {
  if (URL.canParse(text, from)) return new URL(text, from);
  throw unwalked("it names no address to go to");
}

async function visited(
  client: Client,
  jar: CookieJar,
  { url, form }: PageRequest,
): Promise<Exchange> {
  const headers = { accept: "text/html,*/*;q=0.8", ...jar.headersFor(url.pathname) };
  const path = url.pathname + url.search;
  const exchange = await client.send(
    form === null
      ? { method: "GET", path, headers }
      : { method: "POST", path, rawBody: form, headers: { ...headers, "content-type": FORM_TYPE } },
  );
  jar.take(exchange, url.pathname);
  if (exchange.response === null) throw unwalked(`it did not answer (${exchange.failure})`);
  return exchange;
}

/** Where an answer sends on to; null where it is no redirect. */
export function locationOf({ response }: Exchange): string | null {
  if (response === null || response.status < 300 || response.status > 399) return null;
  return answerAsItCame(response)?.headers["location"] ?? null;
}

/** What was posted is posted again where the answer says so. */
function sentOnTo(url: URL, { form }: PageRequest, { response }: Exchange): PageRequest {
  return { url, form: AGAIN.test(`${response?.status}`) ? form : null };
}

function comingBack({ url, form }: PageRequest): URL {
  if (form === null) return url;
  throw unwalked("it comes back by POST, and the callback is a GET");
}

/** The form of a page, filled in and sent; `typed` are the names that were asked before. */
function submitted(
  { response }: Exchange,
  { page, person, typed }: { page: URL; person: FormAnswers; typed: Set<string> },
): PageRequest {
  const status = response?.status ?? 0;
  const forms = response === null ? [] : formsIn(answerAsItCame(response)?.text ?? "");
  const form = formFor(forms, person);
  if (form === undefined) throw unwalked(whyNone(status, forms.flatMap(textsOf)));
  const asked = textsOf(form).filter((name) => Object.hasOwn(person, name));
  const again = asked.find((name) => typed.has(name));
  if (again !== undefined)
    throw new Missing(`needs idp.people to be known: ${again} is asked again`);
  for (const name of asked) typed.add(name);
  const sent = filledIn(form, person).toString();
  const url = addressIn(form.action ?? page.href, page.href);
  if (form.method === "POST") return { url, form: sent };
  url.search = sent;
  return { url, form: null };
}

function whyNone(status: number, asked: readonly string[]): string {
  if (asked.length === 0) return `a page has no form (HTTP ${status})`;
  return `a page asks for ${asked.join(", ")}, and idp.people answers none of it`;
}
