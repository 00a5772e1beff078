/**
 * Runs the shell commands that README and guides show, page by page, as a reader would: in a clone,
 * in one shell, what serves beside it. `npx tsx .ci/snippets.ts [part of a path]`.
 *
 * A fence below `<!-- not run: why -->` is left out. A comment behind a command counts: `exit code N`
 * is what it has to end with, `Ctrl-C` stops what was started last. A page that talks to port 9000
 * before it starts a venue finds the reader's own deployment there, and its profile `staging.yaml`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { globFiles } from "./tidy/files.ts";

/** Longest a command may take, and longest a server may be silent. Units: ms. */
const COMMAND_MS_MAX = 900_000;
const START_MS_MAX = 30_000;

/** Most that is told of what a failing command said. Units: characters. */
const SAID_MAX = 3_000;

/** Where the venues of the pages listen. */
const PORT = 9000;

const FENCE = /(<!-- not run: [^>]+ -->\n)?^```sh\n([\s\S]*?)^```$/gm;
const SERVES = /^npx touchstone (serve|record|terminal|bridge(?=.* --http))\b/;
const OWN_DEPLOYMENT = "npx touchstone serve --profile-out staging.yaml --store memory:";

interface Command {
  readonly text: string;
  readonly exitCode: number;
  readonly thenStops: boolean;
}

