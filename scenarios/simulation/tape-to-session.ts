/** Writes a tape as a session: the same over HTTP, on a fresh reference in virtual time. */
import type { SocketlessResponse } from "../../reference/index.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionBody, sessionText } from "../session/writer.ts";
import { type Asked, type HttpAgent, HttpVenue } from "./http-venue.ts";
import { type CommandEntry, START_MS, type TapeEntry } from "./tape.ts";

const PREFIX = "/v1";

/**
 * The text of a session file. Shape: crashes are left out; nothing over HTTP can do them. Where the
 * venue is known to stand still at the last command, that is written without an answer, and ends it.
 */
export async function tapeToSession(
  tape: readonly TapeEntry[],
  seed: number,
  { standsStill = false } = {},
): Promise<string> {
  const http = await HttpVenue.open({ seed, prefix: PREFIX, isMortal: false });
  try {
    const entries = tape.filter((entry): entry is CommandEntry => "command" in entry);
    await http.bringOn(entries);
    const header = await headerOf(http, seed);
    const lines: NewLine[] = [];
    const last = standsStill ? entries.pop() : undefined;
    for (const entry of entries) lines.push(...(await linesOf(http, entry)));
    if (last !== undefined) {
      return sessionText(header, [...lines, ...unanswered(http, last)]);
    }
    for (const path of Object.keys(header.markets)) {
      lines.push(await readLine(http, `/markets/${path}/book`, null));
    }
    for (const agent of http.agents.values()) {
      lines.push(await readLine(http, "/orders/open", agent));
      lines.push(await readLine(http, "/me/wallet", agent));
    }
    return sessionText(header, lines);
  } finally {
    await http.close();
  }
}

interface Geometry {
  min_price: number;
  max_price: number;
  tick_size: number;
}

async function headerOf(http: HttpVenue, seed: number): Promise<SessionHeader> {
  const header: SessionHeader = {
    touchstone: "session/1",
    target: { name: "reference", prefix: PREFIX },
    recorded_by: "simulation",
    seed,
    clock: "virtual",
    started_at: new Date(START_MS).toISOString(),
    actors: {},
    markets: {},
  };
  for (const { name, agentId: agent_id, cashCents: cash } of http.agents.values()) {
    header.actors[name] = { caller: "key", owner: name, agent_id, cash };
  }
  for (const [marketId, { kind, markPrice }] of http.markets) {
    const id = http.ids.get(marketId)!;
    const { geometry } = (await http.read(`/markets/${id}`)) as { geometry: Geometry };
    const band = [geometry.min_price, geometry.max_price] as const;
    const mark = markPrice === undefined ? {} : { mark_price: markPrice };
    header.markets[id] = { kind, status: "OPEN", band, tick: geometry.tick_size, ...mark };
  }
  return header;
}

/** What is there in the end: many a defect shows only there. */
async function readLine(http: HttpVenue, path: string, agent: HttpAgent | null): Promise<NewLine> {
  const request = { method: "GET", path: `${PREFIX}${path}` };
  const [key, placeholder] = agent === null ? [] : [agent.key, `{{${agent.name}.key}}`];
  const bearer = (secret?: string): Record<string, string> =>
    secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const { status, headers, body } = await http.reference.handle({
    ...request,
    headers: bearer(key),
  });
  return {
    ...{ at: http.nowMs - START_MS, took: 0, actor: agent?.name ?? null },
    request: { ...request, headers: bearer(placeholder) },
    response: { status, headers, ...sessionBody(body) },
  };
}

async function linesOf(http: HttpVenue, entry: CommandEntry): Promise<NewLine[]> {
  const startMs = http.nowMs;
  const performed = await http.perform(entry);
  if (performed === null) return [];
  const line = lineOf(performed, http.nowMs - START_MS, performed.answer);
  return withClock(entry.at - startMs, line);
}

function unanswered(http: HttpVenue, entry: CommandEntry): NewLine[] {
  const asked = http.asked(entry);
  if (asked === null) return [];
  const line = lineOf(asked, Math.max(entry.at, http.nowMs) - START_MS, null);
  return withClock(entry.at - http.nowMs, line);
}

/** After the time that passes before it. */
function withClock(passedMs: number, line: NewLine): NewLine[] {
  if (passedMs <= 0) return [line];
  const control = { method: "POST", path: "/clock", body: { advance_ms: passedMs } };
  return [{ at: line.at, control }, line];
}

function lineOf(
  { request: asked, actor }: Asked,
  at: number,
  answer: SocketlessResponse | null,
): NewLine {
  const answered = answer && { status: answer.status, ...sessionBody(answer.body) };
  if ("control" in asked) {
    const { control: method, path, body } = asked;
    return { at, control: { method, path, body }, ...(answered && { response: answered }) };
  }
  const { method, path, query, body } = asked;
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const name = actor!.name;
  return {
    ...{ at, took: 0, actor: name },
    request: {
      ...{ method, path: `${PREFIX}${path}` },
      ...(query && { query }),
      headers: { ...json, authorization: `Bearer {{${name}.key}}` },
      ...(body !== undefined && sessionBody(JSON.stringify(body))),
    },
    ...(answer === null
      ? { failure: "timeout" }
      : { response: { headers: answer.headers, ...answered! } }),
  };
}
