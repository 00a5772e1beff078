/** The `session` command: what people do with session files. */
import { Command } from "commander";
import { exportCommand, importCommand } from "./har/commands.ts";
import { scenarioOf } from "./scenario/from-session.ts";
import { anonymised } from "./session/anonymise.ts";
import { checked } from "./session/check.ts";
import { shown } from "./session/show.ts";

const EXAMPLES = `
Examples:
  touchstone session show monday.session.jsonl            one legible line an exchange
  touchstone session check monday.session.jsonl           is it whole, and free of secrets?
  touchstone session anonymise monday.session.jsonl > public.session.jsonl
  touchstone session to-scenario monday.session.jsonl > scenario.yaml
  touchstone session import browser.har --actor zoe`;

/** The command as the front door lists it. */
export function sessionCommand(): Command {
  const command = new Command("session").addHelpText("after", EXAMPLES);
  const verb = (name: string, description: string, run: (file: string) => Promise<number>) =>
    command.addCommand(
      new Command(name)
        .description(description)
        .argument("<file>", "a .session.jsonl file")
        .action(async (file: string) => {
          process.exitCode = await run(file);
        }),
    );
  verb("show", "print one line for each line of the session", shown);
  verb("check", "say whether it is whole and holds no secret; exit code 1 if not", checked);
  verb("anonymise", "print it with other ids, names and client ids", anonymised);
  verb("to-scenario", "print it as a scenario in YAML, to be finished by hand", scenarioOf);
  return command.addCommand(importCommand()).addCommand(exportCommand());
}
