/** The `terminal` command: the page for people, for any venue, until it is interrupted. */
import { Command } from "commander";
import { tell } from "../../reports/render/say.ts";
import { portFrom } from "../deployment/flags.ts";
import { onInterruption } from "../deployment/interruption.ts";
import { profileOfTarget } from "../deployment/profile/profile.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { startTerminal } from "./terminal-proxy.ts";

const EXAMPLES = `
Examples:
  touchstone terminal --target https://venue.example
      then open http://127.0.0.1:9300/terminal
  touchstone serve --port 9000      has the page by itself, at http://127.0.0.1:9000/terminal

What is typed there goes to the venue and to nobody else; it listens on this machine alone.

Exit codes: 0 interrupted; 2 the port was not to be had.`;

/** The command as the front door lists it. */
export function terminalCommand(): Command {
  return new Command("terminal")
    .requiredOption("--target <url>", "address of the deployment")
    .option("--port <n>", "port to listen on, 0 for a free one", portFrom(0), 9300)
    .addHelpText("after", EXAMPLES)
    .action(terminal);
}

async function terminal({ target, port }: { target: string; port: number }): Promise<void> {
  const { baseUrl } = profileOfTarget(target);
  const proxy = await startTerminal(baseUrl, port).catch((error: Error) => {
    throw new UsageError(`cannot listen on port ${port}: ${error.message}`);
  });
  const interrupted = new Promise<void>((resolve) => {
    onInterruption(resolve);
  });
  tell(`the terminal of ${baseUrl} is at ${proxy.url}/terminal`);
  await interrupted;
  await proxy.close();
}
