/** The flags by which a target is named, and what is wrong with a set of them. */
import { UsageError } from "./usage-error.ts";

/** The flags that name a target. Shape: an image may have a profile, whose addresses are moved. */
export interface TargetFlags {
  target?: string;
  profile?: string;
  image?: string;
  env?: readonly string[];
  port?: number;
  seed: number;
}

/** Errors: UsageError when the flags name two targets, or parts of none. */
export function demandOneTarget({ target, profile, image, env, port }: TargetFlags): void {
  if (target !== undefined && profile !== undefined) {
    throw new UsageError("give --target or --profile, not both: a profile names its own base_url");
  }
  if (target !== undefined && image !== undefined) {
    throw new UsageError("give --target or --image, not both: an image is started for the run");
  }
  if (image !== undefined) return;
  if (env !== undefined) throw new UsageError("--env is for --image: name the image to start");
  if (port !== undefined) throw new UsageError("--port is for --image: name the image to start");
}
