/** Judges one live answer by the recorded one: the same, as good, or different; or to the byte. */

import { sameStatus, statusesOf } from "../decisions/forms.ts";
import { codeOf, objectOf, readPlaced } from "../deployment/reading/order.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { routeOf } from "../deployment/wire/client.ts";
import type { RecordedResponse } from "./answer.ts";
import type { Bindings } from "./bindings.ts";
import type { ClockPair } from "./clocks.ts";
import { type Comparison, compare, type Difference } from "./compare.ts";
import { judgementOnPlaced } from "./judge-order.ts";
import { allowed, different, inconclusive, type ReplayJudgement } from "./judgement.ts";
import { contradiction } from "./meaning.ts";

/** A recorded exchange and its live counterpart. Shape: bodies parsed, undefined where none. */
export interface ExchangePair {
  route: string;
  query: Record<string, string>;
  hasCredentials: boolean;
  /** The request's body; order bodies are read. */
  sent: unknown;
  recorded: RecordedResponse | null;
  live: RecordedResponse | null;
  failure: string | null;
  isReplay: boolean;
  isOver: boolean;
  now: ClockPair;
}

/** What judging goes by beside the pair. */
export interface Standards {
  bindings: Bindings;
  /** The venue began as the recorded one did: nothing that others do can differ. */
  alone: boolean;
  clientId(recorded: string): string;
  ignores(route: string, at: string): boolean;
}

/** A judgement, with what the answer binds when it is taken. */
export interface JudgedExchange {
  judgement: ReplayJudgement;
  comparison: Comparison | null;
}

/** Judges; binds nothing. */
export function judge(pair: ExchangePair, standards: Standards): JudgedExchange {
  const { recorded, live } = pair;
  if (recorded === null) return bare(allowed("the recording has no answer to compare with"));
  if (live === null) return bare(inconclusive(`no answer: ${pair.failure}`));
  const interfered = interference(pair, recorded, live);
  if (interfered !== null) return bare(inconclusive(interfered));
  const { bindings, ignores, clientId } = standards;
  const comparison = compare(recorded.body, live.body, {
    ...{ bindings, clientId },
    now: pair.now,
    ignores: (at) => ignores(pair.route, at),
  });
  const judged = judgementOn(pair, comparison, standards);
  const free = isPage(recorded)
    ? "a page, which is no part of the interface"
    : NOT_LISTED.test(pair.route)
      ? "the route is not listed (D-161)"
      : null;
  const judgement = judged.verdict === "different" && free !== null ? allowed(free) : judged;
  const binds = standards.alone || !isAboutEverybody(pair.route);
  return { judgement, comparison: binds ? comparison : null };
}

function bare(judgement: ReplayJudgement): JudgedExchange {
  return { judgement, comparison: null };
}

function interference(
  { route }: ExchangePair,
  recorded: RecordedResponse,
  live: RecordedResponse,
): string | null {
  if (recorded.status === live.status) return null;
  if (live.status === 429) return "rate limited, where the recording was not";
  const isAway = live.status === 502 || live.status === 503;
  const frozen = codeOf(live.body) === "EXCHANGE_FROZEN";
  return isAway && !frozen && !/^GET /.test(route)
    ? `HTTP ${live.status} ${codeOf(live.body) ?? ""}`.trim()
    : null;
}

function judgementOn(
  pair: ExchangePair,
  comparison: Comparison,
  standards: Standards,
): ReplayJudgement {
  const [recorded, live] = [pair.recorded!, pair.live!];
  const { differences, pairs } = comparison;
  if (pair.route === "POST /orders") {
    const said = onOrder(pair, comparison, standards);
    if (said !== null) return { ...said, differences };
  } else if (recorded.status !== live.status) {
    return { ...onStatus(pair), differences };
  }
  const hard = differences.filter(({ weight }) => weight === "hard");
  if (hard.length > 0) return { ...onBodies(pair, hard, standards), differences };
  if (differences.length > 0) {
    return allowed(`in another form: ${differences[0]?.at}`, differences);
  }
  const verdict = pairs.every(([from, to]) => from === to) ? "same" : "equivalent";
  return { verdict, why: null, differences, isTurn: false };
}

