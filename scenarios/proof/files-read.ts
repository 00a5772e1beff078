/** What the commands do with each kind of file from elsewhere. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeRun } from "../../reports/write.ts";
import { connectTo } from "../deployment/connect.ts";
import { loadProfile, secretsOf } from "../deployment/profile/profile.ts";
import { shortSecrets } from "../deployment/profile/short-secrets.ts";
import { sessionToHar } from "../har/export.ts";
import { harToSession } from "../har/import.ts";
import type { OpenDeployment } from "../replay/deployment.ts";
import { learned } from "../replay/learn.ts";
import { Matchers, readMatchers } from "../replay/matchers.ts";
import { playFile } from "../replay/play-file.ts";
import { RawClient } from "../replay/raw-client.ts";
import { renderReplay } from "../replay/render.ts";
import { replayFiles, replayReport } from "../replay/report.ts";
import { scenarioOf } from "../scenario/from-session.ts";
import { anonymised } from "../session/anonymise.ts";
import { checked } from "../session/check.ts";
import { openSession, readSession } from "../session/reader.ts";
import { shown } from "../session/show.ts";
import type { FileKind } from "./attack-files.ts";
import { HAR, IGNORE, PROFILE, SCENARIO, SESSION } from "./good-files.ts";
import type { WatchedVenue } from "./watched-venue.ts";

const SEEN = { file: "a.session.jsonl", examples: [SESSION] };

/** The kinds, with what plays them on this venue. */
export function fileKinds(venue: WatchedVenue): FileKind[] {
  const read = (file: string, folder: string) => playedOn(venue, file, folder);
  return [
    { ...SEEN, name: "a session that is looked at", read: lookedAt },
    { ...SEEN, name: "a session that is replayed", read },
    { ...{ name: "a scenario", file: "a.yaml", examples: [SCENARIO] }, read },
    { ...{ name: "a HAR file", file: "a.har", examples: [HAR] }, read: imported },
    { ...{ name: "a profile", file: "profile.yaml", examples: [PROFILE] }, read: profiled },
    { ...{ name: "what is not compared", file: "ignore.yaml", examples: [IGNORE] }, read: ignored },
  ];
}

/** As on the tool's own venue, nothing is waited for and asked again; but nobody may operate it. */
function openedOn({ profile }: WatchedVenue): OpenDeployment {
  return async () => {
    const deployment = await connectTo(profile, { fresh: true, runId: "attack" });
    const raw = new RawClient(profile.baseUrl);
    const close = async () => {
      await raw.close();
      await deployment.close();
    };
    return { ...deployment, raw, sameSeed: false, allowsControl: false, close };
  };
}

async function playedOn(venue: WatchedVenue, file: string, folder: string): Promise<string | null> {
  const how = { open: openedOn(venue), seed: 1, strict: false, speed: "max", ignore: [] } as const;
  try {
    const results = [await playFile(file, how)];
    const target = { name: "watched", url: "", embedded: false, control: [] };
    const facts = { target, seed: 1, startedAt: new Date(0), durationMs: 0 };
    const report = replayReport(results, facts);
    renderReplay(report, { color: true });
    await writeRun(join(folder, "report"), replayFiles(report, results));
    if (file.endsWith(".jsonl") && report.summary.pass > 0) {
      await learned([file], join(folder, "noise.yaml"), how);
    }
  } catch (error) {
    if (venue.complaints.length === 0) throw error;
  }
  return [...venue.complaints.splice(0), ...pageFaults(await pageIn(folder))].join("; ") || null;
}

async function lookedAt(file: string): Promise<null> {
  for (const look of [shown, checked, anonymised, scenarioOf]) await look(file);
  const { header, lines } = await openSession(file);
  await sessionToHar(header, lines);
  return null;
}

async function imported(file: string): Promise<string | null> {
  const { session } = harToSession(await readFile(file, "utf8"), { file });
  const { lines } = await readSession("imported", [Buffer.from(session)]);
  for await (const line of lines) if (line.n < 1) return "a line without a number";
  return null;
}

async function profiled(file: string): Promise<null> {
  const profile = await loadProfile(file, {});
  secretsOf(profile);
  shortSecrets(profile);
  return null;
}

async function ignored(file: string): Promise<null> {
  const matchers = new Matchers(await readMatchers(file));
  for (const at of ["", "agents[0].name", "a/b"]) matchers.ignores("GET /account", at);
  return null;
}

async function pageIn(folder: string): Promise<string> {
  return readFile(join(folder, "report", "index.html"), "utf8").catch(() => "");
}

/** Elements that no page of ours has: a file wrote them. */
export function pageFaults(html: string): string[] {
  const foreign = /<(x-evil|base|iframe|link|object|img)\b|http-equiv="refresh"/i.exec(html);
  return foreign === null ? [] : [`a page with ${foreign[0]}`];
}
