/** How every run starts the script: its files and its quiet flags, and what it leaves behind. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with the scripts and the data they import. */
export const LOADTEST = fileURLToPath(new URL("..", import.meta.url));

/** The script below it: TypeScript, or what it was compiled to. */
export const SCRIPT = `k6/venue${extname(import.meta.url)}`;

/** What k6 left behind. Shape: `metrics` is null when it wrote no summary. */
export interface K6Run {
  code: number | null;
  stderr: string;
  metrics: K6Metrics | null;
  /** CPU time k6 used, and the time it ran. Units: seconds. */
  cpuSeconds: number | null;
  wallSeconds: number;
}

/** Metrics of a summary by name, sub-metrics included. */
export type K6Metrics = Record<string, { values: Record<string, number> }>;

/** Without them k6 reports usage, asks a build service, or writes another summary. */
export const QUIET_ENV = {
  K6_AUTO_EXTENSION_RESOLUTION: "false",
  K6_NEW_MACHINE_READABLE_SUMMARY: "false",
};

export const QUIET_ARGS = ["--no-usage-report", "--quiet", "--no-color"] as const;

/** The variables that name a run's files in a folder. */
export function filesIn(dir: string): Record<string, string> {
  return {
    SETTINGS_FILE: `${dir}/settings.json`,
    AGENTS_FILE: `${dir}/agents.json`,
    SUMMARY_FILE: `${dir}/out/summary.json`,
  };
}

/** How the process ended. */
export type K6Ended = Pick<K6Run, "code" | "stderr" | "cpuSeconds">;
