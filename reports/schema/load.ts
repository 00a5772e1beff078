/** The result of a load run: its validity first, then its verdict, then what was measured. */
import Type from "typebox";
import { count, runFields, text } from "./run.ts";

const number = (description: string) => Type.Number({ description });
const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

const Percentiles = Type.Object(
  {
    count: count("how many were timed"),
    min: number("milliseconds, like all of these"),
    p10: Type.Number(),
    p25: Type.Number(),
    p50: Type.Number(),
    p75: Type.Number(),
    p90: Type.Number(),
    p95: Type.Number(),
    p99: Type.Number(),
    p99_9: Type.Number(),
    p99_99: Type.Number(),
    max: Type.Number(),
  },
  { description: "the spectrum of a latency" },
);

const Outcomes = Type.Object(
  {
    accepted: count("done"),
    declined: count("the engine's no: REJECTED, with a reason"),
    limited: count("429"),
    refused: count("any other 4xx"),
    unavailable: count("5xx"),
    lost: count("no answer: timeout, reset, refused connection"),
    malformed: count("an answer no client can read"),
  },
  { description: "requests by what became of them; disjoint" },
);

const FlowResult = Type.Object({
  name: text("flow"),
  offered: count("iterations the schedule asked for, warm-up excluded"),
  achieved: count("iterations that started"),
  dropped: count("iterations that nobody was free to start"),
  error_share: number("share of its requests that are errors"),
  latency_from_schedule: Type.Union([Percentiles, Type.Null()], {
    description: "first request of an iteration, from the moment it was meant to start",
  }),
});

const EndpointResult = Type.Object({
  name: text("short name, as objectives use it"),
  route: text("method and path"),
  requests: count("how many were sent"),
  outcomes: Outcomes,
  latency: Type.Record(Type.String(), Percentiles, { description: "by outcome" }),
});

const Step = Type.Object({
  at: number("seconds since the end of the warm-up"),
  offered: number("iterations a second that the schedule asked for"),
  outcomes: Outcomes,
  p50: maybe("milliseconds"),
  p99: maybe("milliseconds"),
});

const Judgement = Type.Object({
  subject: text("what was judged"),
  expected: text("what had to hold"),
  actual: text("what was seen"),
  passed: Type.Boolean(),
});

const LimitResult = Type.Object({
  class: Type.Enum(["write", "read"]),
  documented: count("requests per 60 s of one agent"),
  passed: count("requests that passed before the first 429"),
  span_ms: number("time in which they were sent"),
  limited: Type.Boolean({ description: "a 429 came" }),
  coded: Type.Boolean({ description: "with code RATE_LIMITED, flat or nested" }),
  retry_after_s: maybe("what the 429 told; null when it told nothing"),
  recovered_late_ms: maybe("first success after that wait; null when none came"),
  passed_again: count("of ten sent at once after it"),
  strange: count("answers that were neither a success nor a 429"),
});

/** The TypeBox schema of report.json of a load run. */
export const LoadReportSchema = Type.Object({
  ...runFields("load"),
  verdict: Type.Object({
    word: Type.Enum(["PASS", "FAIL", "INVALID"]),
    sentence: text("why, in one line"),
  }),
  validity: Type.Object({
    valid: Type.Boolean({ description: "false: the generator was measured, not the venue" }),
    reasons: Type.Array(Type.String()),
    dropped: count("iterations that nobody was free to start"),
    schedule_lag: Type.Union([Percentiles, Type.Null()], {
      description: "how late the generator itself was",
    }),
  }),
  judged: Type.Array(Judgement, { description: "what the plan and the objectives demand" }),
  plan: Type.Object({
    name: text("plan"),
    purpose: text("what it is for"),
    seconds: number("measured time"),
    warmup_seconds: number("time before it"),
    rate_peak: number("highest rate of all flows together, iterations a second"),
    streams: count("streams held open"),
    agents: count("agents the requests were spread over"),
    objectives: Type.Array(Type.String()),
  }),
  notes: Type.Array(Type.String(), { description: "what was lowered or left out, and why" }),
  generator: Type.Object({
    k6: text("version"),
    from: text("where it was found"),
    vus: count("iterations that can be under way at once"),
    cores: count("of the machine"),
    cpu_share: maybe("of all cores, used by k6; null where that cannot be told"),
    load_average: maybe("of one minute, at the end"),
    platform: text("operating system and architecture"),
  }),
  totals: Outcomes,
  flows: Type.Array(FlowResult),
  endpoints: Type.Array(EndpointResult),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: "declines and refusals" }),
  series: Type.Object({ step_seconds: Type.Number(), steps: Type.Array(Step) }),
  stream: Type.Union([
    Type.Null(),
    Type.Object({
      frames: count("frames received"),
      closed: count("sockets that closed by themselves"),
      connect: Type.Union([Percentiles, Type.Null()]),
      first_frame: Type.Union([Percentiles, Type.Null()]),
      order_to_frame: Type.Union([Percentiles, Type.Null()], {
        description: "from sending an order to the frame that names it",
      }),
    }),
  ]),
  limits: Type.Array(LimitResult, { description: "of the limits plan" }),
  first_limited_s: maybe("second of the run in which the first 429 came"),
  breakpoint: Type.Union([
    Type.Null(),
    Type.Object({
      rate: number("highest offered rate within the objective, iterations a second"),
      requests_per_second: number("answered at that rate"),
      ended_by: text("what went wrong above it; (nothing) when the plan's end came first"),
    }),
  ]),
});

/** A load run against one target. */
export type LoadReport = Type.Static<typeof LoadReportSchema>;

/** The spectrum of one latency. Units: milliseconds. */
export type LoadPercentiles = Type.Static<typeof Percentiles>;

/** Requests by what became of them. */
export type LoadOutcomes = Type.Static<typeof Outcomes>;

/** One thing a run was held to, and whether it kept it. */
export type LoadJudgement = LoadReport["judged"][number];
