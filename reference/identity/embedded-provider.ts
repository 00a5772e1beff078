/**
 * The identity provider of a venue that was given none: a real OpenID provider in this process,
 * on a loopback port of its own, that believes whatever name is typed. For development only.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { type Listening, listen } from "../wire/listen.ts";
import { loginPage } from "./login-page.ts";
import { memoryAdapter } from "./memory-adapter.ts";
import type { Issuer } from "./relying-party.ts";

const CLIENT_ID = "venue";
const NAME_MAX = 80;
/** Largest form. Units: bytes. */
const FORM_BYTES_MAX = 4_096;

/** Starts when somebody first signs in. */
export class EmbeddedProvider {
  readonly #redirectUri: () => string;
  #started: Promise<{ issuer: Issuer; server: Listening }> | null = null;

  /** `redirectUri` is where the venue awaits those who signed in. */
  constructor(redirectUri: () => string) {
    this.#redirectUri = redirectUri;
  }

  /** The provider, running. */
  async issuer(): Promise<Issuer> {
    this.#started ??= start(this.#redirectUri());
    return (await this.#started).issuer;
  }

  /** Stops it if it ever started. */
  async close(): Promise<void> {
    await (await this.#started)?.server.close();
  }
}

async function start(redirectUri: string) {
  const clientSecret = randomBytes(32).toString("base64url");
  let handle: (req: IncomingMessage, res: ServerResponse) => void = () => {};
  const server = await listen((req, res) => handle(req, res), { host: "127.0.0.1", port: 0 });
  const issuer = { issuer: server.url, clientId: CLIENT_ID, clientSecret };
  const provider = await createProvider(issuer, redirectUri);
  const callback = provider.callback();
  handle = (req, res) => {
    if (req.url!.startsWith("/interaction/")) void interact(provider, req, res);
    else callback(req, res);
  };
  return { issuer, server };
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
      keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" } as never],
    },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: "ES256",
      },
    ],
    claims: { openid: ["sub"], profile: ["name"] },
    conformIdTokenClaims: false, // the name goes into the ID token, so nothing else is asked
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true, methods: ["S256"] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
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
  let text = "";
  for await (const chunk of req) {
    text += chunk;
    if (text.length > FORM_BYTES_MAX) throw new Error("the form is too large");
  }
  return new URLSearchParams(text);
}