/** A command and what the comment behind it says. */
function commandOf(line: string): Command {
  const [, text, comment = ""] = /^(.*?)(?:\s+#\s(.*))?$/.exec(line)!;
  const exitCode = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
  return { text: text!, exitCode, thenStops: comment.includes("Ctrl-C") };
}

/** Commands of a page, those of unmarked fences. A line that ends in a backslash goes on. */
function commandsOf(page: string): Command[] {
  const fences = [...readFileSync(page, "utf8").matchAll(FENCE)];
  return fences
    .filter(([, mark]) => mark === undefined)
    .flatMap(([, , text]) => text!.replaceAll("\\\n", " ").split("\n"))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(commandOf);
}

/** The reader's shell: variables and folder last from one command to the next. */
class Shell {
  readonly #bash: ChildProcess;
  readonly #codes: AsyncIterator<string>;
  #said = "";

  constructor(cwd: string) {
    writeFileSync(join(cwd, ".curlrc"), "fail\n");
    const env = { ...process.env, CURL_HOME: cwd };
    this.#bash = spawn("bash", [], { cwd, env, stdio: ["pipe", "pipe", "pipe", "pipe"] });
    this.#bash.stdin!.on("error", () => {}); // ended by a command that took too long
    for (const output of [this.#bash.stdout!, this.#bash.stderr!])
      output.on("data", (chunk) => (this.#said += chunk));
    const codes = this.#bash.stdio[3] as NodeJS.ReadableStream;
    this.#codes = createInterface({ input: codes })[Symbol.asyncIterator]();
  }

  /** Exit code of a command, and the end of what it said, where its verdict is. */
  async run(command: string): Promise<{ code: number; said: string }> {
    this.#said = "";
    const timer = setTimeout(() => this.#bash.kill("SIGKILL"), COMMAND_MS_MAX);
    this.#bash.stdin!.write(`${command} </dev/null\necho $? >&3\n`);
    const { value, done } = await this.#codes.next();
    clearTimeout(timer);
    return { code: done ? Number.NaN : Number(value), said: this.#said.slice(-SAID_MAX).trimEnd() };
  }

  async end(): Promise<void> {
    this.#bash.stdin!.end();
    const isOver = this.#bash.exitCode !== null || this.#bash.signalCode !== null;
    if (!isOver) await once(this.#bash, "close");
  }
}

interface Server {
  readonly kind: string;
  readonly process: ChildProcess;
  /** Its output has closed, which the venue holds longer than its starter. */
  readonly closed: Promise<unknown>;
}

/** What serves beside the shell: one venue at a time, one recorder, and one bridge. */
class Servers {
  readonly #running: Server[] = [];
  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Starts it in the place of one of its kind, and waits until it has said where it is. */
  async start(command: string): Promise<void> {
    const kind = SERVES.exec(command)![1]!;
    const same = this.#running.findIndex((server) => server.kind === kind);
    if (same >= 0) await this.#stop(same);
    const child = spawn("bash", ["-c", `exec ${command} 2>&1`], {
      cwd: this.#cwd,
      detached: true, // a process group: Ctrl-C reaches all of it
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#running.push({ kind, process: child, closed: once(child, "close") });
    const said = createInterface({ input: child.stdout! });
    const timer = setTimeout(() => said.close(), START_MS_MAX);
    let lines = "";
    for await (const line of said) {
      lines += `${line}\n`;
      if (line.includes("http://")) break;
    }
    clearTimeout(timer);
    child.stdout!.resume();
    if (!lines.includes("http://")) throw new Error(`it did not start\n${lines}`);
  }

  async stopLast(): Promise<void> {
    await this.#stop(this.#running.length - 1);
  }

  async stopAll(): Promise<void> {
    while (this.#running.length > 0) await this.stopLast();
  }

  async #stop(index: number): Promise<void> {
    const [{ kind, process: child, closed }] = this.#running.splice(index, 1) as [Server];
    if (child.exitCode === null) process.kill(-child.pid!, "SIGINT");
    await closed;
    if (![0, null].includes(child.exitCode))
      throw new Error(`${kind} ended with ${child.exitCode}`);
  }
}

/** A clone, as the reader has one. Returns: its folder, in one of its own. */
function clone(): string {
  const dir = join(mkdtempSync(join(tmpdir(), "touchstone-page-")), "touchstone");
  execFileSync("git", ["clone", "-q", "--depth", "1", `file://${resolve(".")}`, dir]);
  symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
  return dir;
}

async function follow(command: Command, shell: Shell, servers: Servers): Promise<string> {
  try {
    if (SERVES.test(command.text)) await servers.start(command.text);
    else {
      const { code, said } = await shell.run(command.text);
      if (code !== command.exitCode) return `exit code ${code}\n${said}`;
    }
    if (command.thenStops) await servers.stopLast();
    return "";
  } catch (error) {
    return String(error);
  }
}

/** Returns: how many commands of the page did not do what it says. */
async function tryCommands(
  commands: readonly Command[],
  shell: Shell,
  servers: Servers,
): Promise<number> {
  let failures = 0;
  for (const command of commands) {
    const started = performance.now();
    const fault = await follow(command, shell, servers);
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
    console.log(`${fault === "" ? "  ok  " : "FAILED"} ${seconds} s  ${command.text}  ${fault}`);
    if (fault !== "") failures++;
  }
  return failures;
}

/** Whether a page expects a venue that it does not start. */
function needsDeployment(commands: readonly Command[]): boolean {
  const own = commands.findIndex(({ text }) => text.startsWith("npx touchstone serve"));
  const before = commands.slice(0, own < 0 ? undefined : own);
  return before.some(({ text }) => /staging\.yaml|:9000/.test(text));
}

async function tryPage(page: string, commands: readonly Command[]): Promise<number> {
  console.log(`== ${page}`);
  const dir = clone();
  const shell = new Shell(dir);
  const servers = new Servers(dir);
  try {
    if (needsDeployment(commands)) await servers.start(OWN_DEPLOYMENT);
    return await tryCommands(commands, shell, servers);
  } finally {
    await shell.end();
    await servers.stopAll();
    rmSync(join(dir, ".."), { recursive: true, force: true });
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  const isListening = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return isListening;
}

if (!(await isFree(PORT))) {
  console.error(`port ${PORT} is taken, where the venues of the pages listen: free it, try again`);
  process.exit(1);
}
const [part = ""] = process.argv.slice(2);
const guides = globFiles(".md").filter((file) => /^docs\/(guides|tutorial)/.test(file));
let failures = 0;
let tried = 0;
for (const page of ["README.md", ...guides].filter((name) => name.includes(part))) {
  const commands = commandsOf(page);
  if (commands.length === 0) continue;
  tried += commands.length;
  failures += await tryPage(page, commands);
}
console.log(`${tried} commands, ${failures} failed`);
process.exitCode = failures === 0 && tried > 0 ? 0 : 1;