/** Null where the two agree on everything that an order's answer shows. */
function onOrder(
  pair: ExchangePair,
  { pairs }: Comparison,
  { bindings }: Standards,
): ReplayJudgement | null {
  const sent = objectOf(pair.sent);
  const recorded = readPlaced(sent, pair.recorded!.exchange);
  const live = readPlaced(sent, pair.live!.exchange);
  const [then, now] = [recorded.orderId, live.orderId];
  const known = now !== null && bindings.knows(now);
  const sameOrder =
    then !== null && now !== null
      ? bindings.fits(then, now) && !(pair.isReplay && bindings.liveOf(then) === undefined && known)
      : recorded.fate === live.fate || known;
  const { isReplay } = pair;
  const judgement = judgementOnPlaced({ recorded, live, isReplay, sameOrder });
  if (judgement !== null || recorded.fate !== "accepted") return judgement;
  const echoed = pairs.length > 0 || then === now;
  return echoed || sameOrder ? null : different("another order");
}

function onStatus({
  recorded,
  live,
  route,
  query,
  hasCredentials,
  isOver,
}: ExchangePair): ReplayJudgement {
  const facts = { route, query, hasCredentials, isOver, code: codeOf(recorded!.body) };
  const decision = sameStatus({ ...facts, recorded: recorded!.status, live: live!.status });
  const what = `HTTP ${live!.status} instead of ${recorded!.status}`;
  return decision === null ? different(what) : allowed(`${what} (${decision})`);
}

/** Bodies whose values differ, though the status does not. */
function onBodies(pair: ExchangePair, hard: Difference[], standards: Standards): ReplayJudgement {
  const { recorded, live, route } = pair;
  const [first] = hard;
  const what = `${first?.at || "the body"} differs`;
  if (live!.status >= 400) return onRefusal(pair, what);
  if (!isJson(live!) && isJson(recorded!)) return different("the answer is no JSON");
  if (route === "POST /orders") return onResult(hard);
  if (!standards.alone && isAboutEverybody(route)) return allowed(`${what}: others live here`);
  const bodies = { route, recorded: recorded!.body, live: live!.body };
  if (!standards.alone && isAboutTime(route)) return allowed(`${what}: told by the clock`);
  if (!standards.alone && isAboutWho(route)) return allowed(`${what}: who is signed in here`);
  const isMoney = !standards.alone && isAboutMoney(route);
  if (!isMoney && !hard.some(({ reshaped }) => reshaped)) return different(what);
  const wrong = contradiction(bodies, standards.bindings);
  if (wrong !== null) return different(wrong);
  return allowed(`${what}: ${isMoney ? "money (H-11)" : "its shape is not shown"}`);
}

/** What an order's answer must have beside fate and quantities. */
function onResult(hard: Difference[]): ReplayJudgement {
  const shown = ["order_id", "market_id", "status", "filled_qty", "remaining_qty", "fills"];
  const broken = hard.find(({ at }) => shown.includes(at));
  if (broken !== undefined) return different(`${broken.at} differs`);
  return allowed(`${hard[0]?.at} differs: not shown, or told already`);
}

