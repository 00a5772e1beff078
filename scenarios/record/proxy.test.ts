import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { type TestContext, test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { TOO_LONG } from "./kept-body.ts";
import type { PassedClose, PassedExchange, PassedMessage, StreamEnd, Witness } from "./passed.ts";
import { type RunningProxy, startProxy } from "./proxy.ts";

/** What a witness saw, in the order in which it was over. */
class Sights implements Witness {
  readonly exchanges: PassedExchange[] = [];
  readonly handshakes: PassedExchange[] = [];
  readonly said: [by: StreamEnd, text: string, isBinary: boolean][] = [];
  readonly closed: [by: StreamEnd, code: number, reason: string][] = [];

  exchange = () => (passed: PassedExchange) => void this.exchanges.push(passed);
  handshake = () => (passed: PassedExchange) => {
    this.handshakes.push(passed);
    return {
      said: ({ by, message, isBinary }: PassedMessage) =>
        void this.said.push([by, message.toString(), isBinary]),
      closed: ({ by, code, reason }: PassedClose) => void this.closed.push([by, code, reason]),
    };
  };
}

interface Front {
  port: number;
  behindPort: number;
  seen: Sights;
  proxy: RunningProxy;
}

async function inFrontOf(t: TestContext, target: string, serialize = false): Promise<Front> {
  const seen = new Sights();
  const options = { target, port: 0, host: "127.0.0.1", serialize };
  const proxy = await startProxy(options, seen);
  t.after(() => proxy.close());
  const [behindPort, port] = [target, proxy.url].map((url) => Number(new URL(url).port));
  return { port: port!, behindPort: behindPort!, seen, proxy };
}

async function fronting(t: TestContext, listener: RequestListener, serialize = false) {
  const server = createServer({ requireHostHeader: false }, listener);
  server.on("checkContinue", (req, res) => {
    res.writeContinue();
    listener(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { ...(await inFrontOf(t, `http://127.0.0.1:${port}`, serialize)), server };
}

/** The bytes a server answers to these and to a last request that ends the connection. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const last = `GET /last HTTP/1.1\nHost: 127.0.0.1:${port}\nConnection: close\n\n`;
  socket.write((text + last).replaceAll("\n", "\r\n"));
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
  await once(socket, "close").catch(() => {});
  return answer;
}

/** What both doors answer to the same bytes; the host is no difference. */
async function bothDoors({ port, behindPort }: Front, text: string): Promise<[string, string]> {
  const direct = await raw(behindPort, text.replace("HOST", `127.0.0.1:${behindPort}`));
  const through = await raw(port, text.replace("HOST", `127.0.0.1:${port}`));
  assert.notEqual(direct, "");
  return [direct, through];
}

const NO_DATE = { sendDate: false };

const ANSWERS: Record<string, RequestListener> = {
  "names, case, order and duplicates of headers": (_req, res) => {
    const pairs = ["X-b", "1", "x-A", "2", "Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-b", "3"];
    res.writeHead(218, "Fine By Me", [...pairs, "Content-Length", "2"] as never);
    res.end("ok");
  },
  "a chunked body with trailers": (_req, res) => {
    res.writeHead(200, { Trailer: "X-Sum", "Transfer-Encoding": "chunked" });
    res.write("one");
    res.addTrailers({ "X-Sum": "7" });
    res.end("two");
  },
  "a body that ends with the connection": (_req, res) => {
    res.removeHeader("transfer-encoding");
    res.writeHead(200, ["Connection", "close"] as never);
    res.end("until the end");
  },
  "no connection header at all": (_req, res) => {
    res.removeHeader("connection");
    res.writeHead(200, ["Content-Length", "2"] as never);
    res.end("ok");
  },
  "an empty 204": (_req, res) => void res.writeHead(204).end(),
  "a Latin-1 header": (_req, res) => void res.writeHead(200, { "X-Name": "Zo\xeb" }).end(),
};

for (const [title, listener] of Object.entries(ANSWERS)) {
  for (const method of ["GET", "HEAD"]) {
    test(`passes ${title} to a ${method} as the target answers it`, async (t) => {
      const front = await fronting(t, (req, res) => listener(req, Object.assign(res, NO_DATE)));
      const [direct, through] = await bothDoors(front, `${method} /a?b HTTP/1.1\nHost: HOST\n\n`);
      assert.equal(through, direct);
    });
  }
}

const REQUESTS: Record<string, string> = {
  "names, case, order and duplicates":
    "GET /%7e?a=1&a=%20 HTTP/1.1\nHost: HOST\nx-B: 1\nX-a: 2\nx-B: 3\n\n",
  "a chunked body with trailers":
    "POST / HTTP/1.1\nHost: HOST\nTransfer-Encoding: chunked\n\n3\nabc\n0\nX-Sum: 7\n\n",
  "a DELETE with a body": "DELETE / HTTP/1.1\nHost: HOST\nContent-Length: 3\n\nabc",
  "a body announced by Expect":
    "PUT / HTTP/1.1\nHost: HOST\nExpect: 100-continue\nContent-Length: 3\n\nabc",
  "HTTP/1.0": "GET / HTTP/1.0\n\n",
};

for (const [title, text] of Object.entries(REQUESTS)) {
  test(`passes requests on as they are: ${title}`, async (t) => {
    const front = await fronting(t, async (req, res) => {
      let body = "";
      for await (const chunk of req) body += chunk;
      const own = req.rawHeaders.filter(
        (_, at) => !/^connection$/i.test(named(req.rawHeaders, at)),
      );
      const heard = [req.method, req.url, own, body, req.rawTrailers];
      Object.assign(res, NO_DATE).end(JSON.stringify(heard));
    });
    const { behindPort, port } = front;
    const [direct, through] = await bothDoors(front, text);
    assert.equal(through.replaceAll(`:${port}`, `:${behindPort}`), direct);
  });
}

const named = (headers: readonly string[], at: number) => headers[at - (at % 2)] ?? "";

test("passes large bodies both ways and keeps none that is too large", async (t) => {
  const front = await fronting(t, (req, res) => void req.pipe(res));
  const size = 20 * 1024 * 1024;
  const sending = request({ port: front.port, method: "POST" });
  sending.end(Buffer.alloc(size, 65));
  const [answer] = await once(sending, "response");
  let received = 0;
  for await (const chunk of answer) received += chunk.length;
  assert.equal(received, size);
  // The answer leaves before it is recorded.
  while (front.seen.exchanges.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(front.seen.exchanges[0]?.body, TOO_LONG);
});

test("passes the head on before the body is there", async (t) => {
  let finish = () => {};
  const front = await fronting(t, (_req, res) => {
    res.writeHead(200).flushHeaders();
    finish = () => res.end("late");
  });
  const asking = request({ port: front.port }).end();
  const [answer] = await once(asking, "response");
  assert.equal(answer.statusCode, 200);
  finish();
  for await (const chunk of answer) assert.equal(String(chunk), "late");
});

test("answers 502 while nothing listens, and passes again once something does", async (t) => {
  const server = createServer((_req, res) => res.end("up"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { seen, proxy } = await inFrontOf(t, `http://127.0.0.1:${port}`);
  assert.equal((await fetch(proxy.url)).status, 200);
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  const answer = await fetch(proxy.url);
  const { code } = (await answer.json()) as { code: string };
  assert.deepEqual([answer.status, code], [502, "TARGET_UNREACHABLE"]);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  assert.equal((await fetch(proxy.url)).status, 200);
  server.close();
  server.closeAllConnections();
  assert.deepEqual(
    seen.exchanges.map(({ loss }) => loss),
    [null, "refused", null],
  );
});

test("cuts the caller off where the target cuts, before and within an answer", async (t) => {
  const front = await fronting(t, (req, res) => {
    if (req.url === "/within") res.writeHead(200, { "Content-Length": 10 }).write("half");
    setImmediate(() => res.destroy());
  });
  for (const path of ["/before", "/within"]) {
    await assert.rejects(fetch(front.proxy.url + path).then((answer) => answer.text()));
  }
  assert.deepEqual(
    front.seen.exchanges.map(({ loss, answer }) => [loss, answer]),
    [
      ["reset", null],
      ["reset", null],
    ],
  );
});

test("leaves the target when the caller leaves", async (t) => {
  let came = () => {};
  let left = () => {};
  const [coming, leaving] = [
    new Promise<void>((resolve) => (came = resolve)),
    new Promise<void>((resolve) => (left = resolve)),
  ];
  const front = await fronting(t, (_req, res) => {
    res.once("close", left);
    came();
  });
  const asking = request({ port: front.port })
    .on("error", () => {})
    .end();
  await coming;
  asking.destroy();
  await leaving;
  assert.deepEqual(
    front.seen.exchanges.map(({ loss }) => loss),
    ["abandoned"],
  );
});

test("records a body that was cut off as none, as nobody knows the rest of it", async (t) => {
  let over = () => {};
  const leaving = new Promise<void>((resolve) => (over = resolve));
  const front = await fronting(t, (req) => {
    req.once("data", () => asking.destroy());
    req.once("close", over);
  });
  const headers = { "Content-Length": 10, "Content-Type": "application/json" };
  const asking = request({ port: front.port, method: "POST", headers }).on("error", () => {});
  asking.write("half");
  await leaving;
  const losses = front.seen.exchanges.map(({ loss, body }) => [loss, body]);
  assert.deepEqual(losses, [["abandoned", Buffer.alloc(0)]]);
});

test("lets exchanges take turns where it is told to", async (t) => {
  let under = 0;
  const most: number[] = [];
  const listener: RequestListener = (_req, res) => {
    most.push(++under);
    setImmediate(() => {
      under -= 1;
      res.end();
    });
  };
  const front = await fronting(t, listener, true);
  await Promise.all(Array.from({ length: 5 }, () => fetch(front.proxy.url)));
  assert.deepEqual(most, [1, 1, 1, 1, 1]);
});

test("takes an offer of HTTP/2 for the request that it is", async (t) => {
  const front = await fronting(t, (_req, res) => void res.end("plain"));
  const headers = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AA" };
  const [answer] = await once(request({ port: front.port, headers }).end(), "response");
  for await (const chunk of answer) assert.equal(String(chunk), "plain");
  assert.deepEqual(
    front.seen.exchanges.map(({ loss }) => loss),
    [null],
  );
});

async function streaming(t: TestContext, options: { perMessageDeflate: boolean }) {
  const server = createServer();
  const sockets = new WebSocketServer({ server, ...options, path: "/stream" });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { sockets, ...(await inFrontOf(t, `http://127.0.0.1:${port}`)) };
}

for (const perMessageDeflate of [false, true]) {
  const how = perMessageDeflate ? "compressed" : "plain";
  test(`passes ${how} messages, pings and the close, and reads them`, async (t) => {
    const { sockets, port, seen } = await streaming(t, { perMessageDeflate });
    const long = "tick ".repeat(30_000);
    sockets.on("connection", (socket) => {
      socket.on("message", (data) => socket.send(String(data)));
      socket.on("ping", () => socket.send(Buffer.from("pinged")));
    });
    const client = new WebSocket(`ws://127.0.0.1:${port}/stream?ticket=t`, { perMessageDeflate });
    await once(client, "open");
    for (const text of ["hello", long, long]) {
      client.send(text);
      assert.equal(String((await once(client, "message"))[0]), text);
    }
    client.ping();
    await once(client, "message");
    for (const socket of sockets.clients) socket.close(4408, "too slow");
    const [code, reason] = await once(client, "close");
    assert.deepEqual([code, String(reason)], [4408, "too slow"]);
    const heard = seen.said.filter(([by]) => by === "venue");
    assert.deepEqual(
      heard.slice(0, 3).map(([, text]) => text.length),
      [5, 150_000, 150_000],
    );
    assert.deepEqual(heard[3], ["venue", "pinged", true]);
    assert.deepEqual(seen.closed, [["venue", 4408, "too slow"]]);
    assert.equal(seen.handshakes[0]?.answer?.status, 101);
  });
}

test("passes a refused handshake with its headers and body", async (t) => {
  const { port, seen } = await streaming(t, { perMessageDeflate: false });
  const client = new WebSocket(`ws://127.0.0.1:${port}/elsewhere`);
  const [, answer] = await once(client, "unexpected-response");
  assert.equal(answer.statusCode, 400);
  assert.equal(seen.handshakes[0]?.answer?.status, 400);
  answer.destroy();
});

test("records a stream that was cut without a close", async (t) => {
  const { sockets, port, seen } = await streaming(t, { perMessageDeflate: false });
  sockets.on("connection", (socket) => socket.terminate());
  const client = new WebSocket(`ws://127.0.0.1:${port}/stream`);
  const [code] = await once(client, "close");
  assert.equal(code, 1006);
  assert.deepEqual(seen.closed, [["venue", 1006, ""]]);
});

test("refuses a handshake with 502 when nothing listens", async (t) => {
  const gap = createTcpServer().listen(0, "127.0.0.1");
  await once(gap, "listening");
  const { port: free } = gap.address() as AddressInfo;
  gap.close();
  await once(gap, "close");
  const { port } = await inFrontOf(t, `http://127.0.0.1:${free}`);
  const client = new WebSocket(`ws://127.0.0.1:${port}/stream`);
  const [, answer] = await once(client, "unexpected-response");
  assert.equal(answer.statusCode, 502);
  answer.destroy();
});
