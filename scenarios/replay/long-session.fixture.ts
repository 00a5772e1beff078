/** A session of any length, and a venue that answers it at once: what is left is replay itself. */
import { createHash } from "node:crypto";
import type { Profile } from "../deployment/profile/profile.ts";
import { RunClock } from "../deployment/run-clock.ts";
import { Redactor } from "../deployment/secrets/redact.ts";
import { UndoLog } from "../deployment/undo/undo-log.ts";
import type { Client } from "../deployment/wire/client.ts";
import type { Pacer } from "../deployment/wire/pacing.ts";
import type { SessionHeader } from "../session/format.ts";
import { readSession } from "../session/reader.ts";
import { SessionWriter } from "../session/writer.ts";
import { RecordedResponse } from "./answer.ts";
import type { ReplayDeployment } from "./deployment.ts";
import { Matchers } from "./matchers.ts";
import type { RawClient, RawRequest } from "./raw-client.ts";
import { replay } from "./replay.ts";
import type { ReplayTally } from "./tally.ts";

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "long", prefix: "/v1" }, recorded_by: "hand" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  ...{ actors: {}, markets: {} },
};

/** Replays orders that rest and are cancelled, line by line, on a venue with ids of its own. */
export async function replayedLong(lines: number): Promise<ReplayTally> {
  const reading = await readSession("long", chunksOf(lines));
  return replay(reading, deploymentOf(), { strict: false, speed: "max", matchers: new Matchers() });
}

async function* chunksOf(lines: number): AsyncGenerator<Buffer> {
  const writer = new SessionWriter();
  yield Buffer.from(writer.header(HEADER));
  for (let count = 0; count < lines; count += 2) {
    const id = idOf("recorded", count);
    const pair = [placed(count, id), cancelled(count + 1, id)];
    yield Buffer.from(pair.map((line) => writer.line(line)).join(""));
  }
  yield Buffer.from(writer.end());
}

const placed = (at: number, id: string) => ({
  ...{ at, took: 0.5, actor: null },
  request: { method: "POST", path: "/v1/orders", headers: {}, body: { side: "BUY", qty: 1 } },
  response: { status: 201, headers: {}, body: resultOf(id) },
});

const cancelled = (at: number, id: string) => ({
  ...{ at, took: 0.5, actor: null },
  request: { method: "DELETE", path: `/v1/orders/${id}`, headers: {} },
  response: { status: 200, headers: {}, body: { order_id: id, status: "CANCELLED" } },
});

const resultOf = (id: string) => ({
  ...{ order_id: id, status: "NEW", filled_qty: 0, remaining_qty: 1, fills: [] },
});

/** Cancels only what it gave out last: an id that was bound wrongly is not found. */
function deploymentOf(): ReplayDeployment {
  let count = 0;
  const send = async ({ method, path }: RawRequest) => {
    const id = idOf("live", count);
    if (method === "POST") return answered(201, resultOf(id));
    count += 2;
    const isIts = path === `/v1/orders/${id}`;
    return isIts ? answered(200, { order_id: id, status: "CANCELLED" }) : answered(404, {});
  };
  return {
    ...{ fresh: true, sameSeed: true, allowsControl: true, seed: null, runId: "long" },
    ...{ raw: { send } as RawClient, profile: {} as Profile, client: {} as Client },
    ...{ control: null, redactor: new Redactor(), undo: UndoLog.ofNothing() },
    ...{ pacer: {} as Pacer, clock: new RunClock(), problems: [], close: async () => {} },
  };
}

const answered = (status: number, body: object) => ({
  ...{
    response: RecordedResponse.live(status, {}, Buffer.from(JSON.stringify(body))),
    failure: null,
  },
});

function idOf(side: string, count: number): string {
  const hex = createHash("md5").update(`${side} ${count}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
