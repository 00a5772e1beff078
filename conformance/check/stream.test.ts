import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import { Inconclusive, Missing, StandsOn } from "../../scenarios/deployment/stops.ts";
import { Client } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { Stream } from "./stream.ts";

const TICKET = "rw_live_canary+with/odd=characters";

interface Venue {
  /** Status of a refused handshake; null lets it in. */
  refusal?: number;
  greets?: (socket: WebSocket, request: IncomingMessage) => void;
  guessed?: boolean;
}

async function streamOf(t: TestContext, { refusal, greets, guessed = false }: Venue) {
  const server = createServer((_, answer) => answer.writeHead(refusal ?? 200).end("{}"));
  if (refusal === undefined) new WebSocketServer({ server }).on("connection", greets ?? (() => {}));
  server.listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Client({ baseUrl: `http://${host}`, redactor: new Redactor() });
  const exchanges: Exchange[] = [];
  const record = (exchange: Exchange) => void exchanges.push(exchange);
  const stream = new Stream({
    address: { url: `ws://${host}/venue`, guessed, dialect: null },
    client,
    ending: new AbortController().signal,
    record,
  });
  t.after(async () => {
    await stream.close();
    await client.close();
    server.close();
    server.closeAllConnections();
  });
  return { stream, exchanges };
}

test("a greeted connection is open, and its ticket is in no exchange", async (t) => {
  let asked: string | undefined;
  const greets = (socket: WebSocket, { url }: IncomingMessage) => {
    asked = url;
    socket.send("hello");
  };
  const { stream, exchanges } = await streamOf(t, { greets });
  const { form, status, frames } = await stream.open(TICKET);
  assert.deepEqual([form, status, frames], ["open", 101, ["hello"]]);
  assert.equal(asked, `/venue/stream?${new URLSearchParams({ ticket: TICKET })}`);
  assert.equal(exchanges[0]?.request.path, "/venue/stream");
  assert.doesNotMatch(JSON.stringify(exchanges), /canary/);
});

test("a refusal before the upgrade shows its status", async (t) => {
  const { stream } = await streamOf(t, { refusal: 401 });
  assert.equal((await stream.knock(null)).status, 401);
  assert.equal((await stream.knock(TICKET)).form, "refused");
  await assert.rejects(stream.opens(TICKET), StandsOn);
});

test("a refusal after the upgrade shows its close code", async (t) => {
  const { stream } = await streamOf(t, { greets: (socket) => socket.close(4401) });
  const { form, closeCode } = await stream.knock(TICKET);
  assert.deepEqual([form, closeCode], ["closed", 4401]);
});

test("a stream nobody told of and nobody finds is missing, not refused", async (t) => {
  const { stream } = await streamOf(t, { refusal: 404, guessed: true });
  await assert.rejects(stream.open(TICKET), Missing);
});

test("a gateway that fails says nothing of a ticket", async (t) => {
  const { stream } = await streamOf(t, { refusal: 502 });
  await assert.rejects(stream.knock(TICKET), Inconclusive);
});
