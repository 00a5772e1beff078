/** The `replay` command: makes recorded sessions and written scenarios happen on a target. */
import { Command, InvalidArgumentError } from "commander";
import { listed, wholeNumber } from "../deployment/flags.ts";
import type { IsRule } from "../scenario/read.ts";
import { placeIn, type SessionPlace } from "./cut.ts";
import { runReplay } from "./run.ts";

const EXAMPLES = `
Examples:
  touchstone replay out/failures/TIF-IOC-01.session.jsonl     on a fresh embedded reference
  touchstone replay monday.session.jsonl --profile staging.yaml
  touchstone replay scenarios/library --profile staging.yaml  the scenarios of a folder
  touchstone replay ours.session.jsonl --profile staging.yaml --allow-control
  touchstone replay monday.session.jsonl --strict             equal to the byte, on the reference
  touchstone replay monday.session.jsonl --from 5m --until 6m --actor maker
  touchstone replay monday.session.jsonl --learn noise.yaml   proposes what not to compare

Exit codes: 0 everything went as recorded, or legally otherwise; 1 something did not; 2 nothing
could be played.`;

/** The command as the front door lists it; `isRule` knows the ids that a scenario may show. */
export function replayCommand(isRule: IsRule): Command {
  return new Command("replay")
    .argument("<file...>", "sessions (.session.jsonl), scenarios (.yaml), or folders of them")
    .option("--target <url>", "address of the deployment: no agents, public routes only")
    .option("--profile <file>", "YAML: address, agents, markets; see docs/guides/profile.md")
    .option(
      "--allow-control",
      "let files act as the operator of the deployment; undone afterwards, where it can be",
    )
    .option("--strict", "demand equality to the byte, on the embedded reference")
    .option("--speed <x>", "times the recorded pace, or max", speed, "max")
    .option("--seed <n>", "of the embedded reference, where a session names none", wholeNumber, 1)
    .option("--from <place>", "line number or offset (90s, 5m): compares from there on", place)
    .option("--until <place>", "line number or offset: plays nothing after it", place)
    .option("--actor <name>", "compares what this one did; may be repeated", listed)
    .option("--market <id>", "plays what is about this market; may be repeated", listed)
    .option("--ignore <file>", "YAML: places that are not compared")
    .option("--learn <file>", "replay twice, write the places that differ by themselves there")
    .option("--report <dir>", "writes report.json, junit.xml, summary.md, index.html and failures/")
    .addHelpText("after", EXAMPLES)
    .action(async (files: string[], flags) => {
      process.exitCode = await runReplay(files, { ...flags, isRule });
    });
}

function speed(value: string): number | "max" {
  const times = Number(value);
  if (value === "max" || (times > 0 && Number.isFinite(times))) {
    return value === "max" ? "max" : times;
  }
  throw new InvalidArgumentError("give a number above 0, or max");
}

function place(value: string): SessionPlace {
  const found = placeIn(value);
  if (found !== null) return found;
  throw new InvalidArgumentError("give a line number, or an offset such as 250ms, 90s, 5m, 1h");
}
