/** The front door: lists the commands; each command lives with its subject. */
import { Command, CommanderError } from "commander";
import { UsageError } from "./conformance/usage-error.ts";
import { TOOL } from "./reports/tool.ts";

/** Loaded when they are asked for: all together take longer to load than most take to run. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  conform: async () => (await import("./conformance/conform.ts")).conformCommand(),
  profile: async () => (await import("./conformance/draft-profile.ts")).profileCommand(),
  serve: async () => (await import("./reference/serve.ts")).serveCommand(),
  store: async () => (await import("./reference/store/store-command.ts")).storeCommand(),
  record: async () => (await import("./scenarios/record/record.ts")).recordCommand(),
  simulate: async () => (await import("./scenarios/simulation/command.ts")).simulateCommand(),
  replay: async () => (await import("./scenarios/replay/command.ts")).replayCommand(),
  session: async () => (await import("./scenarios/session/command.ts")).sessionCommand(),
  load: async () => (await import("./loadtest/load.ts")).loadCommand(),
  report: async () => (await import("./reports/report.ts")).reportCommand(),
};

const program = new Command("touchstone")
  .description("Proves trading venues: every rule of the spec, against any deployment by URL.")
  .version(TOOL.version)
  .addHelpText(
    "after",
    "\nStart here:\n  touchstone conform      proves the embedded reference venue",
  );

const asked = COMMANDS[process.argv[2] ?? ""];
for (const load of asked === undefined ? Object.values(COMMANDS) : [asked]) {
  program.addCommand(await load());
}
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
