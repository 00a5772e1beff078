/** What the packed program takes: to start, until its venue answers, and for a whole proof of it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BenchRow, median } from "../reports/schema/bench.ts";

const ROUNDS = 9;
const PROOF = resolve(import.meta.dirname, "proof");
const EMPTY_KOA = join(PROOF, "empty-koa.fixture.mjs");
const COUNTING = join(PROOF, "exchange-count.fixture.mjs");
const BARE = join(PROOF, "bare-exchanges.fixture.mjs");

/** Medians of starts that take turns; each of them warmed up once. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  try {
    const program = packedInto(folder);
    const serve = [program, "serve", "--port", "0", "--store", "memory:"];
    return [
      await compared("`touchstone --version`, packed, against `node -e 0`", 2, {
        ours: () => untilEnded([program, "--version"]),
        theirs: () => untilEnded(["-e", "0"]),
      }),
      await compared("`serve` to its first answer, packed, against an empty compiled Koa", 1.5, {
        ours: () => untilAnswered(serve),
        theirs: () => untilAnswered([EMPTY_KOA]),
      }),
      proved(program, join(folder, "exchanges.json")),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The program of the package, with what the clone has installed. */
function packedInto(folder: string): string {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder]);
  const tarball = String(packed).trim().split("\n").at(-1)!;
  execFileSync("tar", ["-xf", join(folder, tarball), "-C", folder]);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return join(folder, "package/touchstone.mjs");
}

/** Once, and once more to count what is exchanged: a bare client and server exchange as much. */
function proved(program: string, file: string): BenchRow {
  const proof = [program, "conform", "--effort", "standard", "--seed", "1"];
  const ours = spentOn(proof);
  spentOn(["--import", COUNTING, ...proof], { EXCHANGES_FILE: file });
  const counted = readFileSync(file, "utf8");
  const { exchanges, sentBytes, receivedBytes } = JSON.parse(counted) as Record<string, number>;
  const mean = [sentBytes!, receivedBytes!].map((bytes) => Math.round(bytes / exchanges!));
  const bound = {
    measured: spentOn([BARE, counted]).cpuS,
    why: `${exchanges} exchanges of ${mean[0]} and ${mean[1]} bytes, as the proof has, by undici with a bare Koa on a thread: nothing is served, asked or judged`,
  };
  return {
    name: "whole embedded proof, packed, start to exit, all cells of `--effort standard`",
    ...{ measured: ours.cpuS, unit: "s of CPU", aim: 5, isAtMost: true },
    note: `${ours.tookS.toFixed(1)} s by the clock`,
    bound,
  };
}

/** Of a process and all that it starts. Units: seconds of CPU, and of the clock. */
function spentOn(argv: readonly string[], env: Record<string, string> = {}) {
  const begun = performance.now();
  const command = ["-c", '"$@" >/dev/null && times', "bash", process.execPath, ...argv];
  const times = execFileSync("bash", command, {
    ...{ encoding: "utf8", env: { ...process.env, ...env } },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const tookS = (performance.now() - begun) / 1_000;
  const ofChildren = times.trim().split("\n").at(-1)!;
  const parts = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  const each = parts.map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
  return { cpuS: each.reduce((sum, one) => sum + one), tookS };
}

/** `atMost` is the aim: so many times as long. */
async function compared(
  name: string,
  atMost: number,
  { ours, theirs }: Record<"ours" | "theirs", () => Promise<number>>,
): Promise<BenchRow> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const times = { theirs: await theirs(), ours: await ours() };
    if (round >= 0) rounds.push(times);
  }
  const [oursMs, theirsMs] = [rounds.map(({ ours }) => ours), rounds.map(({ theirs }) => theirs)];
  return {
    name,
    measured: median(rounds.map(({ ours, theirs }) => ours / theirs)),
    ...{ unit: "×", aim: atMost, isAtMost: true },
    note: `${median(oursMs).toFixed(0)} ms against ${median(theirsMs).toFixed(0)} ms by the clock`,
  };
}

/** Units: ms. */
async function untilEnded(argv: readonly string[]): Promise<number> {
  const begun = performance.now();
  await once(spawn(process.execPath, argv, { stdio: "ignore" }), "exit");
  return performance.now() - begun;
}

/** Units: ms. Until the address that is printed first was asked, and answered. */
async function untilAnswered(argv: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "ignore"] });
  const [text] = await once(child.stdout, "data");
  await fetch(`${/http:\/\/[\d.]+:\d+/.exec(String(text))![0]}/health`);
  const tookMs = performance.now() - begun;
  child.kill("SIGKILL");
  await once(child, "exit");
  return tookMs;
}
