/** The `conform` command: proves a deployment rule by rule. */
import { Command, InvalidArgumentError, Option } from "commander";
import { listed, portFrom, wholeNumber } from "../scenarios/deployment/flags.ts";
import { EFFORTS } from "./run/cell-plan.ts";
import { conform } from "./run/conform.ts";
import { FAIL_ON } from "./run/demands.ts";

const EXAMPLES = `
Examples:
  touchstone conform                                  prove the embedded reference: see what a report looks like
  touchstone conform --target http://127.0.0.1:9000   any deployment, by what needs no key; tries sign-ups
  touchstone conform --profile staging.yaml           every rule the profile's agents and markets allow
  touchstone conform --profile staging.yaml --plan    what would be sent, and how long it takes; sends nothing
  touchstone conform --image my-venue:dev --env LOG=info --port 8080
  touchstone conform --only 'TIF-*' --only 'IDEM-*'   two areas alone
  touchstone conform --profile ci.yaml --baseline known-failures.yaml --report out
  touchstone conform --effort full                    every pair of kind, side, position and the like
  touchstone conform --list --only 'REJ-*'            rules and their checks

Exit codes: 0 no rule failed (PASS, PARTIAL); 1 one did, the baseline is stale, or --min-shown or --fail-on is
not met; 2 nothing could be judged, the run ended early, or the harness went wrong.`;

/** The command as the front door lists it. */
export function conformCommand(): Command {
  return new Command("conform")
    .option(
      "--target <url>",
      "address of the deployment: what needs no key; tries sign-ups and logins",
    )
    .option("--profile <file>", "YAML: address, agents, markets; see docs/guides/profile.md")
    .option("--image <name>", "container image to start for the run; with --profile for agents")
    .option("--env <name=value>", "environment of the image; may be repeated", listed)
    .option("--port <n>", "port the image listens on (default: 9000)", portFrom(1))
    .option("--only <glob>", "rule ids to run; may be repeated", listed)
    .option("--skip <glob>", "rule ids to leave out; may be repeated", listed)
    .option(
      "--seed <n>",
      "draws cells and conditions; repeats a run on the embedded reference",
      wholeNumber,
      1,
    )
    .option("--report <dir>", "writes report.json, junit.xml, summary.md, index.html and failures/")
    .option("--baseline <file>", "YAML: known failures with reason and expiry")
    .addOption(
      new Option(
        "--effort <much>",
        "how many cells of each rule (default: quick on the embedded reference, else standard)",
      ).choices(EFFORTS),
    )
    .option(
      "--min-shown <percent>",
      "exit code 1 when less of what the profile promises is shown",
      percent,
    )
    .addOption(
      new Option("--fail-on <result>", "exit code 1 when a rule came to it").choices(FAIL_ON),
    )
    .option("--verbose", "print everything, however long")
    .option("--no-narrow", "leave open where failures begin and end")
    .option("--list", "print rules and checks, send nothing")
    .option("--plan", "print what would be sent and how long it would take, send nothing")
    .addHelpText("after", EXAMPLES)
    .action(async (options) => {
      process.exitCode = await conform({ only: [], skip: [], ...options });
    });
}

function percent(value: string): number {
  if (/^\d+$/.test(value) && Number(value) <= 100) return Number(value);
  throw new InvalidArgumentError("give a whole number from 0 to 100");
}
