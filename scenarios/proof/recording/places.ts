/** Places in which a secret may stand, as clients and venues of many kinds write them. */
import type { Random } from "../../simulation/random.ts";

const HEADERS = [
  ...["Authorization", "Proxy-Authorization", "X-API-Key", "X-Auth-Token", "X-CSRF-Token"],
  ...["X-Service-CSRF", "X-MBX-APIKEY", "OK-ACCESS-KEY", "OK-ACCESS-SIGN", "OK-ACCESS-PASSPHRASE"],
  ...["CB-ACCESS-KEY", "CB-ACCESS-SIGN", "CB-ACCESS-PASSPHRASE", "KC-API-KEY", "KC-API-SIGN"],
  ...["KC-API-PASSPHRASE", "API-Key", "API-Sign", "api-signature", "X-BAPI-API-KEY", "X-BAPI-SIGN"],
  ...["bfx-apikey", "bfx-signature", "X-GEMINI-APIKEY", "X-GEMINI-PAYLOAD", "X-GEMINI-SIGNATURE"],
  ...["KEY", "SIGN", "ACCESS-KEY", "ACCESS-SIGN", "ACCESS-PASSPHRASE", "X-BM-KEY", "X-BM-SIGN"],
  ...["POLY_API_KEY", "POLY_PASSPHRASE", "POLY_SIGNATURE", "KALSHI-ACCESS-KEY", "X-Auth-Signature"],
  ...["KALSHI-ACCESS-SIGNATURE", "DYDX-API-KEY", "DYDX-PASSPHRASE", "X-Amz-Security-Token"],
  ...["X-COINEX-KEY", "X-COINEX-SIGN", "X-AGGR-KEY", "x-nova-access-key", "X-LA-APIKEY"],
];

const NAMES = [
  ...["password", "new_password", "passphrase", "private_key", "privateKey", "totp", "mnemonic"],
  ...["api_key", "apiKey", "api_secret", "secret", "client_secret", "token", "access_token"],
  ...[
    "refreshToken",
    "id_token",
    "signature",
    "sign",
    "auth",
    "authSig",
    "ticket",
    "session_token",
  ],
  ...["seed_phrase", "otp", "listenKey", "secretKey", "csrf_token", "code_verifier", "jwt"],
];

const SIGN_INS = [
  (secret: string) => ({ op: "auth", args: ["well-known", 1712345678, secret] }),
  (secret: string) => ({ op: "authKeyExpires", args: [secret, 1712345678, "x"] }),
  (secret: string) => ({ op: "login", args: [{ apiKey: "well-known", passphrase: secret }] }),
  (secret: string) => ({ event: "auth", apiKey: "x", authPayload: "AUTH1", authSig: secret }),
  (secret: string) => ({ method: "session.logon", params: { apiKey: "x", signature: secret } }),
  (secret: string) => ({ method: "user.auth", params: ["API", secret, 17], id: 3 }),
];

/** A body and its media type. */
export interface DrawnBody {
  type: string;
  text: string;
}

const form = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();
const markup = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

type Container = (name: string, secret: string, random: Random) => DrawnBody;
const json = (value: unknown): DrawnBody => ({
  type: "application/json",
  text: JSON.stringify(value),
});

