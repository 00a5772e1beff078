/** How long until a venue answers its first request, beside an empty Koa that tsx loads. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BenchRow, median } from "../reports/schema/bench.ts";

const ROUNDS = 5;
const SLOWDOWN_MAX = 1.5;
const FRONT_DOOR = fileURLToPath(new URL("../touchstone.mjs", import.meta.url));
const BARE_KOA = fileURLToPath(new URL("proof/bare-koa.fixture.ts", import.meta.url));

/** Medians of starts that take turns; tsx has a cache of its own, for it is slow in one that is full. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  const env = { ...process.env, TMPDIR: folder };
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const times = { theirs: await startKoa(env), ours: await startVenue(env) };
    if (round >= 0) rounds.push(times);
  }
  rmSync(folder, { recursive: true });
  const ours = median(rounds.map((times) => times.ours));
  const theirs = median(rounds.map((times) => times.theirs));
  return [
    {
      name: "start to the first answered request vs an empty Koa through tsx",
      ours: 1_000 / ours,
      peer: 1_000 / theirs,
      ratio: median(rounds.map((times) => times.theirs / times.ours)),
      aim: 1 / SLOWDOWN_MAX,
      note: `starts per second: ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms by the clock`,
    },
  ];
}

function startVenue(env: NodeJS.ProcessEnv): Promise<number> {
  const argv = ["serve", "--port", "0", "--store", "sqlite::memory:"];
  const begun = performance.now();
  const child = fork(FRONT_DOOR, argv, { silent: true, execArgv: [], env });
  return untilAnswered(child, begun, async () => {
    const [text] = await once(child.stdout!, "data");
    return /http:\/\/[\d.]+:\d+/.exec(String(text))![0];
  });
}

function startKoa(env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  const child = fork(BARE_KOA, ["{}", "{}"], { execArgv: ["--import", "tsx"], env });
  return untilAnswered(child, begun, async () => (await once(child, "message"))[0] as string);
}

/** Units: ms. */
async function untilAnswered(
  child: ReturnType<typeof fork>,
  begun: number,
  url: () => Promise<string>,
): Promise<number> {
  await fetch(`${await url()}/health`);
  const tookMs = performance.now() - begun;
  child.kill("SIGKILL");
  await once(child, "exit");
  return tookMs;
}
