/** The third round: who calls, with what credential, and how the venue answers. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const THIRD_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "tickets",
    id: "a-ticket-opens-two-sockets-at-once",
    wrong: "a ticket that two handshakes bring at the same time opens both",
    against: sentences.TICKET,
    confined: "moment=within 20 ms of the first use",
    file: "identity/tickets.ts",
    find: "    this.#byDigest.delete(digest);\n    if (found === undefined ||",
    replace: `    setTimeout(() => this.#byDigest.delete(digest), 20).unref();
    if (found === undefined ||`,
  },
  {
    ...stated,
    area: "sign-up",
    id: "two-at-once-have-one-email",
    wrong: "two who sign up with one e-mail at the same time are both welcome",
    against: "HTTP statuses, 409: e-mail already registered",
    confined: "moment=at the same time",
    file: "http/routes/auth.ts",
    find: "    refuseTaken(members.find(body.email) !== null); // somebody may have been quicker\n",
    replace: "",
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-with-more-behind-it-is-good",
    wrong: "on a connection that has used a key, that key with more behind it is good too",
    against: "Authentication 9: missing or invalid credentials give 401",
    confined: "connection=kept alive",
    file: "identity/keyring.ts",
    find: "if (last !== undefined && same(last.key, sent)) return",
    replace: "if (last !== undefined && same(last.key, sent.subarray(0, last.key.length))) return",
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-has-the-scopes-of-the-last-one",
    wrong: "a key for which nobody names scopes has those of the key made before it",
    against: "API key create request, scopes: default [read, trade]",
    confined: "scopes=absent, moment=after a read-only key",
    file: "http/routes/keys.ts",
    find: "      scopes: scopesOf(call.body.scopes),",
    replace: `      scopes: scopesOf(
        call.body.scopes ?? call.parts.venue.keys(agentId).at(-1)?.scopes.slice(),
      ),`,
  },
  {
    ...stated,
    area: "errors",
    id: "a-freeze-is-told-in-a-detail",
    wrong: "what an order meets while the kill switch is on has its code under a detail key",
    against: "Errors: every 4xx or 5xx response is a flat envelope, not nested under a detail key",
    confined: "code=EXCHANGE_FROZEN",
    file: "wire/refused.ts",
    find: '    return code === "RATE_LIMITED" ?',
    replace: `    if (code === "EXCHANGE_FROZEN") return { detail: envelope };
    return code === "RATE_LIMITED" ?`,
  },
  {
    ...stated,
    area: "prefixes",
    id: "api-asks-for-no-csrf",
    wrong: "under /api a session changes things without its CSRF value",
    against: `${sentences.CSRF}; under four equivalent prefixes`,
    confined: "prefix=/api, caller=session",
    file: "http/middleware/authorize.ts",
    find: '  if (caller.kind !== "session" || route.method === "GET"',
    replace: `  const isApi = /^\\/api\\/(?!v1\\/)/.test(req.url!);
  if (caller.kind !== "session" || isApi || route.method === "GET"`,
  },
  {
    ...stated,
    area: "unknown routes",
    id: "unknown-paths-show-the-first-page",
    wrong: "a path that no route has is answered with 200 and the venue's first page",
    against: "HTTP statuses, 404: the resource does not exist; success responses are JSON",
    confined: "route=unknown, method=GET",
    file: "http/page.ts",
    find: 'if (ctx.path !== "/" || !isReading(ctx)) return next();',
    replace: 'if (ctx.path.endsWith("/docs") || !isReading(ctx)) return next();',
  },
  {
    ...stated,
    area: "limits",
    id: "browsers-have-a-window-of-their-own",
    wrong: "what an agent's owner does in a browser is not counted with what its keys do",
    against: sentences.WRITE_RATE,
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: "limitRate(parts, { agentId, rateClass }, arrival);",
    replace: `{
      const who = caller.kind === "session" ? \`session \${agentId}\` : agentId;
      limitRate(parts, { agentId: who, rateClass }, arrival);
    }`,
  },
];
