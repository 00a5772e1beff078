/** The project's command line in a process of its own, as users start it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** What a command printed, on both channels, and the code it ended with. */
export async function touchstone(...args: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1" };
  const run = spawn(process.execPath, ["touchstone.mjs", ...args], { env, stdio: "pipe" });
  const said = { stdout: "", stderr: "" };
  for (const channel of ["stdout", "stderr"] as const) {
    run[channel].setEncoding("utf8").on("data", (text) => (said[channel] += text));
  }
  const [code] = await once(run, "close");
  return `${said.stdout}${said.stderr}exit code ${code}\n`;
}

/** Serves a reference while `act` talks to it. Errors: throws when it does not start. */
export async function served(args: string[], act: (url: string) => Promise<void>): Promise<void> {
  const command = ["touchstone.mjs", "serve", "--port", "0", ...args];
  const venue = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await act(await addressOf(venue.stdout));
  } finally {
    venue.kill("SIGINT");
    if (venue.exitCode === null) await once(venue, "close");
  }
}

async function addressOf(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const address = ADDRESS.exec(line)?.[0];
    if (address === undefined) continue;
    stream.resume();
    return address;
  }
  throw new Error("the venue ended before it told its address");
}
