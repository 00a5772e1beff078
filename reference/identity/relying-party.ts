/** The venue as an OpenID Connect client: authorization code flow with PKCE, state and nonce. */
import type { Configuration } from "openid-client";
import type { SignInFlow } from "./flows.ts";

/** A provider as an operator names it. */
export interface Issuer {
  /** Its issuer URL: https, or http on this very machine. */
  issuer: string;
  clientId: string;
  /** Absent for a public client. */
  clientSecret?: string;
}

/** What a provider says of a human. */
export interface Subject {
  issuer: string;
  subject: string;
  displayName: string | undefined;
}

/** What came back with the human. Spec: `/auth/idp/callback`; `iss` is RFC 9207. */
export interface Callback {
  code: string;
  state: string;
  iss: string;
}

/** The provider could not be reached, or would not exchange the code. */
export class ProviderFailed extends Error {}

/** The answer was of another provider than the one asked. RFC 9207. */
export class WrongProvider extends Error {}

/** How long the provider may take to answer. Units: seconds. */
const TIMEOUT_SECONDS = 5;

/** Whether an issuer is one the venue will talk to: plain http only to its own machine. */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** Talks to one provider, found by discovery when it is first needed. */
export class RelyingParty {
  readonly #issuer: () => Promise<Issuer>;
  readonly #redirectUri: () => string;
  #discovered: Configuration | null = null;

  /** Errors: throws a RangeError for an issuer that is not safe to talk to. */
  constructor(issuer: Issuer | (() => Promise<Issuer>), redirectUri: () => string) {
    if (typeof issuer !== "function" && !isSafeIssuer(issuer.issuer)) {
      throw new RangeError("an issuer is an https URL, or http on this machine");
    }
    this.#issuer = typeof issuer === "function" ? issuer : async () => issuer;
    this.#redirectUri = redirectUri;
  }

  /** Where to send the browser. Errors: ProviderFailed. */
  async authorizationUrl({ state, nonce, verifier }: SignInFlow): Promise<string> {
    const oidc = await import("openid-client"); // loaded late: most venues never need it
    const configuration = await this.#configuration();
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri(),
      scope: "openid profile",
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return url.href;
  }

  /** Who came back. Errors: ProviderFailed, WrongProvider. */
  async subjectOf(callback: Callback, flow: SignInFlow): Promise<Subject> {
    const oidc = await import("openid-client");
    const configuration = await this.#configuration();
    const { issuer } = configuration.serverMetadata();
    if (callback.iss !== "" && callback.iss !== issuer) throw new WrongProvider();
    const url = new URL(this.#redirectUri());
    for (const [name, value] of Object.entries(callback)) {
      if (value !== "") url.searchParams.set(name, value);
    }
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const name = claims["name"] ?? claims["preferred_username"];
      return { issuer, subject: claims.sub, displayName: nameOf(name) };
    } catch {
      // The cause is not kept: it may quote the code or the token.
      throw new ProviderFailed("the identity provider did not exchange the code");
    }
  }

  async #configuration(): Promise<Configuration> {
    if (this.#discovered !== null) return this.#discovered;
    const oidc = await import("openid-client");
    try {
      const { issuer, clientId, clientSecret } = await this.#issuer();
      const url = new URL(issuer);
      this.#discovered = await oidc.discovery(
        url,
        clientId,
        {},
        clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: url.protocol === "http:" ? [oidc.allowInsecureRequests] : [],
        },
      );
      return this.#discovered;
    } catch {
      throw new ProviderFailed("the identity provider is unreachable");
    }
  }
}

/** A claim as a display name: trimmed, at most 80 characters; undefined where nothing is left. */
function nameOf(claim: unknown): string | undefined {
  const name = typeof claim === "string" ? [...claim.trim()].slice(0, 80).join("") : "";
  return name === "" ? undefined : name;
}
