/**
 * How fast a session replays, against a bare loop that sends the same requests: by processor time,
 * the venue's among it.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Pool } from "undici";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { readSession } from "../session/reader.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { embedded } from "./deployment.ts";
import { Matchers } from "./matchers.ts";
import { replay } from "./replay.ts";

const ROUNDS = 5;
/** Not counted: code that has just been loaded runs slower, on either side. */
const WARM_UP = 1;
const REQUESTS = 20_000;
const PATH = "/v1/markets/active";
/** Before the body of an answer, which stands last in its line. */
const BODY = '},"body":';

/** Medians over interleaved rounds. */
export async function bench(): Promise<BenchRow[]> {
  const text = Buffer.from(await recorded());
  const ours: number[] = [];
  const bare: number[] = [];
  const least: number[] = [];
  const parsed: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const loops = await perSecond((url) => loop(url));
    const replays = await perSecond(async (_, play) => play(text));
    const compared = await perSecond((url) => compareAll(url, text, isSameText));
    const understood = await perSecond((url) => compareAll(url, text, isSameValue));
    if (round < 0) continue;
    bare.push(loops);
    ours.push(replays);
    least.push(compared);
    parsed.push(understood);
  }
  const [mine, peer] = [median(ours), median(bare)];
  const ratioOf = (rates: number[]) => median(rates.map((one, round) => one / bare[round]!));
  const rates = `${Math.round(mine)} against ${Math.round(peer)} a second`;
  const deeply = ratioOf(parsed).toFixed(2);
  const note = `${REQUESTS} reads one after another, compared, and a loop of undici, by processor time with the venue's: ${rates}; its bound where each answer is parsed and compared deeply, as where ids differ, ${deeply} ×`;
  const name = "replay of a session at full speed against a bare client loop";
  const why =
    "the same loop, by the same client, that takes each line from the file and into its digest, parses it, and compares the bytes of the answer: it binds no ids, judges no decision and tells nothing";
  const bound = { measured: ratioOf(least), why };
  return [{ name, measured: ratioOf(ours), unit: "×", aim: 0.8, note, bound }];
}

async function perSecond(
  run: (url: string, play: (text: Buffer) => Promise<void>) => Promise<void>,
): Promise<number> {
  const deployment = await embedded(1);
  const play = async (text: Buffer) => {
    const reading = await readSession("bench", [text]);
    await replay(reading, deployment, { strict: false, speed: "max", matchers: new Matchers() });
  };
  const before = process.cpuUsage();
  await run(deployment.profile.baseUrl, play);
  const { user, system } = process.cpuUsage(before);
  await deployment.close();
  return (REQUESTS * 1e6) / (user + system);
}

async function loop(url: string): Promise<void> {
  const pool = new Pool(url);
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const { body } = await pool.request({ method: "GET", path: PATH });
    await body.text();
  }
  await pool.close();
}

type Comparing = (answered: Buffer, recorded: Buffer) => boolean;

const isSameText: Comparing = (answered, recorded) => answered.equals(recorded);
const isSameValue: Comparing = (answered, recorded) =>
  isDeepStrictEqual(JSON.parse(answered.toString()), JSON.parse(recorded.toString()));

/**
 * What a replay cannot do without: each line read, parsed but for the answer's body, and that body
 * compared with what is answered now. Errors: throws where it is another one.
 */
async function compareAll(url: string, text: Buffer, isSame: Comparing): Promise<void> {
  const pool = new Pool(url);
  const digest = createHash("sha256");
  for (let from = text.indexOf(10) + 1, sent = 0; sent < REQUESTS; sent += 1) {
    const to = text.indexOf(10, from);
    const line = text.subarray(from, to);
    digest.update(line).update("\n");
    const body = line.indexOf(BODY) + BODY.length;
    const { request, response } = JSON.parse(`${line.toString("utf8", 0, body)}null}}`);
    const { method, path } = request;
    const answer = await pool.request({ method, path });
    const answered = Buffer.from(await answer.body.arrayBuffer());
    const fits = isSame(answered, line.subarray(body, line.length - 2));
    if (!fits || answer.statusCode !== response.status) throw new Error("answered otherwise");
    from = to + 1;
  }
  digest.digest("hex");
  await pool.close();
}

/** The session: its answers are those of the venue it will be replayed on. */
async function recorded(): Promise<string> {
  const deployment = await embedded(1);
  const { response } = await deployment.client.send({ method: "GET", path: PATH });
  await deployment.close();
  const { status, headers, body } = response!;
  const line: NewLine = {
    ...{ at: 0, took: 0, actor: null, request: { method: "GET", path: PATH, headers: {} } },
    response: { status, headers, body },
  };
  const lines = Array.from({ length: REQUESTS }, (_, index) => ({ ...line, at: index }));
  return sessionText(
    {
      ...{ touchstone: "session/1", target: { name: "bench", prefix: "/v1" }, seed: 1 },
      ...{ recorded_by: "hand", clock: "virtual", started_at: "2026-01-05T00:00:00.000Z" },
      ...{ actors: {}, markets: {} },
    },
    lines,
  );
}
