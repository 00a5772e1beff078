/**
 * The least a k6 script can do: what the flows' own work is measured against. `STEPS` are the requests
 * of an iteration; with `RECORD` each answer is read and its latency kept; with `STREAM_URL` frames are
 * received instead.
 */
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";
import type { Scenario } from "k6/options";
import { setTimeout } from "k6/timers";
import { WebSocket } from "k6/websockets";

const vus = Number(__ENV["VUS"]);
const seconds = Number(__ENV["SECONDS"]);
const streamUrl = __ENV["STREAM_URL"];

const arrivals: Scenario = {
  executor: "constant-arrival-rate",
  rate: Number(__ENV["RATE"]),
  timeUnit: "1s",
  duration: `${seconds}s`,
  preAllocatedVUs: vus,
};
const sockets: Scenario = { executor: "per-vu-iterations", exec: "stream", vus, iterations: 1 };

export const options = { scenarios: { least: streamUrl ? sockets : arrivals } };

/** As the read flow: one small read with a key. */
const READ = '[["GET", "/v1/markets", null]]';
const steps: [method: string, path: string, body: string | null][] = JSON.parse(
  __ENV["STEPS"] ?? READ,
);
const isRecording = __ENV["RECORD"] !== undefined;
const params = { headers: { Authorization: "Bearer x", "Content-Type": "application/json" } };
const latency = new Trend("latency", true);
const tags = { flow: "least", endpoint: "least", outcome: "accepted" };
const frames = new Counter("frames");

export default function least(): void {
  for (const [method, path, body] of steps) {
    const { body: text, timings } = http.request(method, __ENV["BASE_URL"] + path, body, params);
    if (!isRecording) continue;
    JSON.parse(String(text));
    latency.add(timings.duration, tags);
  }
}

/** Every frame is counted. */
export function stream(): void {
  const socket = new WebSocket(`${streamUrl}/stream`);
  socket.onmessage = () => frames.add(1);
  setTimeout(() => socket.close(), seconds * 1_000);
}
