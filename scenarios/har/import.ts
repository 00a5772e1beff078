/** Makes a session of a HAR file: what a browser saw, named and redacted as a recording is. */
import { Compile } from "typebox/compile";
import { jsonIn } from "../deployment/reading/json-in.ts";
import { Redactor } from "../deployment/secrets/redact.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { Actors } from "../record/actors.ts";
import { withoutLeaks } from "../record/last-scan.ts";
import { RecordedMarkets } from "../record/markets.ts";
import type { StreamWitness } from "../record/passed.ts";
import { NOT_PROMISED } from "../record/promises.ts";
import { Recorder } from "../record/recorder.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { baseOf, belongs, hasCredentials, pathBelow } from "./entries.ts";
import { HAR, type Har, type HarEntry, isStream } from "./har.ts";
import { ownSession } from "./own-session.ts";
import { exchangeOf, messagesOf } from "./passed-entry.ts";

const isHar = Compile(HAR);

/** How to read a HAR file. */
export interface ImportOptions {
  /** What errors call the file. */
  file: string;
  /** The venue's address, where the file has requests to others; else the one it speaks to most. */
  base?: string;
  /** Who made the requests that carry no credentials, as browsers leave them out. */
  actor?: string;
}

/** A session and what is to be known of it, one sentence each. */
export interface Imported {
  session: string;
  notes: string[];
}

/** Errors: UsageError for what is no HAR, or has no request to a venue. */
export function harToSession(text: string, options: ImportOptions): Imported {
  const har = harIn(text, options.file);
  const own = ownSession(har, options.file);
  if (own !== null) return own;
  const all = har.log.entries;
  const base = options.base ?? baseOf(all);
  const entries = all.filter((entry) => base !== null && belongs(entry, base)).sort(byStart);
  if (base === null || entries.length === 0) {
    throw new UsageError(`${options.file}: no request to a venue in it; name its address: --base`);
  }
  const redactor = new Redactor();
  const actors = new Actors(redactor);
  const markets = new RecordedMarkets();
  const startMs = Date.parse(entries[0]!.startedDateTime);
  const lines: NewLine[] = [];
  const write = (line: NewLine) => {
    lines.push(withoutLeaks(withActor(line, options.actor), redactor));
  };
  const control = { path: null, movesClock: false };
  const recorder = new Recorder({ redactor, actors, markets, control, startMs, write });
  for (const happen of happenings(entries, base, recorder)) happen();
  recorder.end();
  const { actor } = options;
  const named =
    actor === undefined ? {} : { [actor]: { caller: "session", owner: actor } as const };
  const header: SessionHeader = {
    touchstone: "session/1",
    target: { name: new URL(base).host, prefix: prefixOf(entries, base) },
    recorded_by: "import",
    seed: null,
    clock: "system",
    started_at: new Date(startMs).toISOString(),
    actors: { ...actors.forHeader, ...named },
    markets: markets.described,
    not_promised: NOT_PROMISED,
  };
  const left = all.length - entries.length;
  return { session: sessionText(header, lines), notes: notesOn(entries, left, options) };
}

function harIn(text: string, file: string): Har {
  const har = jsonIn(text);
  if (!isHar.Check(har)) {
    const [error] = isHar.Errors(har);
    const place = error?.instancePath.slice(1).replaceAll("/", ".") || "the file";
    throw new UsageError(`${file}: is not a HAR file: ${place} ${error?.message}`);
  }
  const { entries } = har.log;
  const wrong = entries.findIndex(({ startedDateTime, request }) => {
    return Number.isNaN(Date.parse(startedDateTime)) || !URL.canParse(request.url);
  });
  if (wrong < 0) return har;
  const what = `log.entries.${wrong} has no time or no address`;
  throw new UsageError(`${file}: is not a HAR file: ${what}`);
}

function byStart(one: HarEntry, other: HarEntry): number {
  return Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime);
}

/** What happened, entries and messages on streams, in the order of time. */
function happenings(entries: readonly HarEntry[], base: string, recorder: Recorder) {
  const timed: { atMs: number; happen: () => void }[] = [];
  for (const entry of entries) {
    const passed = exchangeOf(entry, pathBelow(entry, base));
    const { beganMs: atMs } = passed;
    if (!isStream(entry)) {
      timed.push({ atMs, happen: () => recorder.exchange()(passed) });
      continue;
    }
    const streams: StreamWitness[] = [];
    timed.push({ atMs, happen: () => void streams.push(recorder.handshake()(passed)) });
    for (const message of messagesOf(entry)) {
      timed.push({ atMs: message.atMs, happen: () => streams[0]?.said(message) });
    }
  }
  return timed.sort((a, b) => a.atMs - b.atMs).map(({ happen }) => happen);
}

/** Placeholders in place of what the browser left out, so that a replay knows what to fill in. */
function withActor(line: NewLine, actor: string | undefined): NewLine {
  if (actor === undefined || !("actor" in line) || line.actor !== null) return line;
  if (!("request" in line)) return { ...line, actor };
  const { method, headers } = line.request;
  const isWrite = !/^(GET|HEAD|OPTIONS)$/.test(method);
  const csrf = isWrite && !("x-service-csrf" in headers);
  const signed = {
    ...headers,
    cookie: `session={{${actor}.session}}`,
    ...(csrf && { "x-service-csrf": `{{${actor}.csrf}}` }),
  };
  return { ...line, actor, request: { ...line.request, headers: signed } };
}

function prefixOf(entries: readonly HarEntry[], base: string): string {
  const paths = entries.map((entry) => pathBelow(entry, base));
  const [first] = paths.flatMap((path) => /^(?:\/api)?(?:\/v1)?(?=\/)/.exec(path) ?? []);
  return first ?? "/v1";
}

function notesOn(entries: readonly HarEntry[], left: number, { actor }: ImportOptions): string[] {
  const notes: string[] = [];
  if (left > 0) notes.push(`${left} entries left out: other addresses, pages, cached or OPTIONS`);
  if (entries.some(hasCredentials)) return notes;
  if (actor === undefined) {
    notes.push(
      "no request carries credentials, as browsers leave them out: --actor NAME adds them",
    );
  } else {
    notes.push(`everything is taken for ${actor}'s: two humans in one file cannot be told apart`);
  }
  return notes;
}
