/** The start of every client_order_id of one run. */
import { createHash, randomInt } from "node:crypto";

const LENGTH = 8;

/** Fresh for every run, since ids of an earlier run would be replays (H-01). */
export function freshRunId(): string {
  return `t${randomInt(36 ** (LENGTH - 1))
    .toString(36)
    .padStart(LENGTH - 1, "0")}`;
}

/** The same for a seed: for a venue that is new with every run. */
export function seededRunId(seed: number): string {
  const digest = createHash("sha256").update(`run ${seed}`).digest("hex");
  return `t${digest.slice(0, LENGTH - 1)}`;
}
