/**
 * The identity provider of a venue that was given none: a real OpenID provider under the venue's
 * own address, that believes whatever name is typed. For development only.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { isInstalled } from "../injected/installed.ts";
import type { OwnHosts } from "../wire/own-hosts.ts";
import { memoryAdapter } from "./memory-adapter.ts";
import type { Issuer, KnownIssuer } from "./relying-party.ts";

/** Where it stands on the venue. */
const PATH = "/idp";
const CLIENT_ID = "venue";
const ALGORITHM = "ES256";
const NAME_MAX = 80;
/** Largest form. Units: bytes. @bound {FORM_BYTES_MAX} bytes: the form is refused; reference/http/routes/idp.test.ts */
const FORM_BYTES_MAX = 4_096;

const LOGIN_HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development sign-in</title>
<h1>Development sign-in</h1>
<p>This provider believes any name. It is part of a test venue and guards nothing.</p>
<form method="post">
  <label>Name <input name="name" required maxlength="80" autocomplete="off" autofocus></label>
  <button>Sign in</button>
</form>
</html>
`;

/** No script, no style, nothing from elsewhere. */
const loginPage = {
  html: LOGIN_HTML,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin", // without a referrer a form tells no origin either
  },
};

/** Where things are, once the venue listens. */
export interface Places {
  /** Where the provider stands: an address of this machine; null where it is not offered. */
  url: string | null;
  /** Where the venue awaits those who signed in. */
  redirectUri: string;
}

/** Whether there is a provider: its packages are for those who want to sign people in. */
const isThere = ["oidc-provider", "openid-client"].every(isInstalled);

/** Serves this machine alone, and starts when a browser first comes. */
export class EmbeddedProvider {
  readonly #places: () => Places;
  readonly #clientSecret = randomBytes(32).toString("base64url");
  #started: Promise<Provider> | null = null;

  constructor(places: () => Places) {
    this.#places = places;
  }

  /** What there is to know of it, which needs no asking; null where it serves nobody or is not installed. */
  issuer(): KnownIssuer | null {
    const { url } = this.#places();
    if (url === null || !isThere) return null;
    const issuer = url + PATH;
    const endpoints = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    const algorithms = { id_token_signing_alg_values_supported: [ALGORITHM] };
    const metadata = { issuer, ...endpoints, ...algorithms };
    return { issuer, clientId: CLIENT_ID, clientSecret: this.#clientSecret, metadata };
  }

  /** Answers what is asked of it, and says whether it did: the rest is the venue's. */
  serve(req: IncomingMessage, res: ServerResponse, ownHosts: OwnHosts): boolean {
    const issuer = req.url!.startsWith(`${PATH}/`) ? this.issuer() : null;
    if (issuer === null || !isOfThisMachine(req) || !ownHosts.areOf(req.headers)) return false;
    this.#started ??= createProvider(issuer, this.#places().redirectUri);
    void this.#started.then((provider) => answer(provider, req, res));
    return true;
  }
}

/** From a loopback address, or from the very address it was sent to. */
function isOfThisMachine({ socket }: IncomingMessage): boolean {
  const { remoteAddress = "", localAddress } = socket;
  return /^(::1|(::ffff:)?127\.[\d.]+)$/.test(remoteAddress) || remoteAddress === localAddress;
}

/** The provider knows its own paths, and by the whole one where it stands. */
function answer(provider: Provider, req: IncomingMessage, res: ServerResponse): void {
  const whole = req.url!;
  const url = whole.slice(PATH.length);
  Object.assign(req, { url, originalUrl: whole });
  if (url.startsWith("/interaction/")) void interact(provider, req, res);
  else void provider.callback()(req, res);
}

async function createProvider(
  { issuer, clientSecret }: Required<Issuer>,
  redirectUri: string,
): Promise<Provider> {
  const { default: OidcProvider } = await import("oidc-provider"); // loaded late: it is large
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return new OidcProvider(issuer, {
    adapter: memoryAdapter(),
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), alg: ALGORITHM, use: "sig" } as never],
    },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    claims: { openid: ["sub"], profile: ["name"] },
    conformIdTokenClaims: false, // the name goes into the ID token, so nothing else is asked
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true, methods: ["S256"] },
    interactions: { url: (_ctx, { uid }) => `${PATH}/interaction/${uid}` },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, name: sub }) }),
    async loadExistingGrant({ oidc }) {
      // There is one client, our own: no consent is asked for.
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
  });
}

/** The login page: shown on GET, believed on POST. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse) {
  try {
    await provider.interactionDetails(req, res); // throws unless this browser began it
    const name = req.method === "POST" ? nameOf(await readForm(req)) : "";
    if (name !== "") {
      const result = { login: { accountId: name, remember: false } };
      return await provider.interactionFinished(req, res, result);
    }
    res.writeHead(200, loginPage.headers).end(loginPage.html);
  } catch {
    res.writeHead(400, { "Content-Type": "text/plain" }).end("no such sign-in\n");
  }
}

const nameOf = (form: URLSearchParams): string =>
  [...(form.get("name") ?? "").trim()].slice(0, NAME_MAX).join("");

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  /** @bound {FORM_BYTES_MAX} characters: a longer form is refused; reference/http/routes/idp.test.ts */
  let text = "";
  for await (const chunk of req) {
    text += chunk;
    if (text.length > FORM_BYTES_MAX) throw new Error("the form is too large");
  }
  return new URLSearchParams(text);
}
