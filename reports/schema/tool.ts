/** How a report names the tool that made it. */
import { readFileSync } from "node:fs";

const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { version: string };

/** The `tool` of every kind of report. */
export const TOOL = { name: "touchstone", version } as const;
