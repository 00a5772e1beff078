import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { interpose, isAside, unchanged, type WireVariant, withBody } from "./interposer.ts";

/** What came to the venue since a test began to look. */
const seen: string[] = [];

/** Answers with what it was sent, so that a test sees both ways. */
const echo = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { method, url, headers } = req;
  seen.push(`${method} ${url}${isAside(headers) ? " aside" : ""}`);
  res.setHeader("set-cookie", ["sid=1; HttpOnly", "csrf=2"]);
  res.writeHead(202, { "x-venue": "echo", date: "Mon, 05 Jan 2026 00:00:00 GMT" });
  res.end(JSON.stringify({ method, url, authorization: headers.authorization, body }));
});

async function through(variant: WireVariant, path: string, init: RequestInit = {}) {
  const { port } = echo.address() as AddressInfo;
  const front = await interpose(`http://127.0.0.1:${port}`, variant);
  try {
    const response = await fetch(front.url + path, init);
    return { response, body: JSON.parse(await response.text()) };
  } finally {
    await front.close();
  }
}

before(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
});
after(() => void echo.close());

describe("an interposer that changes nothing", () => {
  it("hands request and answer on as they are", async () => {
    const raw = '{"qty": 1.0, "qty": 2}';
    const init = { method: "POST", body: raw, headers: { authorization: "Bearer k" } };
    const { response, body } = await through(unchanged, "/v1/orders?limit=a%20b", init);
    assert.equal(response.status, 202);
    assert.equal(response.headers.get("x-venue"), "echo");
    assert.deepEqual(response.headers.getSetCookie(), ["sid=1; HttpOnly", "csrf=2"]);
    assert.equal(response.headers.get("date"), "Mon, 05 Jan 2026 00:00:00 GMT");
    assert.deepEqual(body, {
      method: "POST",
      url: "/v1/orders?limit=a+b",
      authorization: "Bearer k",
      body: raw,
    });
  });
});

describe("a caller that hangs up in the middle of a request", () => {
  it("is no fault of the variant, which is not asked", async (t) => {
    const told = t.mock.method(console, "error", () => {});
    const asked = t.mock.fn(unchanged);
    const { port } = echo.address() as AddressInfo;
    const front = await interpose(`http://127.0.0.1:${port}`, asked);
    const socket = connect(Number(new URL(front.url).port), "127.0.0.1");
    socket.write("POST /orders HTTP/1.1\r\nhost: venue\r\ncontent-length: 9\r\n\r\n{");
    socket.end();
    await once(socket.resume(), "close");
    await front.close();
    assert.equal(told.mock.callCount() + asked.mock.callCount(), 0);
  });
});

describe("a variant", () => {
  for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
    it(`sees the path relative to the prefix "${prefix}"`, async () => {
      const variant: WireVariant = async (request) => {
        return { status: 200, headers: {}, body: [request.prefix, request.path] };
      };
      const { body } = await through(variant, `${prefix}/orders/open`);
      assert.deepEqual(body, [prefix, "/orders/open"]);
    });
  }

  it("changes the request and the answer", async () => {
    const variant: WireVariant = async (request, venue) => {
      const answer = await venue(withBody(request, { qty: 7 }));
      return { ...answer, status: 418 };
    };
    const { response, body } = await through(variant, "/orders", { method: "POST", body: "{}" });
    assert.equal(response.status, 418);
    assert.equal(body.body, '{"qty":7}');
  });

  it("is known by what it reads before the request it was given, and by all that follows it", async () => {
    const looks: WireVariant = async (request, venue) => {
      await venue({ ...request, method: "GET", path: "/book" });
      const answer = await venue(request);
      for (const path of ["/orders", "/account"]) await venue({ ...request, path });
      return answer;
    };
    seen.length = 0;
    await through(looks, "/orders", { method: "POST", body: "{}" });
    const [before, own, ...after] = ["GET /book", "POST /orders", "POST /orders", "POST /account"];
    assert.deepEqual(seen, [`${before} aside`, own, ...after.map((one) => `${one} aside`)]);
  });

  it("is not known by a write in place of another", async () => {
    const instead: WireVariant = (request, venue) => venue({ ...request, path: "/orders/1" });
    seen.length = 0;
    await through(instead, "/orders/2", { method: "DELETE" });
    assert.deepEqual(seen, ["DELETE /orders/1"]);
  });

  it("has no body where the text is not JSON", async () => {
    const variant: WireVariant = async ({ body }) => {
      return { status: 200, headers: {}, body: { isThere: body !== undefined } };
    };
    const { body } = await through(variant, "/orders", { method: "POST", body: "qty=1" });
    assert.deepEqual(body, { isThere: false });
  });
});
