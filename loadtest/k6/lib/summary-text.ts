/** The end of a run by hand, as text: outcomes and latency by endpoint. */
import { ENDPOINTS, type LoadEndpoint } from "../../plan/flows.ts";
import { OUTCOMES } from "../../plan/outcome.ts";

type Metrics = Record<string, { values: Record<string, number> }>;

/** Text of a summary. */
export function summaryText({ metrics }: { metrics: object }): string {
  const known = metrics as Metrics;
  const lines = (Object.keys(ENDPOINTS) as LoadEndpoint[]).flatMap((endpoint) => {
    const line = endpointLine(endpoint, known);
    return line === null ? [] : [line];
  });
  const dropped = known["dropped_iterations"]?.values["count"] ?? 0;
  const validity = dropped > 0 ? `INVALID: k6 dropped ${dropped} iterations` : "valid";
  return `\n${[validity, ...lines].join("\n")}\n`;
}

function endpointLine(endpoint: LoadEndpoint, metrics: Metrics): string | null {
  const counted = OUTCOMES.map((outcome) => {
    const answered = metrics[`venue_latency{endpoint:${endpoint},outcome:${outcome}}`];
    const counted = outcome === "lost" ? metrics[`venue_lost{endpoint:${endpoint}}`] : answered;
    return { outcome, count: counted?.values["count"] ?? 0 };
  }).filter(({ count }) => count > 0);
  if (counted.length === 0) return null;
  const values = metrics[`venue_latency{endpoint:${endpoint},outcome:accepted}`]?.values ?? {};
  const ms = (name: string) => `${(values[name] ?? 0).toFixed(1)} ms`;
  const outcomes = counted.map(({ outcome, count }) => `${count} ${outcome}`).join(", ");
  return `${ENDPOINTS[endpoint].padEnd(28)} ${outcomes}; p50 ${ms("p(50)")}, p99 ${ms("p(99)")}`;
}
