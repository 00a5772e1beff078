/** k6 from its image, for a machine with Docker and no binary. */
import { userInfo } from "node:os";
import type { StartupStatus } from "testcontainers";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import { K6_IMAGE } from "./find-k6.ts";
import { filesIn, type K6Ended, LOADTEST, QUIET_ARGS, QUIET_ENV, SCRIPT } from "./k6-process.ts";

const RUN_DIR = "/run/touchstone";
const SCRIPTS = "/touchstone/loadtest";
const RUN_MS_MAX = 24 * 3_600_000;
const STDERR_CHARS_MAX = 20_000;

/** On the host's network, so that a venue on loopback is reached; as its user, to read the keys. */
export async function runImage(dir: string): Promise<K6Ended> {
  const { GenericContainer } = await import("testcontainers");
  const { uid, gid } = userInfo();
  let stderr = "";
  const ending = await exitCode();
  const ignore = onInterruption(ending.interrupt);
  const container = new GenericContainer(K6_IMAGE)
    .withNetworkMode("host")
    .withUser(`${uid}:${gid}`)
    .withBindMounts([
      { source: dir, target: RUN_DIR },
      { source: LOADTEST.replace(/\/$/, ""), target: SCRIPTS, mode: "ro" },
    ])
    .withEnvironment({ ...QUIET_ENV, ...filesIn(RUN_DIR) })
    .withCommand(["run", ...QUIET_ARGS, `${SCRIPTS}/${SCRIPT}`])
    .withLogConsumer((log) =>
      log.on("data", (text) => {
        stderr = (stderr + String(text)).slice(-STDERR_CHARS_MAX);
      }),
    )
    .withWaitStrategy(ending.strategy)
    .withStartupTimeout(RUN_MS_MAX);
  try {
    const ended = await container.start();
    await ended.stop();
  } catch (error) {
    stderr += (error as Error).message;
  } finally {
    ignore();
  }
  return { code: ending.code(), stderr, cpuSeconds: null };
}

/** Waits for the end, whatever it is: a crossed threshold is a result, not a failed start. */
async function exitCode() {
  const { StartupCheckStrategy } = await import("testcontainers");
  let code: number | null = null;
  let signal: "SIGINT" | null = null;
  class Ended extends StartupCheckStrategy {
    override async checkStartupState(
      client: Parameters<InstanceType<typeof StartupCheckStrategy>["checkStartupState"]>[0],
      id: string,
    ): Promise<StartupStatus> {
      const { State } = await client.getContainer(id).inspect();
      if (signal !== null && State.Running) await client.getContainer(id).kill({ signal });
      signal = null;
      if (State.Status !== "exited") return "PENDING";
      code = State.ExitCode;
      return "SUCCESS";
    }
  }
  const interrupt = () => {
    signal = "SIGINT";
  };
  return { strategy: new Ended(), code: () => code, interrupt };
}
