import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReplayFinding, ReplayReport } from "../../reports/schema/replay.ts";
import { renderReplay } from "./render.ts";

const ID = "49e6259d-07eb-4c09-847d-f1e8bc466d54";

function finding(n: number, verdict: string, parts: Partial<ReplayFinding>): ReplayFinding {
  const rest = { what: "POST /v1/orders as maker", why: "another answer", cause: null };
  return { n, verdict, differences: [], ...rest, ...parts };
}

function rendered(findings: ReplayFinding[], counts: Record<string, number>): string {
  const file = { file: "a.session.jsonl", kind: "session", title: "t", shows: [], result: "fail" };
  const said = { verdict: "different", detail: "line 2: it is", played: 9, warnings: [] };
  const report = {
    ...{ verdict: { word: "FAIL", sentence: "1 went another way" }, duration_ms: 0 },
    target: { name: "venue", url: "http://127.0.0.1:1" },
    files: [{ ...file, ...said, findings, counts, allowed: [], ignored: [] }],
  };
  return renderReplay(report as unknown as ReplayReport, { color: false });
}

test("a difference names what is missing in a line, and what else differs or follows", () => {
  const absent = ["order_id", "status", "fills"].map((at) => ({ at, recorded: 1 }));
  const differences = [{ at: "qty", recorded: 5, live: 6 }, ...absent] as never;
  const why = `HTTP 404 instead of HTTP 200; line 2 gave ${ID}, and nothing stands for it here`;
  const text = rendered(
    [
      finding(2, "different", { differences }),
      finding(5, "follows", { why, cause: 2 }),
      finding(7, "different", { why: "HTTP 503 instead of HTTP 200" }),
    ],
    { different: 3, follows: 21 },
  );
  assert.deepEqual(text.split("\n").slice(1, 11), [
    "    line 2: it is",
    "      qty",
    "      - 5",
    "      + 6",
    "      - not there: order_id, status, fills",
    "    line 7: POST /v1/orders as maker: HTTP 503 instead of HTTP 200",
    "    and 1 more that are different",
    "    21 follow from what is told above; the first:",
    `    line 5: POST /v1/orders as maker: ${why}`,
    "",
  ]);
});
