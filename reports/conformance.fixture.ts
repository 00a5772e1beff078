/** A small report with every result in it, for the tests of the renderers. */

import type { FailureSession, FinishedRun } from "./schema/finished-run.ts";
import type { Report, RuleResult } from "./schema/report.ts";
import { headlineOf, summarise } from "./schema/summary.ts";

/** A rule that passed, but for what is given. */
export function ruleResult(given: Partial<RuleResult> & { id: string }): RuleResult {
  return {
    level: "must",
    section: "Behaviour 2",
    statement: `${given.id} holds`,
    result: "pass",
    detail: null,
    observed: null,
    checks: ["a replay places nothing"],
    ...given,
  };
}

/** A report of these rules, its counts made to agree with them. */
export function reportOf(rules: RuleResult[], given: Partial<Report> = {}): Report {
  const summary = summarise(rules);
  return {
    schema: "touchstone-report/1",
    kind: "conformance",
    tool: { name: "touchstone", version: "0.1.0" },
    target: { name: "staging", url: "http://127.0.0.1:9000", embedded: false, control: ["clock"] },
    seed: 7,
    started_at: "2026-01-02T03:04:05.000Z",
    duration_ms: 8123,
    requests: { reads: 12, writes: 1 },
    summary,
    effort: "standard",
    conditions: { tried: 0, lacking: [] },
    ...headlineOf(rules),
    causes: rules
      .filter(({ result }) => result === "fail")
      .map(({ id }) => ({ rule: id, cells: [], also: [], stands: [], narrowed: null })),
    areas: { IDEM: "Idempotency", TIF: "Time in force" },
    rules,
    ...given,
  };
}

/** A failure whose target answers with markup and control characters. */
export const FAILED = ruleResult({
  id: "IDEM-REPLAY-01",
  result: "fail",
  detail: "another order came back",
  failure: {
    expected: "order_id 5f0c",
    actual: `order_id <b onclick="x">91aa</b> & \u001b[31mred`,
    exchanges: [
      { method: "POST", path: "/v1/orders", status: 201 },
      { method: "POST", path: "/v1/orders", status: null },
    ],
    curl: `curl -H "Authorization: Bearer $MAKER_KEY" http://127.0.0.1:9000/v1/orders`,
    session: "failures/IDEM-REPLAY-01.session.jsonl",
  },
  about: {
    fix: "Store the order's id when it is accepted, look there before admission, answer from it.",
    sentences: ["2. A replay places no second order (Endpoints, behaviour of POST /orders)"],
    accepts: [{ decision: "D-040", question: "What a replay returns", accepts: "The same <id>." }],
    source: "conformance/areas/idempotency/checks-replays.ts:126",
  },
});

/** The same failure, where the deciding request was refused with markup. */
export const REFUSED: RuleResult = {
  ...FAILED,
  failure: { ...FAILED.failure!, answered: '400 {"message":"<b>x-request-id</b> is required"}' },
};

/** A failure the baseline knows. */
export const KNOWN = ruleResult({
  id: "TIF-PO-04",
  result: "fail",
  baseline: { reason: "repricing goes with the next release", expires: "2026-03-31" },
});

/** The session of `FAILED`, whose second request was not answered. */
export const FAILED_SESSION: FailureSession = sessionOf("IDEM-REPLAY-01", [
  { body: { client_order_id: "made-by-a-key" }, answer: { order_id: "5f0c" } },
  { body: { client_order_id: "made-by-a-key" } },
]);

/** A session in which an agent sends these bodies as orders; one without an answer gets none. */
export function sessionOf(
  id: string,
  orders: readonly { body: unknown; answer?: unknown }[],
): FailureSession {
  const exchanges = orders.map(({ body, answer }, index) => ({
    n: index + 1,
    actor: "maker",
    request: { method: "POST", path: "/v1/orders", body },
    ...(answer !== undefined && { response: { status: 201, body: answer } }),
  }));
  const lines = [{ touchstone: "session/1" }, ...exchanges, { end: exchanges.length }];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return { file: `failures/${id}.session.jsonl`, text };
}

/** One rule of every result; two skips and two inconclusive rules share a reason. */
export const EVERY_RESULT: RuleResult[] = [
  ruleResult({ id: "GEN-JSON-01" }),
  FAILED,
  ruleResult({ id: "IDEM-CONC-01", result: "inconclusive", detail: "a stranger filled it" }),
  ruleResult({ id: "IDEM-CONC-02", result: "inconclusive", detail: "a stranger filled it" }),
  KNOWN,
  ruleResult({ id: "LIM-429-02", result: "warn", detail: "Retry-After is 0" }),
  ruleResult({ id: "LIM-WRITE-01", result: "skipped", detail: "needs bursts; add allow: [load]" }),
  ruleResult({ id: "MKT-LIST-01", result: "skipped", detail: "no check yet" }),
  ruleResult({ id: "MKT-LIST-02", result: "skipped", detail: "no check yet" }),
  ruleResult({ id: "REJ-COOL-01", level: "open", result: "observed", observed: { after: 5 } }),
  ruleResult({ id: "ERR-VAL-01", result: "error", detail: "TypeError: x", conditional: true }),
];

/** A finished run, each of whose rules took one check of one request and 20 ms. */
export function finishedRun(report: Report, sessions: readonly FailureSession[] = []): FinishedRun {
  const checks = report.rules.flatMap((rule) => rule.checks);
  const timings = checks.map((check) => ({ check, requests: 1, tookMs: 20 }));
  return { report, sessions, timings };
}
