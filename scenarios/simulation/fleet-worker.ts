/** One process of a fleet: runs the seeds it is sent, one after another. */
import type { Overrides } from "./parameters.ts";
import { judgeSeed } from "./verdict.ts";

process.on("message", async ({ seed, overrides }: { seed: number; overrides: Overrides }) => {
  process.send!(await judgeSeed(seed, overrides));
});
