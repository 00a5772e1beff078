import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { openStream } from "../proof/stream-client.fixture.ts";
import { ERRORS_MAX, SUBSCRIPTIONS_MAX } from "./connection.ts";
import { FRAME_BYTES_MAX } from "./upgrade.ts";

const venue = await startTestVenue();
const BINARY = venue.market("BTC_BINARY");
const LONG = "x".repeat(65);
const subscribe = (channels: unknown, id: unknown = "a") => ({ op: "subscribe", id, channels });

/** What is sent, and the code and id of the error frame that answers it. */
const BAD: [message: object | string, code: string, id: string | number | null][] = [
  ["", "NOT_JSON", null],
  ["hello", "NOT_JSON", null],
  ["{", "NOT_JSON", null],
  ["[".repeat(8_000), "NOT_JSON", null],
  ["null", "INVALID_REQUEST", null],
  ["7", "INVALID_REQUEST", null],
  [[], "INVALID_REQUEST", null],
  [{}, "UNKNOWN_OP", null],
  [{ op: null, id: 3 }, "UNKNOWN_OP", 3],
  [{ op: "SUBSCRIBE", id: "a" }, "UNKNOWN_OP", "a"],
  [{ op: "toString", id: "a" }, "UNKNOWN_OP", "a"],
  ['{"__proto__":{"op":"ping"}}', "UNKNOWN_OP", null],
  [{ op: "ping", id: {} }, "INVALID_REQUEST", null],
  [{ op: "ping", id: LONG }, "INVALID_REQUEST", null],
  [subscribe(undefined), "INVALID_REQUEST", "a"],
  [subscribe([]), "INVALID_REQUEST", "a"],
  [subscribe("wallet"), "INVALID_REQUEST", "a"],
  [subscribe([7]), "INVALID_REQUEST", "a"],
  [subscribe(["book"]), "UNKNOWN_CHANNEL", "a"],
  [subscribe(["book:"]), "UNKNOWN_CHANNEL", "a"],
  [subscribe(["book:nowhere"]), "UNKNOWN_CHANNEL", "a"],
  [subscribe([`books:${BINARY}`]), "UNKNOWN_CHANNEL", "a"],
  [subscribe([`${BINARY}`]), "UNKNOWN_CHANNEL", "a"],
  [subscribe(["__proto__", "constructor:x"]), "UNKNOWN_CHANNEL", "a"],
  [subscribe([`orders:${venue.agent("taker").agent_id}`]), "UNKNOWN_CHANNEL", "a"],
  [subscribe([`book:${BINARY}`, "books"]), "UNKNOWN_CHANNEL", "a"],
];

describe("a message without sense", () => {
  for (const [message, code, id] of BAD) {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    it(`is answered with ${code}: ${text.slice(0, 70)}`, async () => {
      const client = await openStream(venue, "maker");
      client.send(text);
      await client.settled();
      const [error, ...more] = client.frames.slice(5);
      assert.deepEqual([error!.type, error!.code, error!.id], ["error", code, id]);
      assert.deepEqual(
        more.map(({ type }) => type),
        ["pong"],
      );
      client.socket.terminate();
    });
  }

  it(`closes the socket with 4400 when it is the ${ERRORS_MAX}th`, async () => {
    const client = await openStream(venue, "maker");
    for (let sent = 1; sent < ERRORS_MAX; sent++) client.send("no");
    await client.settled();
    client.send("no");
    assert.equal(await client.closed, 4400);
  });
});

describe("limits", () => {
  it(`let a client follow ${SUBSCRIPTIONS_MAX} channels and no more`, async () => {
    const client = await openStream(venue, "maker");
    const names: string[] = [];
    for (let made = 0; made < 33; made++) {
      const { body } = await venue.control("post", "/markets", { kind: "BTC_BINARY" });
      for (const kind of ["book", "trades", "market"]) names.push(`${kind}:${body.market_id}`);
    }
    await client.subscribe(...names.slice(0, SUBSCRIPTIONS_MAX - 4));
    client.send(subscribe(names.slice(-1)));
    const error = await client.until(({ type }) => type === "error");
    assert.equal(error.code, "TOO_MANY_SUBSCRIPTIONS");
    client.send({ op: "unsubscribe", channels: ["fills"] });
    await client.subscribe(...names.slice(-1));
    assert.equal(client.of(names.at(-1)!).length, 1);
  });

  it("take a message of 16 KB, and close the socket with 1009 for one byte more", async () => {
    const client = await openStream(venue, "maker");
    const pad = (bytes: number) => `{"op":"ping","id":1,"pad":"${"x".repeat(bytes - 29)}"}`;
    assert.equal(pad(100).length, 100);
    client.send(pad(FRAME_BYTES_MAX));
    await client.until(({ type, id }) => type === "pong" && id === 1);
    client.send(pad(FRAME_BYTES_MAX + 1));
    assert.equal(await client.closed, 1009);
  });
});

it("a binary frame closes the socket with 1003", async () => {
  const client = await openStream(venue, "maker");
  client.socket.send(Buffer.from('{"op":"ping"}'));
  assert.equal(await client.closed, 1003);
});

it("bytes that are no frame end their socket and hurt nobody else", async () => {
  const [broken, calm] = [await openStream(venue, "maker"), await openStream(venue, "maker")];
  const raw = (broken.socket as unknown as { _socket: NodeJS.WritableStream })._socket;
  raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  assert.equal(await broken.closed, 1002);
  await calm.settled();
});
