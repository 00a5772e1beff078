/** The front door: lists the commands; each command lives with its subject. */
import { Command, CommanderError } from "commander";
import { tell, tellUnforeseen } from "./reports/render/say.ts";
import { TOOL } from "./reports/schema/tool.ts";
import { refuseMissing } from "./scenarios/deployment/optional-package.ts";
import { UsageError } from "./scenarios/deployment/usage-error.ts";

interface Offered {
  does: string;
  load(): Promise<Command>;
}

/** Loaded when they are asked for: all together take longer to load than most take to run. */
const COMMANDS: Record<string, Offered> = {
  conform: {
    does: "prove a deployment rule by rule; without a target, the embedded reference",
    load: async () => (await import("./conformance/conform.ts")).conformCommand(),
  },
  explain: {
    does: "explain a rule: what it asks, what is accepted, how to mend a venue",
    load: async () => (await import("./conformance/explain.ts")).explainCommand(),
  },
  profile: {
    does: "draft a profile of a deployment, filled in with what could be discovered",
    load: async () => (await import("./conformance/draft-profile.ts")).profileCommand(),
  },
  serve: {
    does: "run the reference venue until it is interrupted",
    load: async () => (await import("./reference/serve.ts")).serveCommand(),
  },
  store: {
    does: "look into a venue's store, verify or move it",
    load: async () => (await import("./reference/store/store-command.ts")).storeCommand(),
  },
  record: {
    does: "record what clients and a deployment say to each other, through a proxy",
    load: async () => (await import("./scenarios/record/record.ts")).recordCommand(),
  },
  simulate: {
    does: "simulate many agents and faults on the reference, from a seed",
    load: async () => (await import("./scenarios/simulation/command.ts")).simulateCommand(),
  },
  replay: {
    does: "play sessions and scenarios again and compare; without a target, on the reference",
    load: async () => {
      const { isRule } = await import("./conformance/catalogue/rules.ts");
      return (await import("./scenarios/replay/command.ts")).replayCommand(isRule);
    },
  },
  session: {
    does: "look at, check and convert recorded sessions",
    load: async () => (await import("./scenarios/session-command.ts")).sessionCommand(),
  },
  load: {
    does: "load a deployment with k6; without a target, the embedded reference",
    load: async () => (await import("./loadtest/load.ts")).loadCommand(),
  },
  undo: {
    does: "put back what an interrupted run has left at a deployment",
    load: async () => (await import("./scenarios/undo.ts")).undoCommand(),
  },
  bridge: {
    does: "the venue and the harness as tools for agents (Model Context Protocol)",
    load: async () => (await import("./conformance/bridge/bridge-command.ts")).bridgeCommand(),
  },
  terminal: {
    does: "the venue's page for people, for any venue",
    load: async () => (await import("./scenarios/terminal/terminal-command.ts")).terminalCommand(),
  },
  report: {
    does: "one page from several finished runs: deployments side by side",
    load: async () => (await import("./reports/report.ts")).reportCommand(),
  },
  completion: {
    does: "print tab completion for bash, zsh or fish",
    load: async () => (await import("./conformance/completion.ts")).completionCommand(),
  },
};

const program = new Command("touchstone")
  .description("Proves trading venues: every rule of the spec, against any deployment by URL.")
  .version(TOOL.version)
  .addHelpText(
    "after",
    "\nStart here:\n  touchstone conform            proves the embedded reference venue" +
      "\n  touchstone explain RULE       says why a rule failed, and how to mend a venue",
  );

const [first, second] = process.argv.slice(2);
const asked = first === "help" ? second : first;
for (const [name, { does, load }] of Object.entries(COMMANDS)) {
  const isWanted = name === asked || asked === "completion";
  const command = isWanted ? await load() : new Command(name);
  program.addCommand(command.description(does));
}
const verbs = program.commands.flatMap(({ commands }) => commands);
for (const command of [program, ...program.commands, ...verbs]) {
  command.exitOverride().showHelpAfterError("(add --help for usage and examples)");
  if (command.options.some(({ long }) => long === "--target")) offerTlsCa(command);
}

// A reader that has seen enough (`| head`) is no error, nor is a terminal that was closed.
const GONE = ["EPIPE", "EIO"];
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!GONE.includes(error.code ?? "")) throw error;
  });
}

try {
  await parsed().catch(refuseMissing);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Who asks for help with a word that is no command is told that first. */
function parsed(): Promise<Command> {
  const isWord = asked !== undefined && !asked.startsWith("-") && asked !== "help";
  if (!isWord || Object.hasOwn(COMMANDS, asked)) return program.parseAsync();
  return program.parseAsync([asked], { from: "user" });
}

/** To each command that talks to a target. */
function offerTlsCa(command: Command): void {
  command.option("--tls-ca <file>", "PEM: the authority that signed the target's certificate");
  command.hook("preAction", async () => {
    const { tlsCa: file } = command.opts();
    if (file === undefined) return;
    const { trust } = await import("./scenarios/deployment/wire/trust.ts");
    trust(file, "--tls-ca");
  });
}

/** Help and version are no error; anything the user can mend is one line and exit code 2. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    tell(`touchstone: ${error.message}`);
    return 2;
  }
  tell("touchstone: unexpected error; please report it with what follows");
  tellUnforeseen(error);
  return 2;
}
