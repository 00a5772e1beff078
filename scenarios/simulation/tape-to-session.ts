/** Tells a tape as a session: the same story over HTTP, on a fresh reference in virtual time. */
import type { SocketlessResponse } from "../../reference/index.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionBody, sessionText } from "../session/writer.ts";
import { type Asked, type HttpAgent, HttpVenue } from "./http-venue.ts";
import { START_MS } from "./start.ts";
import type { CommandEntry, TapeEntry } from "./tape.ts";

const PREFIX = "/v1";

/**
 * The text of a session file. Shape: crashes are left out; nothing over HTTP can do them. Where the
 * venue is known to stand still at the last command, that is told without an answer, and ends it.
 */
export async function retell(
  tape: readonly TapeEntry[],
  seed: number,
  { standsStill = false } = {},
): Promise<string> {
  const stage = await HttpVenue.open({ seed, prefix: PREFIX, isMortal: false });
  try {
    const entries = tape.filter((entry): entry is CommandEntry => "command" in entry);
    await stage.bringOn(entries);
    const header = await headerOf(stage, seed);
    const lines: NewLine[] = [];
    const last = standsStill ? entries.pop() : undefined;
    for (const entry of entries) lines.push(...(await tellOne(stage, entry)));
    if (last !== undefined) {
      return sessionText(header, [...lines, ...tellUnanswered(stage, last)]);
    }
    for (const path of Object.keys(header.markets)) {
      lines.push(await tellRead(stage, `/markets/${path}/book`, null));
    }
    for (const agent of stage.agents.values()) {
      lines.push(await tellRead(stage, "/orders/open", agent));
      lines.push(await tellRead(stage, "/me/wallet", agent));
    }
    return sessionText(header, lines);
  } finally {
    await stage.close();
  }
}

interface Geometry {
  min_price: number;
  max_price: number;
  tick_size: number;
}

async function headerOf(stage: HttpVenue, seed: number): Promise<SessionHeader> {
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
  for (const { name, agentId: agent_id, cashCents: cash } of stage.agents.values()) {
    header.actors[name] = { caller: "key", owner: name, agent_id, cash };
  }
  for (const [marketId, { kind, markPrice }] of stage.markets) {
    const id = stage.ids.get(marketId)!;
    const { geometry } = (await stage.read(`/markets/${id}`)) as { geometry: Geometry };
    const band = [geometry.min_price, geometry.max_price] as const;
    const mark = markPrice === undefined ? {} : { mark_price: markPrice };
    header.markets[id] = { kind, status: "OPEN", band, tick: geometry.tick_size, ...mark };
  }
  return header;
}

/** What is there in the end: many a defect shows only there. */
async function tellRead(stage: HttpVenue, path: string, agent: HttpAgent | null): Promise<NewLine> {
  const request = { method: "GET", path: `${PREFIX}${path}` };
  const [key, placeholder] = agent === null ? [] : [agent.key, `{{${agent.name}.key}}`];
  const bearer = (secret?: string): Record<string, string> =>
    secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const { status, headers, body } = await stage.reference.handle({
    ...request,
    headers: bearer(key),
  });
  return {
    ...{ at: stage.nowMs - START_MS, took: 0, actor: agent?.name ?? null },
    request: { ...request, headers: bearer(placeholder) },
    response: { status, headers, ...sessionBody(body) },
  };
}

async function tellOne(stage: HttpVenue, entry: CommandEntry): Promise<NewLine[]> {
  const startMs = stage.nowMs;
  const performed = await stage.perform(entry);
  if (performed === null) return [];
  const line = lineOf(performed, stage.nowMs - START_MS, performed.answer);
  return withClock(entry.at - startMs, line);
}

function tellUnanswered(stage: HttpVenue, entry: CommandEntry): NewLine[] {
  const asked = stage.asked(entry);
  if (asked === null) return [];
  const line = lineOf(asked, Math.max(entry.at, stage.nowMs) - START_MS, null);
  return withClock(entry.at - stage.nowMs, line);
}

/** After the time that passes before it. */
function withClock(passedMs: number, line: NewLine): NewLine[] {
  if (passedMs <= 0) return [line];
  const control = { method: "POST", path: "/clock", body: { advance_ms: passedMs } };
  return [{ at: line.at, control }, line];
}

function lineOf({ told, actor }: Asked, at: number, answer: SocketlessResponse | null): NewLine {
  const answered = answer && { status: answer.status, ...sessionBody(answer.body) };
  if ("control" in told) {
    const { control: method, path, body } = told;
    return { at, control: { method, path, body }, ...(answered && { response: answered }) };
  }
  const { method, path, query, body } = told;
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
