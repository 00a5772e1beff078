/** What one load run is given: everything but the keys, which are in a file of their own. */
import { FLOWS, type FlowName, type LoadEndpoint, MIX } from "./flows.ts";
import { PLANS, type PlanName, stagesOf, type Threshold, warmupOf } from "./plans.ts";
import { peakOf, type RateStage, scaled, secondsOf } from "./schedule.ts";
import type { SessionLoad } from "./session-step.ts";
import type { Slo } from "./slo.ts";

/** A market to trade, with the prices flows use. Units: market price units. */
export interface LoadMarket {
  id: string;
  /** Where a bid, and an offer, rests far from the touch. */
  low: number;
  high: number;
  /** Where two agents meet. */
  cross: number;
  /** On the grid, and above the band. */
  outside: number;
}

/** One flow of a run. Units: stages as in the schedule; `vus` is how many may be under way. */
export interface FlowSettings {
  name: FlowName;
  stages: RateStage[];
  vus: number;
  /** Requests of one iteration, as limits count them. */
  cost: { writes: number; reads: number };
  markets: LoadMarket[];
}

/** Where the venue is. */
export interface LoadTarget {
  baseUrl: string;
  streamUrl: string | null;
  prefix: string;
}

/** The whole of it, as the scripts read it from a file. Units: seconds. */
export interface LoadSettings {
  target: LoadTarget;
  seed: number;
  /** Start of every client_order_id. */
  runId: string;
  plan: PlanName;
  seconds: number;
  warmupSeconds: number;
  /** Width of a step of the time series. */
  bucketSeconds: number;
  flows: FlowSettings[];
  /** Routes the read flow asks; the target offers all of them. */
  reads: LoadEndpoint[];
  /** What the session flow sends; null without one. */
  session: SessionLoad | null;
  sockets: number;
  /** What a stream's client sends first; null to say nothing. */
  subscribe: string | null;
  slos: Slo[];
  threshold: Threshold;
  /** Documented limits of one agent. */
  limits: { writesPerMinute: number; readsPerMinute: number };
}

/** What a run is made from; what is left out is the plan's. */
export interface SettingsRequest {
  target: LoadTarget;
  plan: PlanName;
  seed: number;
  runId: string;
  rate?: number;
  seconds?: number;
  flows?: readonly FlowName[];
  marketsOf?: (flow: FlowName) => LoadMarket[];
  session?: SessionLoad;
  sockets?: number;
  subscribe?: string | null;
  slos?: readonly Slo[];
  limits?: LoadSettings["limits"];
}

const BUCKETS_MAX = 120;
const DOCUMENTED = { writesPerMinute: 600, readsPerMinute: 6_000 };

/** The settings a request means, defaults filled in. */
export function settingsOf(request: SettingsRequest): LoadSettings {
  const { plan: name, flows = MIX, marketsOf = () => [] } = request;
  const plan = PLANS[name];
  const seconds = request.seconds ?? plan.seconds;
  const stages = stagesOf(plan, request.rate ?? plan.rate, seconds);
  const whole = flows.reduce((sum, flow) => sum + weightOf(flow), 0);
  return {
    target: request.target,
    seed: request.seed,
    runId: request.runId,
    plan: name,
    seconds,
    warmupSeconds: warmupOf(seconds),
    bucketSeconds: Math.max(1, Math.ceil(seconds / BUCKETS_MAX)),
    flows: flows.map((flow) => {
      const own = scaled(stages, weightOf(flow) / whole).map(perMinute);
      const cost = costOf(flow, request);
      const markets = marketsOf(flow);
      return { name: flow, stages: own, vus: vusFor(cost, own), cost, markets };
    }),
    reads: [...FLOWS.read.endpoints],
    session: request.session ?? null,
    sockets: request.sockets ?? plan.sockets,
    subscribe: request.subscribe ?? null,
    slos: [...(request.slos ?? [])],
    threshold: plan.threshold,
    limits: request.limits ?? DOCUMENTED,
  };
}

/** The same run at another rate. */
export function atRate(settings: LoadSettings, factor: number): LoadSettings {
  const flows = settings.flows.map((flow) => {
    const stages = scaled(flow.stages, factor).map(perMinute);
    return { ...flow, stages, vus: vusFor(flow.cost, stages) };
  });
  return { ...settings, flows };
}

/** The highest rate of all flows together. Units: flows a second. */
export function peakRate({ flows }: LoadSettings): number {
  return flows.reduce((sum, { stages }) => sum + peakOf(stages), 0);
}

/** Time the whole run takes, warm-up included. Units: seconds. */
export function wholeSeconds(settings: LoadSettings): number {
  return Math.max(0, ...settings.flows.map(({ stages }) => secondsOf(stages)));
}

function costOf(flow: FlowName, { session }: SettingsRequest): FlowSettings["cost"] {
  const { writes, reads } = FLOWS[flow];
  return flow === "session" && session !== undefined ? session.cost : { writes, reads };
}

/** A session has no share in the mix: alone it gets the whole rate. */
function weightOf(flow: FlowName): number {
  return FLOWS[flow].weight || 1;
}

/** k6 takes whole starts a minute; the schedule has to be the one k6 keeps. */
function perMinute({ seconds, from, to }: RateStage): RateStage {
  const whole = (rate: number) => Math.max(1, Math.round(rate * 60)) / 60;
  return { seconds, from: whole(from), to: whole(to) };
}

/** How long a request may take before it is lost. Units: milliseconds. */
export const REQUEST_MS_MAX = 10_000;

const HELD_SECONDS = 4;
const VUS_CHEAP = 40;
const VUS_MAX = 600;

/** Enough for every request to be held to its timeout where that is cheap, else for a few seconds. */
function vusFor({ writes, reads }: FlowSettings["cost"], stages: readonly RateStage[]): number {
  const calls = Math.max(writes + reads, 1);
  const peak = peakOf(stages);
  const patient = Math.ceil((peak * calls * REQUEST_MS_MAX) / 1_000) + 2;
  const usual = Math.ceil(peak * HELD_SECONDS) + 2;
  return Math.min(patient, Math.max(usual, VUS_CHEAP), VUS_MAX);
}
