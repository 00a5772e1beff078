/** Finds k6: the variable `K6`, the PATH, else its image. */
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";

/** A k6 that can be run. Shape: `binary` null means the image. */
export interface K6 {
  version: string;
  from: string;
  binary: string | null;
}

/** The image used where there is no binary. */
export const K6_IMAGE = "grafana/k6:2.2.0";

const OLDEST = [1, 6] as const;

const HOW =
  "k6 is needed to load a target, and was neither found nor could its image be run: install it " +
  "(https://grafana.com/docs/k6/latest/set-up/install-k6/), or set K6 to the binary, or start " +
  "Docker and npm install testcontainers@12.0.1";

/** Errors: UsageError when there is none, when `K6` names none, or when it is too old. */
export async function findK6(
  env: NodeJS.ProcessEnv = process.env,
  hasEngine: () => Promise<boolean> = hasDocker,
): Promise<K6> {
  const named = env["K6"];
  if (named) {
    const version = await versionOf(named);
    if (version === null) throw new UsageError(`K6 is ${named}, which is no k6 that can be run`);
    return recent({ version, from: "the variable K6", binary: named });
  }
  const binary = onPath(env["PATH"] ?? "");
  const version = binary === null ? null : await versionOf(binary);
  if (binary !== null && version !== null) return recent({ version, from: "the PATH", binary });
  if (await hasEngine()) {
    return { version: K6_IMAGE.split(":")[1] ?? "", from: `the image ${K6_IMAGE}`, binary: null };
  }
  throw new UsageError(HOW);
}

function recent(k6: K6): K6 {
  const [major = 0, minor = 0] = k6.version.split(".").map(Number);
  const [majorMin, minorMin] = OLDEST;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return k6;
  throw new UsageError(
    `k6 ${k6.version} from ${k6.from} is too old: ${OLDEST.join(".")} or later is needed, 2.x is best`,
  );
}

function onPath(path: string): string | null {
  const files = path.split(delimiter).map((dir) => join(dir, "k6"));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function versionOf(binary: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(binary, ["version"], { timeout: 10_000 });
    return /^k6 v(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

async function hasDocker(): Promise<boolean> {
  try {
    const { getContainerRuntimeClient } = await import("testcontainers");
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}
