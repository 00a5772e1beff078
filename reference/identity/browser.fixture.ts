/** A browser without a screen, for tests: keeps cookies, follows the provider's redirects. */
import assert from "node:assert/strict";

/** A human at the embedded provider: types a name, and is sent back with a code. */
export async function signInAt(authorizationUrl: string, name: string): Promise<URL> {
  const jar = new Map<string, string>();
  const go = async (url: string, body?: URLSearchParams) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    const method = body === undefined ? "GET" : "POST";
    const init = { method, body: body ?? null, headers: { cookie }, redirect: "manual" } as const;
    const answer = await fetch(url, init);
    for (const each of answer.headers.getSetCookie()) {
      const [key, value] = each.split(";")[0]!.split("=") as [string, string];
      jar.set(key, value);
    }
    return { status: answer.status, location: answer.headers.get("location") ?? "" };
  };
  const { origin } = new URL(authorizationUrl);
  const page = new URL((await go(authorizationUrl)).location, origin).href;
  assert.equal((await go(page)).status, 200);
  const resume = await go(page, new URLSearchParams({ name }));
  return new URL((await go(resume.location)).location);
}
