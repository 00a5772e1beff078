/** Where in the run this iteration is: its place in the schedule, its lag, its step of the series. */
import exec from "k6/execution";
import type { FlowName } from "../../plan/flows.ts";
import { startOf } from "../../plan/schedule.ts";
import { lag } from "./metrics.ts";
import { settings } from "./settings.ts";

/** One iteration of a flow. Units: milliseconds. */
export interface IterationTime {
  flow: FlowName;
  /** Which iteration of this instance it is: agents and markets hang on it. */
  turn: number;
  /** Which of the whole test: names and choices hang on it. */
  index: number;
  /** When its flow began, epoch. */
  startedMs: number;
  /** When it was meant to start, epoch. */
  intendedMs: number;
  /** False while the target warms up: nothing is counted. */
  measured: boolean;
  /** Whether a request of it was timed from the schedule already. */
  timed: boolean;
}

const stagesByFlow = new Map(settings.flows.map(({ name, stages }) => [name, stages]));

/** Looks anew at each read, so this VU asks k6 for it once. */
let scenario: typeof exec.scenario | undefined;

/** When flows began: each read of k6's own takes as long as a metric. */
const starts: Partial<Record<FlowName, number>> = {};

/** Of several instances each counts its own iterations besides those of the test. */
const isSegmented = Boolean(__ENV["SEGMENTED"]);

const { warmupSeconds, bucketSeconds } = settings;
const LAST_BUCKET = Math.ceil(settings.seconds / bucketSeconds) - 1;

/** Called first in every iteration. */
export function moment(flow: FlowName): IterationTime {
  scenario ??= exec.scenario;
  const index = scenario.iterationInTest;
  const turn = isSegmented ? scenario.iterationInInstance : index;
  starts[flow] ??= scenario.startTime;
  const startedMs = starts[flow];
  const atSeconds = startOf(stagesByFlow.get(flow) ?? [], index) ?? 0;
  const intendedMs = startedMs + atSeconds * 1_000;
  const measured = atSeconds >= warmupSeconds;
  if (measured) lag.add(Math.max(Date.now() - intendedMs, 0), { flow });
  return { flow, turn, index, startedMs, intendedMs, measured, timed: false };
}

/** The step of the time series that a time lies in. */
export function bucketOf(atMs: number, startedMs: number): string {
  const seconds = (atMs - startedMs) / 1_000 - warmupSeconds;
  return String(Math.min(Math.max(Math.floor(seconds / bucketSeconds), 0), LAST_BUCKET));
}
