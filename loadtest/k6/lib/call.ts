/** The only place that sends: names, times and judges every request. */
import http, { type RefinedResponse } from "k6/http";
import { ENDPOINTS, type LoadEndpoint } from "../../plan/flows.ts";
import {
  type Form,
  isError,
  type JudgedResponse,
  judge,
  type RequestOutcome,
} from "../../plan/outcome.ts";
import { REQUEST_MS_MAX } from "../../plan/settings.ts";
import type { LoadAgent } from "./agents.ts";
import { errors, fromSchedule, latency, lost, reasons, timeline } from "./metrics.ts";
import { bucketOf, type IterationTime } from "./moment.ts";
import { settings } from "./settings.ts";

/** One request. Shape: `path` is below the prefix; `wants` are outcomes that are no error here. */
export interface LoadRequest {
  endpoint: LoadEndpoint;
  path: string;
  method?: string;
  agent: LoadAgent | null;
  body?: object;
  form?: Form;
  wants?: readonly RequestOutcome[];
}

/** Sends it and says what became of it. */
export function call(at: IterationTime, request: LoadRequest): JudgedResponse {
  const sentMs = Date.now();
  const response = http.request(
    request.method ?? METHODS[request.endpoint],
    BASE + request.path,
    request.body === undefined ? null : JSON.stringify(request.body),
    paramsOf(request),
  );
  return finished(at, request, { response, sentMs });
}

/** The same beside an open socket, which a blocking request would hold up. */
export async function callAsync(at: IterationTime, request: LoadRequest): Promise<JudgedResponse> {
  const sentMs = Date.now();
  const response = await http.asyncRequest(
    request.method ?? METHODS[request.endpoint],
    BASE + request.path,
    request.body === undefined ? null : JSON.stringify(request.body),
    paramsOf(request),
  );
  return finished(at, request, { response, sentMs });
}

/** The address of a path below the prefix. */
export function address(path: string): string {
  return BASE + path;
}

const BASE = settings.target.baseUrl + settings.target.prefix;
const METHODS = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([endpoint, name]) => [endpoint, methodIn(name)]),
) as Record<LoadEndpoint, string>;

/** No id and no key is ever in a tag. Made once for each agent and endpoint: it is all k6's work. */
export function paramsOf({
  endpoint,
  agent,
  body,
}: Pick<LoadRequest, "endpoint" | "agent" | "body">) {
  const hasBody = body !== undefined;
  const known = `${endpoint} ${hasBody} ${agent?.name}`;
  made[known] ??= freshParams(ENDPOINTS[endpoint], agent, hasBody);
  return made[known];
}

const made: Record<string, ReturnType<typeof freshParams>> = {};

function freshParams(name: string, agent: LoadAgent | null, hasBody: boolean) {
  return {
    headers: {
      ...(agent !== null && { Authorization: `Bearer ${agent.api_key}` }),
      ...(hasBody && { "Content-Type": "application/json" }),
    },
    tags: { name, url: name },
    timeout: REQUEST_MS_MAX,
    redirects: 0,
  };
}

function methodIn(name: string): string {
  return /^[A-Z]+(?= )/.exec(name)?.[0] ?? "GET";
}

type Timings = RefinedResponse<"text">["timings"];

function finished(
  at: IterationTime,
  request: LoadRequest,
  { response, sentMs }: { response: RefinedResponse<"text">; sentMs: number },
): JudgedResponse {
  const judged = judge(response.status, response.body, request.form ?? "json");
  if (at.measured) count(at, request, { judged, sentMs, timings: response.timings });
  return judged;
}

function count(
  at: IterationTime,
  { endpoint, wants = [] }: LoadRequest,
  { judged, sentMs, timings }: { judged: JudgedResponse; sentMs: number; timings: Timings },
): void {
  const { outcome, reason } = judged;
  const { flow } = at;
  const wanted = wants.includes(outcome);
  const bucket = bucketOf(sentMs, at.startedMs);
  if (outcome !== "accepted") timeline[outcome].add(1, { bucket });
  if (reason !== null) reasons.add(1, { reason });
  if (isError(outcome) && !wanted) errors.add(1, { flow });
  if (outcome === "lost") {
    lost.add(1, { endpoint, flow });
    return;
  }
  latency.add(timings.duration, { endpoint, outcome, bucket, flow });
  const waitedMs = sentMs - at.intendedMs + timings.blocked;
  if (!at.timed) fromSchedule.add(waitedMs + timings.duration, { flow });
  at.timed = true;
}
