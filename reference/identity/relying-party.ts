/** The venue as an OpenID Connect client: authorization code flow with PKCE, state and nonce. */
import type { Configuration } from "openid-client";
import { isInstalled } from "../injected/installed.ts";
import { isLoopback } from "../wire/own-hosts.ts";
import type { SignInFlow } from "./flows.ts";

/** A provider as an operator names it. */
export interface Issuer {
  /** Its issuer URL: https, or http on this very machine. */
  issuer: string;
  clientId: string;
  /** Absent for a public client. */
  clientSecret?: string;
}

/** A provider of which nothing need be asked first. Shape: `metadata` as of OpenID discovery. */
export interface KnownIssuer extends Issuer {
  clientSecret: string;
  metadata: {
    issuer: string;
    authorization_endpoint: string;
    token_endpoint: string;
    jwks_uri: string;
    id_token_signing_alg_values_supported: string[];
  };
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

/** There is nobody to sign in with. */
export class NoProvider extends Error {}

/** The answer was of another provider than the one asked. RFC 9207. */
export class WrongProvider extends Error {}

const OPENID_CLIENT = "openid-client@6";

/** How long the provider may take to answer. Units: seconds. */
const TIMEOUT_SECONDS = 5;

/** Whether an issuer is one the venue will talk to: plain http only to its own machine. */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}

/** Talks to one provider, found by discovery, unless it is known, when it is first needed. */
export class RelyingParty {
  readonly #issuer: () => Issuer | KnownIssuer | null;
  readonly #redirectUri: () => string;
  #discovered: Configuration | null = null;

  /** Errors: throws a RangeError for an issuer that is not safe to talk to, or without the package. */
  constructor(issuer: Issuer | (() => KnownIssuer | null), redirectUri: () => string) {
    if (typeof issuer !== "function" && !isSafeIssuer(issuer.issuer)) {
      throw new RangeError("an issuer is an https URL, or http on this machine");
    }
    if (typeof issuer !== "function" && !isInstalled("openid-client")) {
      throw new RangeError(`an issuer needs a package: npm install ${OPENID_CLIENT}`);
    }
    this.#issuer = typeof issuer === "function" ? issuer : () => issuer;
    this.#redirectUri = redirectUri;
  }

  /** Where to send the browser. Errors: NoProvider, ProviderFailed. */
  async authorizationUrl({ state, nonce, verifier }: SignInFlow): Promise<string> {
    const configuration = await this.#configuration();
    const oidc = await import("openid-client"); // loaded late: most venues never need it
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

  /** Who came back. Errors: NoProvider, ProviderFailed, WrongProvider. */
  async subjectOf(callback: Callback, flow: SignInFlow): Promise<Subject> {
    const configuration = await this.#configuration();
    const oidc = await import("openid-client");
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
    const issuer = this.#issuer();
    if (issuer === null) throw new NoProvider("no identity provider is configured");
    this.#discovered ??= "metadata" in issuer ? await configured(issuer) : await discovered(issuer);
    return this.#discovered;
  }
}

async function configured(issuer: KnownIssuer): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, Configuration } = await import("openid-client");
  const { clientId, clientSecret, metadata } = issuer;
  const authentication = ClientSecretBasic(clientSecret);
  const configuration = new Configuration(metadata, clientId, undefined, authentication);
  configuration.timeout = TIMEOUT_SECONDS;
  allowInsecureRequests(configuration); // it is this very venue
  return configuration;
}

/** Errors: ProviderFailed. */
async function discovered({ issuer, clientId, clientSecret }: Issuer): Promise<Configuration> {
  const oidc = await import("openid-client");
  const url = new URL(issuer);
  const authentication =
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  const execute = url.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  const how = { timeout: TIMEOUT_SECONDS, execute };
  try {
    return await oidc.discovery(url, clientId, {}, authentication, how);
  } catch {
    throw new ProviderFailed("the identity provider is unreachable");
  }
}

/** A claim as a display name: trimmed, at most 80 characters; undefined where nothing is left. */
function nameOf(claim: unknown): string | undefined {
  const name = typeof claim === "string" ? [...claim.trim()].slice(0, 80).join("") : "";
  return name === "" ? undefined : name;
}
