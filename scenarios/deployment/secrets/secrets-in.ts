/** Secrets a body gives away by their place or their looks, whatever the venue calls the rest. */

const SECRET_NAMES = new RegExp(
  `^(${[
    ...["(api|plaintext|secret)_?key", "plaintext", "(client_?)?secret", "password", "ticket"],
    ...["((access|refresh|id|api|session)_?)?token", "csrf(_?token)?", "sid", "nonce"],
    "code_verifier",
  ].join("|")})$`,
  "i",
);
const SECRET_LOOKS = /^r[kw]_live_./;

/** Whether what goes by this name, in a body or a query, is secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name);
}

/** Every text in a JSON body that must not be written down. Spec: H-18. */
export function secretsIn(body: unknown, name = ""): string[] {
  if (typeof body === "string") {
    return SECRET_NAMES.test(name) || SECRET_LOOKS.test(body) ? [body] : [];
  }
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    secretsIn(value, Array.isArray(body) ? name : key),
  );
}
