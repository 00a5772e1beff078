/**
 * Attacks server, stream, harness, proxy and readers of files, on this machine alone: `npm run attack`.
 * `--budget small` takes less than a minute; `--only NAME` and `--seed N` repeat one.
 */
import { parseArgs } from "node:util";
import type { Attack } from "./attack/attack.ts";
import { attack as harness } from "./attack/harness.ts";
import { attack as server } from "./attack/server.ts";
import { attack as stream } from "./attack/stream.ts";
import { globFiles } from "./tidy/files.ts";

interface Planned {
  name: string;
  attack: Attack;
  draws: Record<Budget, number>;
  /** Draws of one seed: what there is to tell between two of them is how long the rest takes. */
  slice: number;
}

const BUDGETS = ["small", "full"] as const;
type Budget = (typeof BUDGETS)[number];

const OWN: Planned[] = [
  { name: "server", attack: server, draws: { small: 1_000, full: 20_000 }, slice: 1_000 },
  { name: "stream", attack: stream, draws: { small: 400, full: 10_000 }, slice: 400 },
  { name: "harness", attack: harness, draws: { small: 10, full: 2_000 }, slice: 10 },
];

/** Of the parts: each `proof/attack-NAME.ts` exports one. */
const OF_PARTS = /\/proof\/(?:.+\/)?attack-([a-z-]+)\.ts$/;
const OF_A_PART = { draws: { small: 1_000, full: 100_000 }, slice: 1_000 };

const { values } = parseArgs({
  options: {
    budget: { type: "string", default: "full" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const budget =
  BUDGETS.find((one) => one === values.budget) ?? refuse("--budget takes small or full");
const seed = /^\d{1,9}$/.test(values.seed) ? Number(values.seed) : refuse("--seed takes a number");
const all = [...OWN, ...(await ofParts())];
const planned = all.filter(({ name }) => values.only === undefined || name === values.only);
if (planned.length === 0) refuse(`--only takes one of ${all.map(({ name }) => name).join(", ")}`);

const rows: string[] = [];
const broken: string[] = [];
for (const one of planned) {
  const { tried, found } = await carriedOut(one);
  rows.push(`| ${one.name} | ${tried.toLocaleString("en-US")} | ${found.length} |`);
  broken.push(...found.map((what) => `${one.name}: ${what}`));
}
console.log(["| attack | tried | found |", "| --- | --- | --- |", ...rows].join("\n"));
for (const what of broken) console.error(what);
process.exitCode = broken.length === 0 ? 0 : 1;

async function ofParts(): Promise<Planned[]> {
  const files = globFiles(".ts").filter((file) => OF_PARTS.test(file) && !/\.\w+\.ts$/.test(file));
  return await Promise.all(
    files.map(async (file) => {
      const { attack } = (await import(`../${file}`)) as { attack: Attack };
      return { name: OF_PARTS.exec(file)![1]!, attack, ...OF_A_PART };
    }),
  );
}

/** Slice by slice, each of the next seed; a find ends it, and its seed is told. */
async function carriedOut({ name, attack, draws, slice }: Planned) {
  const begun = performance.now();
  let tried = 0;
  for (let at = seed; tried < draws[budget]; at++) {
    const result = await attack({ draws: Math.min(slice, draws[budget] - tried), seed: at });
    tried += result.tried;
    const found = result.found.map((what) => `${what} (--only ${name} --seed ${at})`);
    const elapsedMs = performance.now() - begun;
    const leftS = (elapsedMs * Math.max(draws[budget] - tried, 0)) / tried / 1_000;
    console.error(`${name}: ${tried} tried, ${found.length} found, ${leftS.toFixed(0)} s left`);
    if (found.length > 0) return { tried, found };
  }
  return { tried, found: [] };
}

function refuse(message: string): never {
  console.error(`attack: ${message}`);
  process.exit(2);
}
