/** The front door: lists the commands; each command lives with its subject. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { conformCommand } from "./conformance/conform.ts";
import { profileCommand } from "./conformance/draft-profile.ts";
import { UsageError } from "./conformance/usage-error.ts";
import { loadCommand } from "./loadtest/load.ts";
import { serveCommand } from "./reference/serve.ts";
import { storeCommand } from "./reference/store/store-command.ts";
import { reportCommand } from "./reports/report.ts";
import { recordCommand } from "./scenarios/record/record.ts";
import { replayCommand } from "./scenarios/replay/command.ts";
import { sessionCommand } from "./scenarios/session/command.ts";
import { simulateCommand } from "./scenarios/simulation/command.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  version: string;
};

const program = new Command("touchstone")
  .description("Proves trading venues: every rule of the spec, against any deployment by URL.")
  .version(version)
  .addCommand(conformCommand())
  .addCommand(profileCommand())
  .addCommand(serveCommand())
  .addCommand(storeCommand())
  .addCommand(recordCommand())
  .addCommand(simulateCommand())
  .addCommand(replayCommand())
  .addCommand(sessionCommand())
  .addCommand(loadCommand())
  .addCommand(reportCommand())
  .addHelpText(
    "after",
    "\nStart here:\n  touchstone conform      proves the embedded reference venue",
  );

const verbs = program.commands.flatMap(({ commands }) => commands);
for (const command of [program, ...program.commands, ...verbs]) {
  command.exitOverride().showHelpAfterError("(add --help for usage and examples)");
}

// A reader that has seen enough (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Help and version are no error; anything the user can mend is one line and exit code 2. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    console.error(`touchstone: ${error.message}`);
    return 2;
  }
  console.error("touchstone: unexpected error; please report it with what follows");
  console.error(error);
  return 2;
}
