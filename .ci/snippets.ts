/**
 * Runs the shell commands that README and guides show, in order, a folder a page, as a reader would.
 * `npx tsx .ci/snippets.ts [part of a path]`. A fence below `<!-- not run: why -->` is left out;
 * what serves until it is interrupted goes on beside the commands after it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { globFiles } from "./files.ts";

/** Longest a command may take, and longest a server may be silent. Units: ms. */
const COMMAND_MS_MAX = 180_000;
const START_MS_MAX = 30_000;

const FENCE = /(<!-- not run: [^>]+ -->\n)?^```sh\n([\s\S]*?)^```$/gm;
const SERVES = /^(npx )?touchstone (serve|record)\b/;

/** Commands of a page, those of unmarked fences. Shape: continued lines are one command. */
function commandsOf(page: string): string[] {
  const fences = [...readFileSync(page, "utf8").matchAll(FENCE)];
  return fences
    .filter(([, mark]) => mark === undefined)
    .flatMap(([, , text]) => text!.replaceAll("\\\n", " ").split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** A project of a reader's, with Touchstone in it. */
function projectFor(page: string): string {
  const dir = mkdtempSync(join(tmpdir(), "touchstone-page-"));
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(resolve("."), join(dir, "node_modules/touchstone"));
  symlinkSync(resolve("touchstone.mjs"), join(dir, "node_modules/.bin/touchstone"));
  for (const own of ["scenarios/library", "docs/examples"]) {
    if (existsSync(own)) cpSync(own, join(dir, own), { recursive: true });
  }
  console.log(`== ${page}`);
  return dir;
}

async function run(command: string, cwd: string): Promise<number | null> {
  const child = spawn("bash", ["-c", command], { cwd, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), COMMAND_MS_MAX);
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  clearTimeout(timer);
  if (code !== 0) console.log(said.trimEnd());
  return code;
}

/** Starts what serves, and waits until it has said where. */
async function start(command: string, cwd: string): Promise<ChildProcess> {
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((spoken, failed) => {
    child.stdout.once("data", () => setTimeout(spoken, 300));
    child.once("close", (code) => failed(new Error(`ended with ${code}`)));
    setTimeout(() => failed(new Error("said nothing")), START_MS_MAX).unref();
  });
  return child;
}

async function tryPage(page: string): Promise<number> {
  const dir = projectFor(page);
  const servers: ChildProcess[] = [];
  let failures = 0;
  for (const command of commandsOf(page)) {
    const started = performance.now();
    let fault = "";
    if (SERVES.test(command)) {
      await start(command, dir).then(
        (server) => void servers.push(server),
        (error: Error) => (fault = error.message),
      );
    } else {
      const code = await run(command, dir);
      if (code !== 0) fault = `exit code ${code}`;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${fault === "" ? "  ok  " : "FAILED"} ${seconds.padStart(5)} s  ${command} ${fault}`,
    );
    if (fault !== "") failures++;
  }
  for (const server of servers) server.kill("SIGINT");
  rmSync(dir, { recursive: true, force: true });
  return failures;
}

const [part = ""] = process.argv.slice(2);
const pages = [
  "README.md",
  ...globFiles(".md").filter((file) => /^docs\/(guides|tutorial)/.test(file)),
];
let failures = 0;
for (const page of pages.filter((name) => name.includes(part) && commandsOf(name).length > 0)) {
  failures += await tryPage(page);
}
process.exitCode = failures === 0 ? 0 : 1;
