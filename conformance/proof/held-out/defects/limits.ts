/** Rate windows: what they count, for whom, and when they forget. */
import type { HeldOutDefect } from "../defect.ts";
import { BUCKET, READ_RATE, WRITE_RATE } from "../sentences.ts";

const limits = { area: "limits", basis: "stated" } as const;

export const LIMIT_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...limits,
    id: "cancels-are-not-counted",
    wrong: "DELETE requests count in no window",
    against: WRITE_RATE,
    confined: "method=DELETE",
    file: "http/serve-route.ts",
    find: 'if (agentId !== "") limitRate',
    replace: 'if (agentId !== "" && route.method !== "DELETE") limitRate',
  },
  {
    ...limits,
    id: "key-writes-are-free",
    wrong: "creating and revoking keys counts in no window",
    against: WRITE_RATE,
    confined: "route=keys",
    file: "http/serve-route.ts",
    find: 'if (agentId !== "") limitRate',
    replace: 'if (agentId !== "" && route.auth !== "session") limitRate',
  },
  {
    ...limits,
    id: "a-bucket-for-each-key",
    wrong: "each key of an agent has a window of its own",
    against: BUCKET,
    confined: "caller=second key",
    file: "http/serve-route.ts",
    find: "limitRate(parts, { agentId, rateClass }, arrival);",
    replace: `{
      const who = caller.kind === "key" ? caller.key.keyId : agentId;
      limitRate(parts, { agentId: who, rateClass }, arrival);
    }`,
  },
  {
    ...limits,
    id: "siblings-share-a-bucket",
    wrong: "all agents of an owner share one window",
    against: BUCKET,
    confined: "caller=sibling agent",
    file: "http/serve-route.ts",
    find: "limitRate(parts, { agentId, rateClass }, arrival);",
    replace: `{
      const who = parts.venue.agent(agentId)!.accountId;
      limitRate(parts, { agentId: who, rateClass }, arrival);
    }`,
  },
  {
    ...limits,
    id: "refusals-use-up-the-window",
    wrong: "a request that was told to wait counts too, so the wait that was told is not enough",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=after a 429",
    file: "http/rate-limit.ts",
    find: "if (allowed) this.#times.push(nowMs);",
    replace: "this.#times.push(nowMs);",
  },
  {
    ...limits,
    id: "a-refusal-clears-the-window",
    wrong: "after one request was told to wait, the next ones pass",
    against: WRITE_RATE,
    confined: "moment=after a 429",
    file: "http/rate-limit.ts",
    find: "if (allowed) this.#times.push(nowMs);",
    replace: `if (allowed) this.#times.push(nowMs);
    else {
      this.#times = [nowMs];
      this.#oldest = 0;
    }`,
  },
  {
    ...limits,
    id: "old-counts-take-new-ones-along",
    wrong: "when a thousand counts have left a window, those still in it are forgotten with them",
    against: READ_RATE,
    confined: "moment=a minute after many requests",
    file: "http/rate-limit.ts",
    find: "this.#times = this.#times.slice(this.#oldest);",
    replace: "this.#times = [];",
  },
  {
    ...limits,
    id: "invalid-requests-are-free",
    wrong: "a request whose parameters or body are invalid counts in no window",
    against: WRITE_RATE,
    confined: "body=invalid",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
`,
    replace: `    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
`,
  },
  {
    ...limits,
    id: "the-wait-is-rounded-down",
    wrong: "who waits as long as the 429 says comes too early, by less than a second",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "moment=between two whole seconds",
    file: "http/rate-limit.ts",
    find: "Math.max(Math.ceil(waitMs / 1000), 1)",
    replace: "Math.max(Math.floor(waitMs / 1000), 1)",
  },
];
