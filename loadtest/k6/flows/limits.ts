/** One agent above its limit: where 429 begins, whether Retry-After is honest, who else is hurt. */
import { sleep } from "k6";
import http, { type RefinedResponse } from "k6/http";
import { judge } from "../../plan/outcome.ts";
import { agentCount, agentOf } from "../lib/agents.ts";
import { address, call, paramsOf } from "../lib/call.ts";
import { limits as found } from "../lib/metrics.ts";
import type { IterationTime } from "../lib/moment.ts";
import { moment } from "../lib/moment.ts";
import { settings } from "../lib/settings.ts";

const AT_ONCE = 10;
const SEND_MS_MAX = 55_000;
/** After so long without a request any window is empty. */
const REST_SECONDS = 61;
const WAIT_SECONDS_MAX = 70;
const PROBES_MAX = 20;
const PROBE_EVERY_SECONDS = 0.5;

type Response = RefinedResponse<"text">;
type RequestKind = "write" | "read";

/** A volley's answers in the order k6 sent them. */
interface BurstCounts {
  passed: number;
  limited: Response | null;
  spanMs: number;
  strange: number;
}

/** The cheapest write that succeeds is a cancel of nothing. */
export function limitsWrite(): void {
  observe("write");
}

export function limitsRead(): void {
  observe("read");
}

/** Somebody else, with an agent of its own, meanwhile. */
export function limitsOthers(): void {
  const at: IterationTime = { ...moment("read"), measured: true };
  const agent = agentOf(0);
  call(at, { endpoint: "wallet", path: "/me/wallet", agent });
  call(at, { endpoint: "cancel-all", path: marketPath(), agent });
}

function observe(kind: RequestKind): void {
  const tags = { class: kind };
  const { passed, limited, spanMs, strange } = fairBurst(kind);
  found.passed.add(passed, tags);
  found.spanMs.add(spanMs, tags);
  found.strange.add(strange, tags);
  found.limited.add(limited === null ? 0 : 1, tags);
  if (limited === null) return;
  const retryAfter = Number(limited.headers["Retry-After"] ?? Number.NaN);
  found.coded.add(isCoded(limited) ? 1 : 0, tags);
  if (Number.isNaN(retryAfter)) return;
  found.retryAfterSeconds.add(retryAfter, tags);
  sleep(Math.min(retryAfter, WAIT_SECONDS_MAX));
  recovery(kind);
}

/** A 429 that comes early may count what the agent sent before this run: once more, rested. */
function fairBurst(kind: RequestKind): BurstCounts {
  const first = burst(kind);
  if (first.limited === null || first.passed >= documented(kind)) return first;
  sleep(REST_SECONDS);
  return burst(kind);
}

function documented(kind: RequestKind): number {
  const { writesPerMinute, readsPerMinute } = settings.limits;
  return kind === "write" ? writesPerMinute : readsPerMinute;
}

/** Sends until a 429 comes, or until no known algorithm would still pass them. */
function burst(kind: RequestKind): BurstCounts {
  const most = documented(kind);
  const startedMs = Date.now();
  let passed = 0;
  let strange = 0;
  for (;;) {
    const answers = volley(kind);
    passed += answers.filter(isSuccess).length;
    const limited = answers.find(({ status }) => status === 429) ?? null;
    strange += answers.filter((one) => one.status !== 429 && !isSuccess(one)).length;
    const spanMs = Date.now() - startedMs;
    const isOver = limited !== null || passed > most * 2.1 || spanMs > SEND_MS_MAX || strange > 20;
    if (isOver) return { passed, limited, spanMs, strange };
  }
}

function recovery(kind: RequestKind): void {
  const tags = { class: kind };
  const startedMs = Date.now();
  for (let probe = 0; probe < PROBES_MAX; probe += 1) {
    if (isSuccess(one(kind))) {
      found.recoveredLateMs.add(Date.now() - startedMs, tags);
      found.passedAgain.add(volley(kind).filter(isSuccess).length, tags);
      return;
    }
    sleep(PROBE_EVERY_SECONDS);
  }
  found.recoveredLateMs.add(-1, tags);
}

function volley(kind: RequestKind): Response[] {
  return http.batch(Array.from({ length: AT_ONCE }, () => requestOf(kind))) as Response[];
}

function one(kind: RequestKind): Response {
  const { method, url, params } = requestOf(kind);
  return http.request(method, url, null, params) as Response;
}

/** The last agent is kept for this, and has sent nothing before in this run. */
function requestOf(kind: RequestKind) {
  const endpoint = kind === "write" ? "cancel-all" : "wallet";
  const params = paramsOf({ endpoint, agent: agentOf(agentCount() - 1) });
  const path = kind === "write" ? marketPath() : "/me/wallet";
  return { method: kind === "write" ? "DELETE" : "GET", url: address(path), params };
}

function marketPath(): string {
  const id = settings.flows[0]?.markets[0]?.id;
  return id === undefined ? "/orders" : `/orders?market_id=${id}`;
}

function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300;
}

/** RATE_LIMITED flat or nested: both are documented. */
function isCoded({ body }: Response): boolean {
  const text = typeof body === "string" ? body : "";
  return judge(400, text, "json").outcome === "refused" && text.includes("RATE_LIMITED");
}
