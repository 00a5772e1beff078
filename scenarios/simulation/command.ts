/** The `simulate` command: looks for the bug nobody wrote a test for. */
import { Command, InvalidArgumentError, Option } from "commander";
import { UsageError } from "../deployment/usage-error.ts";
import { emitJobs } from "./emit.ts";
import { FAULT_NAMES, FAULTS, type FaultName } from "./faults.ts";
import { merge } from "./merge.ts";
import type { Overrides, Tier } from "./parameters.ts";
import { simulate } from "./run-seeds.ts";

const EXAMPLES = `
Examples:
  touchstone simulate                          one simulation, from a fresh seed
  touchstone simulate --seeds 1..200           two hundred, and what they covered
  touchstone simulate --seed 7 --faults crash,torn-record
  touchstone simulate --tier http              the same over HTTP, without sockets
  touchstone simulate --seed $(git rev-parse HEAD)
  touchstone simulate --seeds 1..100000 --emit github .    as jobs for many machines
  touchstone simulate merge parts/* --report out           their reports as one

Faults:
${FAULT_NAMES.map((name) => `  ${name.padEnd(16)} ${FAULTS[name].says}`).join("\n")}

Exit codes: 0 every law held; 1 one was broken; 2 nothing could be run.`;

/** What a workflow or a cluster runs at once without being asked. */
const JOBS = 10;

interface SimulateFlags {
  seed?: string;
  seeds?: string;
  agents?: number;
  steps?: number;
  faults?: FaultName[];
  tier?: Tier;
  report?: string;
  emit?: string[];
  jobs: number;
}

/** The command as the front door lists it. */
export function simulateCommand(): Command {
  return new Command("simulate")
    .option("--seed <n>", "one simulation; a commit hash is a seed too")
    .option("--seeds <a..b>", "many simulations, a seed each")
    .option("--agents <n>", "agents of each simulation; default drawn from the seed", count)
    .option("--steps <n>", "commands before faults are healed; default 2000", count)
    .option("--faults <list>", "what may go wrong, by name; none for nothing", faultList)
    .addOption(new Option("--tier <tier>", "what is driven").choices(["core", "http"]))
    .option("--report <dir>", "writes report.json, junit.xml, summary.md, index.html and failures/")
    .option("--emit <kind-and-dir...>", "writes jobs for many machines: github DIR, or k8s DIR")
    .option("--jobs <n>", "into how many parts --emit divides the seeds", count, JOBS)
    .addHelpText("after", EXAMPLES)
    .addCommand(mergeCommand())
    .action(async (flags: SimulateFlags) => {
      const asked = { ...seedsOf(flags), ...overridesOf(flags) };
      process.exitCode =
        flags.emit === undefined
          ? await simulate({ ...asked, ...reportOf(flags) })
          : await emitJobs(flags.emit, { ...asked, jobs: flags.jobs });
    });
}

function mergeCommand(): Command {
  return new Command("merge")
    .description("puts the reports of parts of a range of seeds together")
    .argument("<dir...>", "what --report wrote, a folder for each part")
    .option("--report <dir>", "writes the whole there")
    .action(async (dirs: string[], _: unknown, command: Command) => {
      const { report } = command.optsWithGlobals<{ report?: string }>();
      process.exitCode = await merge(dirs, report);
    });
}

function seedsOf({ seed, seeds }: SimulateFlags): { first: number; last: number } {
  if (seed !== undefined && seeds !== undefined) {
    throw new UsageError("give --seed or --seeds, not both");
  }
  if (seeds !== undefined) return parseSeeds(seeds);
  const one = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : parseSeed(seed);
  return { first: one, last: one };
}

function overridesOf({ agents, steps, faults, tier }: SimulateFlags): { overrides: Overrides } {
  return {
    overrides: {
      ...(agents !== undefined && { agents }),
      ...(steps !== undefined && { steps }),
      ...(faults !== undefined && { faults }),
      ...(tier !== undefined && { tier }),
    },
  };
}

const reportOf = ({ report }: SimulateFlags) => (report === undefined ? {} : { report });

function count(value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("give a whole number from 1 to 9999999");
}

function faultList(value: string): FaultName[] {
  if (value === "none") return [];
  const names = value.split(",");
  const unknown = names.find((name) => !Object.hasOwn(FAULTS, name));
  if (unknown === undefined) return names as FaultName[];
  throw new InvalidArgumentError(`no fault is called ${unknown}; see --help`);
}

/** Hex digits of a commit hash that make a seed: 52 bits, the most that a number holds exactly. */
const HASH_DIGITS = 13;

/** A seed. Shape: 0 to 2^53 - 1. Errors: UsageError. */
export function parseSeed(text: string): number {
  if (/^[0-9a-f]{40}$/i.test(text)) return Number.parseInt(text.slice(0, HASH_DIGITS), 16);
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(seed)) return seed;
  throw new UsageError(`--seed takes a whole number or the 40 digits of a commit, not ${text}`);
}

/** Both ends included. Errors: UsageError. */
export function parseSeeds(text: string): { first: number; last: number } {
  const [, first = "", last = ""] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? [];
  if (first !== "" && Number(first) <= Number(last)) {
    return { first: Number(first), last: Number(last) };
  }
  throw new UsageError(`--seeds takes a range such as 1..200, not ${text}`);
}
