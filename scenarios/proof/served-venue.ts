/** The reference as people run it: served from a folder of the project, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Longest start on a busy machine. Units: ms. */
const START_MS_MAX = 60_000;

/** A venue that runs. */
export interface ServedVenue {
  end(): Promise<void>;
}

/** In virtual time, with control. */
export const CONTROLLED = ["--clock", "virtual", "--control-token", "of-an-operator"];

/**
 * Serves it on a free port, by a seed and these flags, and has it write its profile; null where it does
 * not start.
 */
export async function serve(
  folder: string,
  profile: string,
  flags: readonly string[],
): Promise<ServedVenue | null> {
  const given = ["--port", "0", "--seed", "1", "--profile-out", profile, ...flags];
  const venue = spawn(process.execPath, ["touchstone.mjs", "serve", ...given], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(venue, "exit");
  const end = async () => {
    venue.kill("SIGKILL");
    await ended;
  };
  const timer = setTimeout(() => venue.kill("SIGKILL"), START_MS_MAX);
  const lines = createInterface({ input: venue.stdout });
  const isUp = await Promise.race([once(lines, "line").then(() => true), ended.then(() => false)]);
  clearTimeout(timer);
  return isUp ? { end } : null;
}
