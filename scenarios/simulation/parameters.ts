/** Everything a seed decides before a run starts, so that it can be printed and repeated. */
import { FAULT_NAMES, FAULTS, type FaultName, type FaultRates } from "./faults.ts";
import { Random } from "./random.ts";
import { STRATEGY_NAMES, type StrategyName } from "./strategies/index.ts";

/** On which level a run drives the venue. */
export type Tier = "core" | "http";

/** Units are in the names; shares are of 1. */
export interface Parameters {
  seed: number;
  tier: Tier;
  agents: number;
  /** Commands after which the faults are healed. */
  steps: number;
  /** Relative numbers of agents of each strategy; reports know it under this name. */
  temperaments: Partial<Record<StrategyName, number>>;
  faults: FaultRates;
  latencyMs: readonly [low: number, high: number];
  thinkMs: readonly [low: number, high: number];
  commitMs: number;
  cashCents: number;
  /** Markets of each kind. */
  markets: { BTC_BINARY: number; BTC_PERP: number; BTC_PARLAY: number };
  /** Share of orders with a client order id, and of those the share from a set of few. */
  clientIdShare: number;
  hotIdShare: number;
  /** Share of orders with a freshness stamp. */
  stampShare: number;
  /** Share of prices and quantities at the ends of what is allowed, and past them. */
  extremeShare: number;
  /** Seconds between what operators do to markets. */
  operatorSeconds: number;
}

/** What the command line may decide instead of the seed. */
export interface Overrides {
  tier?: Tier;
  agents?: number;
  steps?: number;
  faults?: readonly FaultName[];
}

const DEFAULT_STEPS = 2_000;
const AGENTS_MAX = 24;

/** Draws a simulation: a subset of strategies and faults, each with a weight of its own. */
export function drawParameters(seed: number, overrides: Overrides = {}): Parameters {
  const random = new Random(seed, "parameters");
  // Streams of chance keep the names they once had: a seed means what it meant.
  const strategies = random.fork("temperaments").some(STRATEGY_NAMES);
  const faults = random.fork("faults");
  const [fast, slow] = random.pick([
    [0, 2],
    [1, 50],
    [20, 500],
  ] as const);
  return {
    seed,
    tier: overrides.tier ?? "core",
    agents: overrides.agents ?? random.between(2, AGENTS_MAX),
    steps: overrides.steps ?? DEFAULT_STEPS,
    temperaments: weights(random.fork("weights"), strategies),
    faults: drawRates(faults, overrides.faults ?? faults.some([...FAULT_NAMES, "none"])),
    latencyMs: [fast, slow],
    thinkMs: random.pick([
      [1, 20],
      [10, 300],
      [100, 2_000],
    ] as const),
    commitMs: random.pick([0, 1, 5, 50]),
    cashCents: random.pick([20_000, 1_000_000, 1_000_000, 1_000_000_000]),
    markets: {
      BTC_BINARY: random.between(1, 3),
      BTC_PERP: random.between(0, 2),
      BTC_PARLAY: random.between(0, 1),
    },
    clientIdShare: random.pick([0, 0.3, 0.9]),
    hotIdShare: random.pick([0, 0.1, 0.5]),
    stampShare: random.pick([0, 0.2]),
    extremeShare: random.pick([0, 0.02, 0.2]),
    operatorSeconds: random.pick([1, 10, 60]),
  };
}

/** The parameters in lines of text: what is printed before a run. */
export function describe(parameters: Parameters): string[] {
  return Object.entries(parameters).map(([name, value]) => {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `  ${name.padEnd(16)} ${text.replaceAll('"', "").replaceAll(",", ", ")}`;
  });
}

function weights<T extends string>(random: Random, names: readonly T[]): Record<T, number> {
  const drawn = names.map((name) => [name, random.between(1, 100)] as const);
  return Object.fromEntries(drawn) as Record<T, number>;
}

function drawRates(random: Random, names: readonly (FaultName | "none")[]): FaultRates {
  const rates: FaultRates = {};
  for (const name of names) {
    if (name !== "none") rates[name] = Math.round(FAULTS[name].most * random.between(5, 100)) / 100;
  }
  return rates;
}
