/** The process between a run and k6: it ends k6, and removes its files, where the run is killed. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import type { K6Ended } from "./k6-process.ts";
import { cpuSecondsOf } from "./machine.ts";

const PROGRAM = fileURLToPath(new URL("./k6-watcher.mjs", import.meta.url));

const LOOK_EVERY_MS = 1_000;
/**
 * What k6 says on its error stream.
 * @bound {STDERR_CHARS_MAX} characters: the end is kept; loadtest/run/k6-watcher.test.ts
 */
const STDERR_CHARS_MAX = 20_000;

/** What of the environment k6 is given: the network's ways and the machine's size. */
const NEEDED =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|GO(MAXPROCS|MEMLIMIT|GC))$/i;

/** How k6 is started; none where it runs in a container. */
export interface K6Command {
  args: readonly [program: string, ...string[]];
  env: Record<string, string>;
}

/** Watches over a folder, and over k6 once it runs. To be started before keys are in the folder. */
export class K6Watcher {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(folder: string, command?: K6Command) {
    const args = [PROGRAM, folder, ...(command?.args ?? [])];
    this.#child = spawn(process.execPath, args, {
      env: { ...needed(process.env), ...command?.env },
      stdio: ["pipe", "pipe", "pipe"],
      // Ctrl-C in a terminal reaches a whole group: k6 shall hear of it once, from the run.
      detached: true,
    });
    this.#child.stdin.on("error", () => {});
  }

  /** Runs k6 to its end; an interruption ends it in order, with its summary. */
  async run(): Promise<K6Ended> {
    const child = this.#child;
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr = (stderr + String(chunk)).slice(-STDERR_CHARS_MAX);
    });
    let pid: number | undefined;
    child.stdout.once("data", (line) => {
      pid = Number(line);
    });
    let cpuSeconds: number | null = null;
    const watch = setInterval(() => {
      cpuSeconds = cpuSecondsOf(pid) ?? cpuSeconds;
    }, LOOK_EVERY_MS);
    const listenNoMore = onInterruption(() => child.kill("SIGINT"));
    try {
      const closed = once(child, "close");
      child.stdin.write("ready\n");
      const [code] = (await closed) as [number | null];
      return { code, stderr, cpuSeconds };
    } finally {
      clearInterval(watch);
      listenNoMore();
    }
  }

  /** Leaves the folder to whoever made it. Resolves when that is said. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}

function needed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name)));
}
