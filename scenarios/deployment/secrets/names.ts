/** Names that say of a value that it is secret: of members, parameters and headers. */

/** Secret when the whole name is one of these, written in any case, with or without separators. */
const WHOLE = new Set([
  ...["sid", "ticket", "nonce", "plaintext", "jwt", "hmac", "sig", "sign", "auth", "pin", "otp"],
  ...["authorization", "proxyauthorization", "cookie", "setcookie", "credential", "credentials"],
  ...["xauth", "codeverifier", "accesskeyid", "assertion", "samlresponse", "authpayload"],
  ...["backupcodes", "recoverycodes", "sessionid", "phpsessid", "jsessionid", "listenkey"],
  // Heads of exchanges whose names are too short to be told by how they end.
  ...["xbmkey", "xgeminipayload", "xtxcpayload", "okaccesskey", "cbaccesskey", "kcapikey"],
]);

/** Secret when the name ends so: `new_password`, `X-MBX-APIKEY`, `OK-ACCESS-PASSPHRASE`. */
const ENDS = new RegExp(
  `(${[
    ...["password", "passwd", "pwd", "passphrase", "passcode", "secret", "token", "csrf", "xsrf"],
    ...["(api|access|secret|private|signing|plaintext|session|encryption|stream|agent)key"],
    ...["signature", "(api|access|auth|bm|txc|bapi|request)sign?(ature)?", "authsig", "mnemonic"],
    ...["(seed|recovery|backup)(phrase|words|code)", "totp(code)?", "(mfa|otp|2fa)(code|token)?"],
    ...["(two|multi|second)factor(code)?", "(auth|api|access|login)nonce"],
  ].join("|")})$`,
);

/** In queries and headers also what is an ordinary name elsewhere. */
const BESIDE_BODIES = new Set(["key"]);

/** Members that describe a value and do not say it, as a schema's do. */
const DESCRIBES =
  /^(\$ref|bearerFormat|description|format|in|m(ax|in)Length|nullable|pattern|required|scheme|title|type)$/;

/** A message that signs in: what it brings along is secret, whatever it is called. */
const SIGNS_IN = /(^|[._/-])(auth|authenticate|authKeyExpires|log-?[io]n|logon|sign-?in)$/i;
/** Members that say what a message does. */
export const OPERATIONS = ["op", "event", "method", "action", "type", "cmd", "request"] as const;

const NAME_LENGTH_MAX = 64;
const KNOWN_NAMES_MAX = 4_096;

/** Whether what goes by this name, in a body or a form, is secret. */
export const isSecretName = remembering((name) => {
  if (name.length < 3 || name.length > NAME_LENGTH_MAX) return false;
  const plain = name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return WHOLE.has(plain) || ENDS.test(plain);
});

/** The same question, which is thought about once for each name. */
function remembering(isSecret: (name: string) => boolean): (name: string) => boolean {
  /** Names asked after before. @bound {KNOWN_NAMES_MAX} names: begins anew; scenarios/deployment/secrets/names.test.ts */
  const asked = new Map<string, boolean>();
  return (name) => {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const answer = isSecret(name);
    if (name.length > NAME_LENGTH_MAX) return answer;
    if (asked.size >= KNOWN_NAMES_MAX) asked.clear();
    asked.set(name, answer);
    return answer;
  };
}

/** The same for a parameter of a query. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || BESIDE_BODIES.has(name.toLowerCase());
}

/** Each exchange puts a word of its own before these: `X-COINEX-SIGN`, `X-AGGR-KEY`. */
const HEADER_ENDS = /[-_](key|sign)$/i;
/** What others call keys in headers opens nothing. */
const NO_SECRETS = /(idempotency|websocket|cache|surrogate|partition|routing|request|trace)-key$/i;

/** The same for a header. */
export const isSecretHeader = remembering(
  (name) => isSecretParameter(name) || (HEADER_ENDS.test(name) && !NO_SECRETS.test(name)),
);

/** Whether a member says what kind of thing a secret is, and not which: in a schema of one. */
export function isDescribing(name: string): boolean {
  return DESCRIBES.test(name);
}

/** The member of a message that says that it signs in; null in any other. */
export function signInMember(message: object): string | null {
  for (const name of OPERATIONS) {
    const value = (message as Record<string, unknown>)[name];
    if (typeof value !== "string" || value.length > NAME_LENGTH_MAX) continue;
    if (SIGNS_IN.test(value)) return name;
  }
  return null;
}
