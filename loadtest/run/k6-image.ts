/** k6 from its image, for a machine with Docker and no binary. */
import { userInfo } from "node:os";
import { GenericContainer, Wait } from "testcontainers";
import { K6_IMAGE } from "./find-k6.ts";
import { filesIn, type K6Run, LOADTEST, QUIET_ARGS, QUIET_ENV } from "./run-k6.ts";

const RUN_DIR = "/run/touchstone";
const SCRIPTS = "/touchstone/loadtest";
const RUN_MS_MAX = 24 * 3_600_000;

/** On the host's network, so that a venue on loopback is reached; as its user, to read the keys. */
export async function runImage(
  dir: string,
): Promise<Pick<K6Run, "code" | "stderr" | "cpuSeconds">> {
  const { uid, gid } = userInfo();
  const lines: string[] = [];
  let code: number | null = null;
  const container = new GenericContainer(K6_IMAGE)
    .withNetworkMode("host")
    .withUser(`${uid}:${gid}`)
    .withBindMounts([
      { source: dir, target: RUN_DIR },
      { source: LOADTEST.replace(/\/$/, ""), target: SCRIPTS, mode: "ro" },
    ])
    .withEnvironment({ ...QUIET_ENV, ...filesIn(RUN_DIR) })
    .withCommand(["run", ...QUIET_ARGS, `${SCRIPTS}/k6/venue.ts`])
    .withLogConsumer((stream) => stream.on("data", (line) => lines.push(String(line))))
    .withWaitStrategy(Wait.forOneShotStartup())
    .withStartupTimeout(RUN_MS_MAX);
  try {
    const started = await container.start();
    code = 0;
    await started.stop();
  } catch (error) {
    lines.push((error as Error).message);
  }
  return { code, stderr: lines.join("\n").slice(-20_000), cpuSeconds: null };
}