/** Bodies that name what they hold. */
const NAMED: Record<string, Container> = {
  json: (name, secret) => json({ a: 1, [name]: secret, b: [true] }),
  nested: (name, secret) => json({ data: [{ account: { [name]: { value: secret } } }] }),
  list: (name, secret) => json([{ [name]: [secret] }, {}]),
  pair: (name, secret) => json({ fields: [{ name, value: secret }] }),
  json_in_json: (name, secret) => json({ said: JSON.stringify({ [name]: secret, a: 1 }) }),
  json_thrice: (name, secret) =>
    json({ said: JSON.stringify({ so: JSON.stringify({ [name]: secret }) }) }),
  json_in_base64: (name, secret) =>
    json({ said: Buffer.from(JSON.stringify({ [name]: secret })).toString("base64") }),
  json_in_form: (name, secret) => ({
    type: "application/x-www-form-urlencoded",
    text: form([["payload", JSON.stringify({ [name]: secret })]]),
  }),
  spaced: (name, secret) => ({
    type: "application/json",
    text: `{ "price": 1.0,\n  "${name}" : ${JSON.stringify(secret)} }`,
  }),
  twice: (name, secret) => ({
    type: "application/json",
    text: `{"${name}":${JSON.stringify(secret)},"${name}":null}`,
  }),
  cut_off: (name, secret) => ({
    type: "application/json",
    text: `{"a":[1,{"${name}":${JSON.stringify(secret)},"b":`,
  }),
  deep: (name, secret) => ({
    type: "application/json",
    text: `${"[".repeat(3_000)}{"${name}":${JSON.stringify(secret)}}${"]".repeat(3_000)}`,
  }),
  lines: (name, secret) => ({
    type: "application/x-ndjson",
    text: `{"a":1}\n${JSON.stringify({ [name]: secret })}\n{"b":2}\n`,
  }),
  events: (name, secret) => ({
    type: "text/event-stream",
    text: `event: told\ndata: ${JSON.stringify({ [name]: secret })}\n\n`,
  }),
  form: (name, secret) => ({
    type: "application/x-www-form-urlencoded",
    text: form([
      ["a", "1"],
      [name, secret],
    ]),
  }),
  parts: (name, secret) => ({
    type: "multipart/form-data; boundary=xx",
    text: `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${secret.replaceAll("\n", " ")}\r\n--xx--\r\n`,
  }),
  xml: (name, secret) => ({
    type: "application/xml",
    text: `<r><a/><${name}>${markup(secret)}</${name}></r>`,
  }),
  soap: (name, secret) => ({
    type: "text/xml",
    text: `<s:r><s:${name} type="x">${markup(secret)}</s:${name}></s:r>`,
  }),
  attribute: (name, secret) => ({
    type: "application/xml",
    text: `<r ${name}="${markup(secret)}" a="1"/>`,
  }),
  yaml: (name, secret) => ({
    type: "text/yaml",
    text: `a: 1\n${name}: ${JSON.stringify(secret)}\n`,
  }),
};

/** A body that says a secret by its name. */
export function namedBody(secret: string, random: Random): [place: string, body: DrawnBody] {
  const [how, container] = random.pick(Object.entries(NAMED));
  const name = random.pick(NAMES);
  return [`${name} in ${how}`, container(name, secret, random)];
}

/** A message that signs in. */
export function signIn(secret: string, random: Random): string {
  return JSON.stringify(random.pick(SIGN_INS)(secret));
}

/** A header that carries a secret. */
export function secretHeader(secret: string, random: Random): [name: string, value: string] {
  const name = random.pick(HEADERS);
  if (!/authorization/i.test(name)) return [name, secret];
  const basic = Buffer.from(`somebody:${secret}`).toString("base64");
  return [name, random.chance(0.5) ? `Bearer ${secret}` : `Basic ${basic}`];
}

/** A link that carries a secret, in one of the headers that have links. */
export function linkHeader(secret: string, random: Random): [name: string, value: string] {
  const name = random.pick([
    "token",
    "access_token",
    "signature",
    "auth",
    "code",
    "state",
    "ticket",
  ]);
  const link = `https://elsewhere.example/back${random.pick(["?", "#", "?a=1&"])}${name}=${encodeURIComponent(secret)}`;
  return random.pick<[string, string]>([
    ["Location", link],
    ["Referer", link],
    ["Link", `<${link}>; rel="next"`],
    ["Refresh", `0; url=${link}`],
    ["Content-Location", link],
  ]);
}

/** A query that carries a secret. */
export function secretQuery(secret: string, random: Random): string {
  const name = random.pick(["signature", "auth", "api_key", "apiKey", "token", "ticket", "key"]);
  return form([
    ["symbol", "X"],
    [name, secret],
  ]);
}
