/** What the packed program takes: to start, until its venue answers, and for a whole proof of it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BenchRow, median } from "../reports/schema/bench.ts";

const ROUNDS = 9;
const EMPTY_KOA = resolve(import.meta.dirname, "proof/empty-koa.fixture.mjs");

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
      proved(program),
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

/** Once: of the process and all that it starts. */
function proved(program: string): BenchRow {
  const command = [process.execPath, program, "conform", "--effort", "standard", "--seed", "1"];
  const begun = performance.now();
  const times = execFileSync("bash", ["-c", '"$@" >/dev/null && times', "bash", ...command], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const tookS = (performance.now() - begun) / 1_000;
  const ofChildren = times.trim().split("\n").at(-1)!;
  const parts = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  const cpuS = parts.map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
  return {
    name: "whole embedded proof, packed, start to exit, all cells of `--effort standard`",
    measured: cpuS.reduce((sum, one) => sum + one),
    ...{ unit: "s of CPU", aim: 5, isAtMost: true },
    note: `${tookS.toFixed(1)} s by the clock`,
  };
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
