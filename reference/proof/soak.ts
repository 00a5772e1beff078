/** Holds a venue under mixed load for a long time, and looks at what wears: `npm run soak`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { assertInvariants } from "../core/invariants.ts";
import { openDurable } from "../store/open-store.ts";
import { recover } from "../store/recovery.ts";
import { verify } from "../store/verify.ts";
import { MixedLoad } from "./mixed-load.ts";
import { type Arrivals, closedLoop, openLoop } from "./pace.ts";
import { judge, type SoakMeasures, tableOf, type UsageSample } from "./soak-report.ts";
import { spawnVenue, UNLIMITED, type VenueProcess } from "./spawn-venue.ts";

const TOKEN = "soak";
const WARM_UP_MS = 5_000;
const SAMPLE_MS = 1_000;
/** Of what the venue can do. */
const SHARE = 0.5;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, rate: { type: "string" } },
});
const lastsMs = 60_000 * positive("minutes", values.minutes);
const rateAsked = values.rate === undefined ? null : positive("rate", values.rate);
const folder = mkdtempSync(join(tmpdir(), "soak-"));
try {
  const measured = await soak(`sqlite:${join(folder, "venue.sqlite")}`);
  console.log(tableOf(measured));
  const violations = judge(measured);
  for (const violation of violations) console.error(`soak: ${violation}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  console.error(`soak: --${name} takes a number above 0, not ${text}`);
  process.exit(2);
}

async function soak(store: string): Promise<SoakMeasures> {
  const venue = await spawnVenue({ store, controlToken: TOKEN, rateLimits: UNLIMITED });
  const load = await MixedLoad.open(venue.url, (path, body) => control(venue, path, body));
  await closedLoop(load, WARM_UP_MS);
  const capacity = await closedLoop(load, WARM_UP_MS);
  const rate = rateAsked ?? SHARE * capacity;
  console.error(`soak: ${capacity.toFixed(0)} requests a second at most; ${rate.toFixed(0)} sent`);
  load.statuses.clear();
  const samples: UsageSample[] = [];
  const arrivals = await openLoop(load, { rate, lastsMs }, tick(venue, samples));
  const digest = await control(venue, "digest");
  await load.close();
  await venue.close();
  const replayed = await replay(store);
  return { lastsMs, rate, arrivals, samples, statuses: load.statuses, digest, replayed };
}

/** Looks at the venue now and then, and tells how far it is. */
function tick(venue: VenueProcess, samples: UsageSample[]) {
  const begun = performance.now();
  let nextMs = 0;
  return ({ latenciesMs, failures }: Arrivals): void => {
    const atMs = performance.now() - begun;
    if (atMs < nextMs) return;
    nextMs += SAMPLE_MS;
    void venue.usage().then((usage) => samples.push({ atMs, ...usage }));
    const total = Math.round(lastsMs / 1_000);
    const state = `${latenciesMs.length} answered, ${failures} failed`;
    if (Math.round(atMs / 1_000) % 60 === 0) {
      console.error(`soak: ${Math.round(atMs / 1_000)} of ${total} s, ${state}`);
    }
  };
}

async function control({ url }: VenueProcess, path: string, body?: object) {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${url}/_control/${path}`, { headers, ...init });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** What the journal gives, replayed from its first record; its cash must sum to zero. */
async function replay(url: string): Promise<SoakMeasures["replayed"]> {
  const store = await openDurable(url);
  const begun = performance.now();
  const { digest, records } = await verify(store, console.error);
  const seconds = (performance.now() - begun) / 1_000;
  const { venue } = await recover(store);
  await store.close();
  assertInvariants(venue.state);
  return { sha256: digest, records, seconds };
}
