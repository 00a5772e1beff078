/** Secrets a body gives away by their place or their looks, whatever the venue calls the rest. */

const SECRET_NAMES =
  /^(api_?key|ticket|secret|password|(access_|refresh_|id_)?token|csrf(_?token)?)$/i;
const SECRET_LOOKS = /^r[kw]_live_./;

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
