import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { openStream } from "../proof/stream-client.fixture.ts";
import { HEARTBEAT_MS, Heartbeat, SILENCE_MS_MAX } from "./heartbeat.ts";

/** A heartbeat and the seconds at which it did something; what it sends counts as spoken. */
function watched() {
  let second = 0;
  const did: string[] = [];
  const note = (act: string) => did.push(`${act} ${second}`);
  const heartbeat = new Heartbeat({
    ping: () => note("ping"),
    beat() {
      note("beat");
      heartbeat.spoke();
    },
    giveUp: () => note("give up"),
  });
  const pass = (seconds: number, each: () => void = () => {}) => {
    for (const end = second + seconds; second < end; ) {
      second++;
      heartbeat.pass(1_000);
      each();
    }
  };
  return { heartbeat, did, pass };
}

describe("a heartbeat", () => {
  it("pings every 15 seconds, and tells an idle client that the venue lives", () => {
    const { heartbeat, did, pass } = watched();
    pass(31, () => heartbeat.heard());
    assert.deepEqual(did, ["ping 15", "beat 15", "ping 30", "beat 30"]);
  });

  it("tells nothing while there is something else to tell", () => {
    const { heartbeat, did, pass } = watched();
    pass(31, () => {
      heartbeat.heard();
      heartbeat.spoke();
    });
    assert.deepEqual(did, ["ping 15", "ping 30"]);
  });

  it("gives a client up after 45 seconds without a sign of life, and not before", () => {
    const { did, pass } = watched();
    pass(44);
    assert.ok(!did.some((act) => act.startsWith("give up")));
    pass(1);
    assert.equal(did.at(-1), "give up 45");
  });

  it("counts the 45 seconds from the last sign of life", () => {
    const { heartbeat, did, pass } = watched();
    pass(20);
    heartbeat.heard();
    pass(45);
    assert.equal(did.at(-1), "give up 65");
  });

  it("takes a jump of time for one beat, since nobody could answer in between", () => {
    const { heartbeat, did } = watched();
    heartbeat.pass(10 * SILENCE_MS_MAX);
    assert.deepEqual(did, ["ping 0", "beat 0"]);
    heartbeat.pass(HEARTBEAT_MS);
    heartbeat.pass(HEARTBEAT_MS);
    assert.equal(did.at(-1), "give up 0");
  });
});

describe("time on the stream", () => {
  it("answers a ping with one pong that says the same", async () => {
    const client = await openStream(await startTestVenue(), "maker");
    const pongs: string[] = [];
    client.socket.on("pong", (payload) => pongs.push(String(payload)));
    client.socket.ping("there?");
    await client.settled();
    assert.deepEqual(pongs, ["there?"]);
  });

  it("pings a client and tells it of life as virtual time passes", async () => {
    const venue = await startTestVenue();
    const client = await openStream(venue, "maker");
    const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
    await venue.control("post", "/clock", { advance_ms: HEARTBEAT_MS }).expect(200);
    await client.until(({ type }) => type === "heartbeat");
    await pinged;
  });

  it("closes a client with 4408 that answers nothing, and none that does", async () => {
    const venue = await startTestVenue();
    const [mute, alive] = [await openStream(venue, "maker"), await openStream(venue, "maker")];
    mute.socket.pong = () => {};
    let passedMs = 0;
    for (; mute.socket.readyState === mute.socket.OPEN; passedMs += 5_000) {
      await venue.control("post", "/clock", { advance_ms: 5_000 }).expect(200);
      await alive.settled();
    }
    assert.equal(await mute.closed, 4408);
    assert.ok(passedMs >= SILENCE_MS_MAX, `closed after ${passedMs} ms`);
    await alive.settled();
  });
});
