/** A venue in a process of its own, whose processor time and memory can be asked for. */
import { startReference } from "../index.ts";

/** What the parent learns first. */
export interface Started {
  url: string;
  profile: object;
}

/** What it has used so far. Units: CPU microseconds; bytes. */
export interface Usage {
  cpuMicros: number;
  heapUsed: number;
  rss: number;
}

// A file that may not grow shall be an error of a write, as a full disk is, not the process's end.
process.on("SIGXFSZ", () => {});
const { url, profile, close } = await startReference(JSON.parse(process.argv[2]!));
process.send!({ url, profile: profile() } satisfies Started);
process.on("message", async (asked) => {
  if (asked === "close") {
    await close();
    process.exit(0);
  }
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  process.send!({ cpuMicros: user + system, heapUsed, rss } satisfies Usage);
});
