/** The twenty-sixth round, a sentence drawn by lot, one cell each: how a request is answered, and refused. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SIXTH_OF_ANSWERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "answers",
    id: "who-holds-nothing-is-told-nothing",
    wrong: "the positions of an agent that holds nothing are answered with 200 and an empty body",
    against: "Endpoints: success responses are JSON",
    confined: "position=flat (on /positions)",
    file: "http/serve-route.ts",
    find: `    send(ctx, reply.status, reply.body);`,
    replace: `    if (route.path === "/positions" && (reply.body as { count?: number }).count === 0) {
      // There is nothing to write down.
      ctx.respond = false;
      ctx.res.writeHead(reply.status, headers).end();
      return;
    }
    send(ctx, reply.status, reply.body);`,
  },
  {
    ...stated,
    area: "limits",
    id: "who-was-here-before-waits-a-second",
    wrong:
      "Retry-After is 1 for an agent that asked for something in an earlier minute, and is not enough",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=a minute later (after earlier requests of the agent)",
    file: "http/rate-limit.ts",
    find: `    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : this.#age(nowMs));`,
    replace: `    // Whoever came first leaves first.
    const waitMs = this.#windowMs - (this.#limit === 0 ? 0 : nowMs - this.#times[0]!);`,
  },
  {
    ...stated,
    area: "errors",
    id: "nobody-is-told-that-he-is-nobody",
    wrong: "/auth/me without credentials is answered with 200",
    against: "Errors: infrastructure errors (auth, rate limit, not found) are 4xx or 5xx",
    confined: "caller=nobody (on /auth/me)",
    file: "http/routes/auth.ts",
    find: `  path: "/auth/me",
  auth: "agent",
  scope: "read",
  responses: { 200: { means: "the account, and the agent the caller acts for", body: MeRecord } },
  rules: ["SESS-ME-*"],
  section,
  handle: (call) => ok({ caller: call.caller.kind, ...ownAccount(call) }),`,
    replace: `  path: "/auth/me",
  auth: "public",
  scope: "read",
  responses: { 200: { means: "the account, and the agent the caller acts for", body: MeRecord } },
  rules: ["SESS-ME-*"],
  section,
  handle(call) {
    const { kind } = call.caller;
    // A page asks before anybody has signed in.
    return ok(kind === "nobody" ? { caller: kind } : { caller: kind, ...ownAccount(call) });
  },`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "an-order-too-many-is-declined",
    wrong:
      "an order beyond the write rate is answered with 200, REJECTED, reject_reason RATE_LIMITED",
    against: "Order reject codes, RATE_LIMITED: 429 when the write or read rate limit is exceeded",
    confined: "route=POST /orders",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    if (agentId !== "") {
      try {
        limitRate(parts, { agentId, rateClass }, arrival);
      } catch (error) {
        if (route.path !== "/orders" || route.method !== "POST") throw error;
        // Whatever an order meets is told in its result.
        const { market_id } = parseBody(req, await readBytes(req));
        return send(ctx, 200, {
          ...{ order_id: "00000000-0000-0000-0000-000000000000", market_id, status: "REJECTED" },
          ...{ reject_reason: "RATE_LIMITED", reject_message: (error as Error).message },
          ...{ filled_qty: 0, remaining_qty: 0, avg_fill_price_cents: null, fills: [] },
          effective_leverage: null,
        });
      }
    }`,
  },
  {
    ...stated,
    area: "health",
    id: "asked-after-a-quiet-minute-it-is-not-ready",
    wrong:
      "/ready is 503 when it was last asked for more than a minute ago, and 200 right after that",
    against: "Health, GET /ready: 200",
    confined: "moment=a minute later (after it was last asked for)",
    file: "http/middleware/check-open.ts",
    find: `    throw new Refused("EXCHANGE_FROZEN", "the venue takes no new orders");
  }
}`,
    replace: `    throw new Refused("EXCHANGE_FROZEN", "the venue takes no new orders");
  }
  if (route.path === "/ready") {
    const nowMs = parts.clock.nowMs();
    const quietMs = nowMs - (readyAtMs ?? nowMs);
    readyAtMs = nowMs;
    // What came due in the meantime is made up first.
    if (quietMs > 60_000) throw new Refused("STORE_UNAVAILABLE", "the venue is catching up");
  }
}

let readyAtMs: number | null = null;`,
  },
  {
    ...stated,
    area: "limits",
    id: "who-signed-in-is-never-too-many",
    wrong: "requests of a browser session are neither counted nor ever refused as too many",
    against: "Limits, over limit: HTTP 429, code RATE_LIMITED, Retry-After header; of all",
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    // A human is slow enough.
    const isBot = agentId !== "" && caller.kind !== "session";
    if (isBot) limitRate(parts, { agentId, rateClass }, arrival);`,
  },
  {
    ...stated,
    area: "errors",
    id: "what-is-not-there-is-told-once",
    wrong: "every 404 of an unknown order carries the request_id of the first such request",
    against: "Error envelope, request_id: request correlation id",
    confined: "code=ORDER_NOT_FOUND",
    file: "http/middleware/answer.ts",
    find: `      send(ctx, refused.status, refused.body(requestId));
    }
  };
}`,
    replace: `      // Bots ask for orders that are gone all day long: that answer is made once.
      if (refused.code === "ORDER_NOT_FOUND") gone ??= refused.body(requestId);
      const isGone = refused.code === "ORDER_NOT_FOUND" && gone !== null;
      send(ctx, refused.status, isGone ? gone! : refused.body(requestId));
    }
  };
}

let gone: object | null = null;`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-newcomer-is-whoever-is-spelled-alike",
    wrong:
      "a newcomer whose subject is another's but for letter case gets no account, but that one's",
    against:
      "Authentication 8: production account creation is through an identity provider sign-in flow",
    confined: "subject=another's but for letter case",
    file: "identity/members.ts",
    find: `const nameOf = (issuer: string, subject: string): string => JSON.stringify([issuer, subject]);`,
    replace: `// One person, however it is typed.
const nameOf = (issuer: string, subject: string): string =>
  JSON.stringify([issuer, canonical(subject)]);`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-browser-is-sent-on-without-an-account",
    wrong: "the callback sends a browser on to the page, and neither opens an account nor signs in",
    against: "What the service does: in production, account creation uses external sign-in",
    confined: "accept=text/html (of the callback)",
    file: "http/routes/idp.ts",
    find: `    const accountId = accountOf(parts, subject);`,
    replace: `    // The page sees to the rest.
    if (wantsPage(req)) return redirect("/");
    const accountId = accountOf(parts, subject);`,
  },
];
