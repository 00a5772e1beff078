/** The `load` command: how much a venue can take, with k6. */
import { Command, InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "../scenarios/deployment/flags.ts";
import { compareTargets } from "./compare/run.ts";
import { emit } from "./emit/emit.ts";
import { PLANS, type PlanName } from "./plan/plans.ts";
import { type Slo, sloOf } from "./plan/slo.ts";
import { type LoadFlags, load } from "./run/load.ts";

const EXAMPLES = `
Examples:
  touchstone load                                         smoke on the embedded reference
  touchstone load --profile staging.yaml --plan average --rate 20 --slo 'place=p99<50'
  touchstone load --profile staging.yaml --plan limits    where 429 begins
  touchstone load --profile staging.yaml --session bug.session.jsonl --rate 5
  touchstone load --compare old.yaml new.yaml             the same load on both, with a noise floor
  touchstone load --profile staging.yaml --emit k8s out   manifests for the k6 operator

k6 is found through the variable K6, on the PATH, or as an image where Docker runs.

Exit codes: 0 passed; 1 failed; 2 not valid: the generator was measured, or nothing could be run.`;

/** The command as the front door lists it. */
export function loadCommand(): Command {
  return new Command("load")
    .option("--target <url>", "address of the deployment: public reads only")
    .option("--profile <file>", "YAML: address, agents, markets; see docs/guides/profile.md")
    .addOption(
      new Option("--plan <name>", "shape of the load")
        .choices(Object.keys(PLANS) as PlanName[])
        .default("smoke"),
    )
    .option("--rate <n>", "flows a second (default: the plan's)", positive)
    .option("--duration <time>", "measured time, such as 30s, 5m or 2h (default: the plan's)", time)
    .option("--slo <objective>", "such as place=p99<50, in ms; may be repeated", objective)
    .option("--session <file>", "the load is this recorded session, bound per agent")
    .option("--compare <targets...>", "two addresses or profiles: A and B, interleaved")
    .option("--emit <what...>", "write instead of run: k8s FOLDER")
    .option("--seed <n>", "repeats the choices of a run", wholeNumber, 1)
    .option("--report <dir>", "writes report.json, junit.xml, summary.md and index.html there")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: LoadFlags) => {
      process.exitCode = await commanded(flags);
    });
}

function commanded(flags: LoadFlags): Promise<number> {
  if (flags.compare !== undefined) return compareTargets(flags.compare, flags);
  return flags.emit === undefined ? load(flags) : emit(flags.emit, flags);
}

function positive(text: string): number {
  if (/^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Give flows a second, more than 0.");
}

function time(text: string): number {
  const [, digits, unit] = /^(\d{1,6}(?:\.\d+)?)(s|m|h)$/.exec(text) ?? [];
  const seconds = Number(digits) * { s: 1, m: 60, h: 3_600 }[unit ?? "s"]!;
  if (seconds >= 1) return seconds;
  throw new InvalidArgumentError("Give a time of at least 1s, such as 30s, 5m or 2h.");
}

function objective(text: string, earlier: Slo[] = []): Slo[] {
  const slo = sloOf(text);
  if (slo !== null) return [...earlier, slo];
  throw new InvalidArgumentError("Give an endpoint or flow, a percentile and ms: place=p99<50.");
}
