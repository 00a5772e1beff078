/** The flags by which a target is named, what is wrong with a set of them, and values that several commands take. */
import { InvalidArgumentError } from "commander";
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
export function demandOneTarget(flags: Omit<TargetFlags, "seed">): void {
  const { target, profile, image, env, port } = flags;
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

const PORT_MAX = 65_535;

/** Reads a port, from `least` on: 0 where a free one may be asked for. Errors: InvalidArgumentError. */
export function portFrom(least: 0 | 1): (value: string) => number {
  return (value) => {
    const port = Number(value);
    if (/^\d+$/.test(value) && port >= least && port <= PORT_MAX) return port;
    throw new InvalidArgumentError(`a port is an integer from ${least} to ${PORT_MAX}`);
  };
}

/** Reads a seed or a count. Errors: InvalidArgumentError. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError("give a whole number, 0 or more");
  return Number(value);
}

/** The values of a flag that may be repeated. */
export function listed(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
