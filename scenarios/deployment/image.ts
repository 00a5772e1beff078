/** A deployment in a container of its own: started from an image for one run, then removed. */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { StartedTestContainer, StartupCheckStrategy, StartupStatus } from "testcontainers";
import { tell, tellLines } from "../../reports/render/say.ts";
import { onInterruption } from "./interruption.ts";
import { refuseMissing } from "./optional-package.ts";
import { UsageError } from "./usage-error.ts";

/** What to start. Shape: `env` are `NAME=VALUE`; `port` is the one the venue listens on inside. */
export interface ImageFlags {
  image: string;
  env: readonly string[];
  port: number;
}

/** A venue in a container; `tail` is the end of what it printed. */
export interface ImageVenue {
  /** Where it is reached from here. */
  url: string;
  tail(): string;
  close(): Promise<void>;
}

const STARTUP_MS_MAX = 120_000;
const ANSWER_MS_MAX = 2_000;
const TAIL_LINES = 40;

/**
 * Starts an image and waits until `/ready` answers 200.
 * Errors: UsageError when testcontainers is not installed, no engine answers, the image is not to be
 * had, or the venue does not get ready, after the end of its log.
 */
export async function startImage({ image, env, port }: ImageFlags): Promise<ImageVenue> {
  const environment = Object.fromEntries(env.map(variable));
  const library = await import("testcontainers").catch(refuseMissing);
  const lines: string[] = [];
  const tail = () => lines.map((line) => `  | ${line}\n`).join("");
  const container = new library.GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts(port)
    .withLogConsumer((log) => keepTail(log, lines))
    .withStartupTimeout(STARTUP_MS_MAX)
    .withWaitStrategy(readiness(library, port));
  tell(`touchstone: starting ${image}`);
  const started = await uninterrupted(container.start()).catch((error: Error) => {
    if (lines.length > 0) tellLines(`touchstone: the end of the container's log:\n${tail()}`);
    throw new UsageError(`--image ${image}: ${whyNot(error, port)}`);
  });
  const url = `http://${started.getHost()}:${started.getMappedPort(port)}`;
  return { url, tail, close: () => remove(started) };
}

type Library = typeof import("testcontainers");
type Inspected = Parameters<StartupCheckStrategy["checkStartupState"]>;

/**
 * Ready when `/ready` answers 200; a container that has ended never will. The library's own wait
 * for HTTP may hang on the log of one that has ended.
 */
function readiness(library: Library, port: number): StartupCheckStrategy {
  class Readiness extends library.StartupCheckStrategy {
    override async checkStartupState(...[docker, id]: Inspected): Promise<StartupStatus> {
      const { State, NetworkSettings } = await docker.getContainer(id).inspect();
      if (!State.Running) return "FAIL";
      const mapped = NetworkSettings.Ports[`${port}/tcp`]?.[0]?.HostPort;
      const { host } = (await library.getContainerRuntimeClient()).info.containerRuntime;
      return (await answers(`http://${host}:${mapped}/ready`)) ? "SUCCESS" : "PENDING";
    }
  }
  return new Readiness();
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** A container that is just starting can't be removed: Ctrl-C waits until it can. */
async function uninterrupted(
  starting: Promise<StartedTestContainer>,
): Promise<StartedTestContainer> {
  let interrupted = false;
  const listenNoMore = onInterruption(() => {
    interrupted = true;
    tell("touchstone: interrupted; removing the container as soon as it has started");
  });
  try {
    const started = await starting;
    if (!interrupted) return started;
    await remove(started);
    throw new Error("interrupted");
  } finally {
    listenNoMore();
  }
}

async function remove(container: StartedTestContainer): Promise<void> {
  await container.stop({ remove: true, removeVolumes: true });
}

function variable(text: string): [string, string] {
  const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--env ${text}: write it as NAME=VALUE`);
  }
  return [name, value];
}

function keepTail(log: Readable, lines: string[]): void {
  createInterface({ input: log }).on("line", (line) => {
    lines.push(line);
    if (lines.length > TAIL_LINES) lines.shift();
  });
}

function whyNot({ message }: Error, port: number): string {
  if (/container runtime/i.test(message)) {
    return "no container engine answers; start Docker, or set DOCKER_HOST";
  }
  if (/no such image|not found|pull access denied|manifest|lookup|registry/i.test(message)) {
    return "there is no such image here, and it cannot be pulled";
  }
  if (/failed to start|not running|timeout|not accessible|bound after/i.test(message)) {
    return `/ready on its port ${port} did not answer 200 (--port names another port)`;
  }
  return message.replaceAll("\n", " ");
}
