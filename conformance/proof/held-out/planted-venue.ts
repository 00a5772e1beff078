/** A venue served from a copy of the project, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Longest start on a busy machine. Units: ms. */
const START_MS_MAX = 60_000;

/** A venue that runs. */
export interface PlantedVenue {
  /** The file that `serve` wrote. */
  profile: string;
  end(): Promise<void>;
}

/** Serves in virtual time, with control; null where it does not start. */
export async function servePlanted(folder: string): Promise<PlantedVenue | null> {
  const profile = join(folder, "profile.yaml");
  const flags = ["--port", "0", "--seed", "1", "--clock", "virtual", "--control-token", "held-out"];
  const venue = spawn(
    process.execPath,
    ["touchstone.mjs", "serve", ...flags, "--profile-out", profile],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = once(venue, "exit");
  const end = async () => {
    venue.kill("SIGKILL");
    await ended;
  };
  const timer = setTimeout(() => venue.kill("SIGKILL"), START_MS_MAX);
  const lines = createInterface({ input: venue.stdout });
  const isUp = await Promise.race([once(lines, "line").then(() => true), ended.then(() => false)]);
  clearTimeout(timer);
  return isUp ? { profile, end } : null;
}
