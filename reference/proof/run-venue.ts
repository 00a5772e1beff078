/** Runs a venue as the child that `spawnVenue` starts and asks. */
import { type ReferenceOptions, startReference } from "../start.ts";

/** What the parent learns first. */
export interface StartedVenue {
  url: string;
  profile: object;
}

/** What it has used so far. Units: CPU microseconds; bytes. */
export interface Usage {
  cpuMicros: number;
  heapUsed: number;
  rss: number;
}

/** Until the parent asks for its end. */
export async function runVenue(options: ReferenceOptions): Promise<void> {
  // A file that may not grow shall be an error of a write, as a full disk is, not the process's end.
  process.on("SIGXFSZ", () => {});
  const { url, profile, close } = await startReference(options);
  process.send!({ url, profile: profile() } satisfies StartedVenue);
  process.on("message", async (asked) => {
    if (asked === "close") {
      await close();
      process.exit(0);
    }
    const { user, system } = process.cpuUsage();
    const { heapUsed, rss } = process.memoryUsage();
    process.send!({ cpuMicros: user + system, heapUsed, rss } satisfies Usage);
  });
}
