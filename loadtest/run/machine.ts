/** The machine the generator runs on, and the CPU time of another process on it. */

import { readFileSync } from "node:fs";
import { arch, availableParallelism, platform, release } from "node:os";

/** Shape: as reports show it. */
export function machine(): { cores: number; platform: string } {
  return { cores: availableParallelism(), platform: `${platform()} ${release()} ${arch()}` };
}

/** Linux counts in these; the C library's name for it is USER_HZ. */
const TICKS_PER_SECOND = 100;

/** User and system time so far. Units: seconds; null where there is no /proc, or no process. */
export function cpuSecondsOf(pid: number | undefined): number | null {
  try {
    return cpuSecondsIn(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}

/** Read from the line of /proc/PID/stat, whose second field may hold anything in parentheses. */
export function cpuSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
