/** The attacks on the server find what is planted, and nothing on the venue itself. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { type Reference, type ReferenceOptions, startReference } from "../../reference/index.ts";
import { attack as attackServer } from "./server.ts";
import { attack as attackStream } from "./stream.ts";

const SMALL = { draws: 200, seed: 3 };

/** The venue behind who answers some bytes himself; `undefined` lets them pass. */
async function behind(
  options: ReferenceOptions,
  spoil: (bytes: string) => string | null | undefined,
) {
  const venue = await startReference(options);
  const { port } = new URL(venue.url);
  const ends = new Set<Socket>();
  const front = createServer((socket) => {
    const back = connect(Number(port), "127.0.0.1");
    for (const end of [socket, back]) ends.add(end);
    socket.on("error", () => back.destroy()).on("close", () => back.destroy());
    back.on("error", () => socket.destroy()).pipe(socket);
    let isDeaf = false;
    socket.on("data", (chunk) => {
      const said = isDeaf ? null : spoil(chunk.toString("latin1"));
      isDeaf = said === null;
      if (said === undefined) back.write(chunk);
      else if (said !== null) socket.end(said);
    });
    socket.on("end", () => back.end());
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const close = async () => {
    front.close();
    for (const end of ends) end.destroy();
    await venue.close();
  };
  return { url, controlUrl: venue.controlUrl, profile: () => venue.profile(), close };
}

test("requests break nothing of the venue", async () => {
  assert.deepEqual(await attackServer(SMALL), { tried: 200, found: [] });
});

test("frames break nothing of the venue", async () => {
  assert.deepEqual(await attackStream(SMALL), { tried: 200, found: [] });
});

const FAILURE = "HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\n\r\n";

test("a venue that fails on NUL is found", async () => {
  const start = (options: ReferenceOptions) =>
    behind(options, (bytes) => (bytes.includes("%00") ? FAILURE : undefined));
  const { found } = await attackServer(SMALL, start);
  assert.ok(
    found.some((one) => / answered 500: .*%00/.test(one)),
    found.join("\n"),
  );
});

test("a venue that lets some requests wait is found", async () => {
  const start = (options: ReferenceOptions) =>
    behind(options, (bytes) => (/%7B%7B/.test(bytes) ? null : undefined));
  const { found } = await attackServer(SMALL, start);
  assert.ok(
    found.some((one) => /left without an answer: .*%7B%7B/.test(one)),
    found.join("\n"),
  );
});

test("a venue that acts on what it refuses is found", async () => {
  const start = async (options: ReferenceOptions) => {
    const acting = await startReference(options);
    const front = await behind(options, (bytes) => {
      if (/^(POST|PATCH|DELETE) .*orders/.test(bytes)) void rest(acting);
      return undefined;
    });
    const close = () => front.close().then(() => acting.close());
    return { ...front, controlUrl: acting.controlUrl, close };
  };
  const { found } = await attackServer(SMALL, start);
  assert.ok(
    found.some((one) => one.startsWith("state: ")),
    found.join("\n"),
  );
});

/** Lets an order rest that nobody asked for. */
function rest({ profile, handle }: Reference): Promise<unknown> {
  const { agents, markets } = profile() as {
    agents: { api_key: string }[];
    markets: { id: string; kind: string; status: string }[];
  };
  const market = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN");
  const order = { market_id: market!.id, side: "BUY", type: "LIMIT", price: 1, qty: 1 };
  const headers = {
    authorization: `Bearer ${agents[0]!.api_key}`,
    "content-type": "application/json",
  };
  return handle({ method: "POST", path: "/v1/orders", headers, body: JSON.stringify(order) });
}

test("a stream that goes silent on a message is found", async () => {
  const start = (options: ReferenceOptions) =>
    behind(options, (bytes) => (bytes.includes("__proto__") ? null : undefined));
  const { found } = await attackStream(SMALL, start);
  assert.match(found.join("\n"), /^silence: /);
});
