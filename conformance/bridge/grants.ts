/**
 * The bridge as an authorization server: a client is let in by a human who signs in at the venue, and its
 * access token is a key of the venue, made for it with the scopes that were granted.
 */
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { OAuthRegisteredClientsStore } from "@modelcontextprotocol/sdk/server/auth/clients.js";
import {
  InvalidGrantError,
  InvalidScopeError,
  ServerError,
  UnsupportedGrantTypeError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type {
  AuthorizationParams,
  OAuthServerProvider,
} from "@modelcontextprotocol/sdk/server/auth/provider.js";
import type { OAuthClientInformationFull } from "@modelcontextprotocol/sdk/shared/auth.js";
import { tell } from "../../reports/render/say.ts";
import { onOneLine } from "../../reports/render/text.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { BoundedMap } from "./bounded-map.ts";
import { pageHeaders, signInPage } from "./sign-in-page.ts";
import { SignInRefused, VenueSignIn } from "./venue-sign-in.ts";

/** What a client may ask for; a key of the venue has the same scopes. */
export const SCOPES = ["read", "trade"];

const CODE_MS = 60_000;
const CLIENTS_MAX = 256;
const WAITING_MAX = 64;
const KEYS_MAX = 64;
const NAME_MAX = 60;

/** A sign-in that a human has not ended yet. */
interface Waiting {
  client: OAuthClientInformationFull;
  asked: AuthorizationParams;
  signIn: VenueSignIn | null;
}

/** What a client gets for its code. */
interface Granted {
  clientId: string;
  asked: AuthorizationParams;
  token: string;
  scope: string;
  untilMs: number;
}

/** A page, or where the browser is sent. */
export type SignInAnswer = { status: number; headers: Record<string, string>; body: string };

/** What is known of clients, sign-ins and the keys that were made for them. */
export class Grants implements OAuthServerProvider {
  readonly clientsStore: OAuthRegisteredClientsStore;
  readonly #profile: Profile;
  /** @bound {WAITING_MAX} sign-ins: the oldest is forgotten; conformance/bridge/oauth.test.ts */
  readonly #waiting = new BoundedMap<Waiting>(
    WAITING_MAX,
    ({ signIn }) => void signIn?.end().catch(told),
  );
  /** @bound {WAITING_MAX} codes: the oldest is worth nothing; conformance/bridge/oauth.test.ts */
  readonly #codes = new BoundedMap<Granted>(WAITING_MAX);
  /** What ends a key, by the key. @bound {KEYS_MAX} keys: the oldest ends; conformance/bridge/oauth.test.ts */
  readonly #made = new BoundedMap<() => Promise<void>>(KEYS_MAX, (end) => void end().catch(told));

  constructor(profile: Profile) {
    /** @bound {CLIENTS_MAX} clients: the oldest registers anew; conformance/bridge/oauth.test.ts */
    const clients = new BoundedMap<OAuthClientInformationFull>(CLIENTS_MAX);
    this.#profile = profile;
    this.clientsStore = {
      getClient: (id) => clients.get(id),
      registerClient: (given) => {
        const client = given as OAuthClientInformationFull;
        clients.set(client.client_id, client);
        return client;
      },
    };
  }

  /** Shows the page. Errors: InvalidScopeError for a scope that no key has. */
  async authorize(
    client: OAuthClientInformationFull,
    asked: AuthorizationParams,
    response: ServerResponse,
  ): Promise<void> {
    const unknown = asked.scopes?.find((scope) => !SCOPES.includes(scope));
    if (unknown !== undefined) throw new InvalidScopeError(`scopes are ${SCOPES.join(" and ")}`);
    const id = secret();
    const waiting = { client, asked, signIn: null };
    this.#waiting.set(id, waiting);
    const { status, headers, body } = this.#page(id, waiting, null);
    response.writeHead(status, headers).end(body);
  }

  /** What a human answered on the page. Returns: the page once more, or where the browser goes. */
  async answered(form: URLSearchParams): Promise<SignInAnswer> {
    const id = form.get("id") ?? "";
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return plainText(400, "this sign-in is over: begin it anew");
    const { asked, client } = waiting;
    if (form.get("answer") === "no") return this.#sent(id, waiting, { error: "access_denied" });
    try {
      const scopes = scopesOf(asked).filter(
        (scope) => scope !== "trade" || form.get("trade") === "yes",
      );
      const token = await this.#keyFor(waiting, form, scopes);
      if (token === null) return this.#page(id, waiting, null);
      const code = secret();
      const untilMs = Date.now() + CODE_MS;
      const scope = scopes.join(" ");
      this.#codes.set(code, { clientId: client.client_id, asked, token, scope, untilMs });
      waiting.signIn = null; // it is the key's from now on
      return this.#sent(id, waiting, { code });
    } catch (error) {
      if (error instanceof SignInRefused) return this.#page(id, waiting, error.message);
      throw error;
    }
  }

  async challengeForAuthorizationCode(
    { client_id }: OAuthClientInformationFull,
    code: string,
  ): Promise<string> {
    return this.#granted(client_id, code).asked.codeChallenge;
  }

  /** Errors: InvalidGrantError for a code that is another's, old, or was exchanged before. */
  async exchangeAuthorizationCode(
    { client_id }: OAuthClientInformationFull,
    code: string,
    _verifier?: string,
    redirectUri?: string,
  ) {
    const { token, scope, asked } = this.#granted(client_id, code);
    this.#codes.delete(code);
    if (redirectUri !== undefined && redirectUri !== asked.redirectUri) {
      throw new InvalidGrantError("the code was given for another redirect_uri");
    }
    return { access_token: token, token_type: "bearer", scope };
  }

  /** None is given: a key lasts until it is revoked. */
  async exchangeRefreshToken(): Promise<never> {
    throw new UnsupportedGrantTypeError("a token here lasts until it is revoked");
  }

  /** The venue says whether a key is good, at every request. */
  async verifyAccessToken(): Promise<never> {
    throw new ServerError("tokens are verified by the venue");
  }

  /** Errors: ServerError where the venue does not revoke the key. */
  async revokeToken(_client: unknown, { token }: { token: string }): Promise<void> {
    const end = this.#made.get(token);
    this.#made.delete(token);
    await end?.().catch(({ message }) => {
      throw new ServerError(message);
    });
  }

  /** Revokes every key that was made, and signs out. */
  async endAll(): Promise<void> {
    const signIns = this.#waiting.takeAll().map(({ signIn }) => signIn?.end());
    const keys = this.#made.takeAll().map((end) => end());
    await Promise.all([...signIns, ...keys].map((ending) => ending?.catch(told)));
  }

  #granted(clientId: string, code: string): Granted {
    const granted = this.#codes.get(code);
    if (granted?.clientId === clientId && Date.now() < granted.untilMs) return granted;
    throw new InvalidGrantError("this code is not known, or no longer");
  }

  /** A key that the human gave, or that is made for the client; null where an agent is to be chosen first. */
  async #keyFor(waiting: Waiting, form: URLSearchParams, scopes: string[]): Promise<string | null> {
    const given = form.get("key")?.trim();
    if (given) return given;
    if (waiting.signIn === null) {
      const login = { email: form.get("email") ?? "", password: form.get("password") ?? "" };
      waiting.signIn = await VenueSignIn.at(this.#profile, login);
    }
    const { signIn, client } = waiting;
    const [only, ...others] = signIn.agents;
    const chosen = signIn.agents.find(({ id }) => id === form.get("agent"));
    const agent = chosen ?? (others.length === 0 ? only : undefined);
    if (agent === undefined) return null;
    const name = `bridge: ${nameOf(client)}`;
    const { apiKey, end } = await signIn.newKey(agent.id, { name, scopes });
    this.#made.set(apiKey, async () => {
      await end().finally(() => signIn.end());
    });
    return apiKey;
  }

  #page(id: string, { client, asked, signIn }: Waiting, problem: string | null): SignInAnswer {
    const { redirectUri } = asked;
    const body = signInPage({
      ...{ id, client: nameOf(client), venue: this.#profile.baseUrl, redirectUri, problem },
      ...{ trades: scopesOf(asked).includes("trade"), agents: signIn?.agents ?? [] },
    });
    return { status: problem === null ? 200 : 401, headers: pageHeaders(redirectUri), body };
  }

  /** Ends a sign-in and sends the browser back to its client. */
  #sent(id: string, { asked, signIn }: Waiting, answer: Record<string, string>): SignInAnswer {
    this.#waiting.delete(id);
    signIn?.end().catch(told);
    const location = new URL(asked.redirectUri);
    for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
    if (asked.state !== undefined) location.searchParams.set("state", asked.state);
    const headers = { location: location.href, "cache-control": "no-store" };
    return { status: 303, headers, body: "" };
  }
}

const secret = (): string => randomBytes(32).toString("base64url");

const scopesOf = ({ scopes = [] }: AuthorizationParams): string[] =>
  SCOPES.filter((scope) => scopes.length === 0 || scopes.includes(scope));

const nameOf = ({ client_name, client_id }: OAuthClientInformationFull): string =>
  onOneLine(client_name ?? client_id).slice(0, NAME_MAX);

const told = (error: Error): void => tell(`touchstone bridge: ${error.message}`);

const plainText = (status: number, body: string): SignInAnswer => ({
  ...{ status, body },
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
});