/** Codes that the spec does not name are anybody's; the envelope is not (D-160, ERR-ENV-01). */
function onRefusal({ recorded, live, route }: ExchangePair, what: string): ReplayJudgement {
  const [then, now] = [objectOf(recorded!.body), objectOf(live!.body)];
  const mayNest = [...statusesOf("D-002"), 429].includes(live!.status);
  if (mayNest && (now["detail"] !== undefined || then["detail"] !== undefined)) {
    return allowed("told under detail (D-003, D-005)");
  }
  const isUnlisted = live!.status === 404 || live!.status === 405;
  const missing = ["code", "message", "request_id"].find(
    (name) => typeof then[name] === "string" && typeof now[name] !== "string",
  );
  if (missing !== undefined) {
    return isUnlisted && codeOf(then) === "ROUTE_NOT_FOUND"
      ? allowed(`${what}: the route is not listed (D-161)`)
      : different(`the envelope lacks ${missing}`);
  }
  if (codeOf(then) === codeOf(now)) return allowed(what);
  const documented = ["VALIDATION_ERROR", "RATE_LIMITED", "EXCHANGE_FROZEN", "INVALID_CREDENTIALS"];
  const isNamed = documented.includes(String(codeOf(then))) && route === "POST /orders";
  return isNamed ? different(`code ${codeOf(now)}`) : allowed(`code ${codeOf(now)} (D-160)`);
}

/** Reads that the pages of a venue make, and the interface does not list. */
const NOT_LISTED = /^GET \/(me\/agents(\/.*)?|(openapi|asyncapi)\.json|docs(\/.*)?|favicon\.ico)$/;

/** What a browser is shown, and what belongs to it. */
function isPage({ status, headers }: RecordedResponse): boolean {
  const type = headers["content-type"] ?? "";
  return status < 400 && /^(text\/(html|css|javascript)|image\/|font\/)/.test(type);
}

function isJson({ headers }: RecordedResponse): boolean {
  return /json/.test(headers["content-type"] ?? "");
}

/** Method and path without prefix, ids folded: `DELETE /orders/{id}`. */
export function routeNamed(method: string, path: string): string {
  return `${method} ${routeOf(path)}`;
}

/** Answers about the venue at large: on a deployment that lives on, others have a part in them. */
export function isAboutEverybody(route: string): boolean {
  return /^GET \/(markets(\/active|\/event-history)?|leaderboard.*|feed\/.*|series\/.*)$/.test(
    route,
  );
}

/** Answers that money is told in: fees and starting cash are nobody's contract (H-11). */
function isAboutMoney(route: string): boolean {
  return /^GET \/(account|positions|me\/wallet)$/.test(route);
}

/** Answers about a human, who goes by other names elsewhere. */
function isAboutWho(route: string): boolean {
  return /^GET \/auth\/(me|session|config)$/.test(route);
}

/** Answers with a point for each step of the clock, be there news or not. */
function isAboutTime(route: string): boolean {
  return /\/(mid-history|candles)$/.test(route);
}

const HEADERS = ["content-type", "retry-after", "idempotent-replayed"];
/** Unnamed secrets are numbered by each run for itself. */
const UNNAMED = /\{\{[^{}]+\}\}/g;
/** Where a venue and its identity provider listen is the machine's affair. */
const ADDRESS = /127\.0\.0\.1(?::|%3A)\d+/g;
const SAME: ReplayJudgement = { verdict: "same", why: null, differences: [], isTurn: false };

/** Compares what is written down of both, secrets as placeholders. */
export function strictJudgement(
  recorded: RecordedResponse | null,
  live: RecordedResponse | null,
  redactor: Redactor,
): ReplayJudgement {
  if (recorded === null || live === null) {
    if (recorded === live) return SAME;
    return inconclusive(`no answer ${live === null ? "now" : "recorded"}`);
  }
  if (recorded.status !== live.status) {
    return different(`HTTP ${live.status} instead of ${recorded.status}`);
  }
  const header = HEADERS.find((name) => recorded.headers[name] !== live.headers[name]);
  if (header !== undefined) return different(`header ${header} differs`);
  if (recorded.saysTheSame(live)) return SAME;
  const [then, now] = [recorded.text, redactor.text(live.text)];
  if (masked(then) === masked(now)) return SAME;
  const difference = { at: "", recorded: then, live: now, weight: "hard" } as const;
  return different("the bytes of the body differ", [difference]);
}

function masked(text: string): string {
  return text.replace(UNNAMED, "{{}}").replace(ADDRESS, "127.0.0.1");
}
