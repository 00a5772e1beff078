import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { after, describe, it } from "node:test";
import WebSocket from "ws";
import { startReference } from "../index.ts";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

const { reference, api, agent, bearer, human, control, order } = await startTestVenue();
const alice = await human("alice");
const STREAM = `${reference.url.replace("http", "ws")}/v1/stream`;
const mint = async (name = "maker"): Promise<string> =>
  (await api.post("/v1/auth/ws-ticket").set("Authorization", bearer(name)).expect(201)).body.ticket;

/** Opens a socket, or tells with which status the handshake was refused. */
function connect(url: string, options: WebSocket.ClientOptions = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(url, options);
  after(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(socket));
    socket.once("unexpected-response", (_req, res) => resolve(res.statusCode!));
    socket.once("error", reject);
  });
}

const withTicket = (ticket: string, url = STREAM) => connect(`${url}?ticket=${ticket}`);

async function opened(attempt: Promise<WebSocket | number>): Promise<WebSocket> {
  const socket = await attempt;
  assert.ok(socket instanceof WebSocket, `refused with ${socket}`);
  return socket;
}

const closing = async (socket: WebSocket): Promise<number> => (await once(socket, "close"))[0];

describe("the stream", () => {
  it("opens with a fresh ticket under every prefix, and answers pings", async () => {
    for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
      const socket = await opened(withTicket(await mint(), STREAM.replace("/v1", prefix)));
      socket.ping("there?");
      const [payload] = await once(socket, "pong");
      assert.equal(String(payload), "there?");
      socket.close();
    }
  });

  it("opens with a ticket that a session minted", async () => {
    const body = { agent_id: agent("spare").agent_id };
    const { body: minted } = await alice.post("/v1/auth/ws-ticket", body).expect(201);
    await opened(withTicket(minted.ticket));
  });

  it("outlives its ticket", async () => {
    const socket = await opened(withTicket(await mint()));
    await control("post", "/clock", { advance_ms: 120_000 }).expect(200);
    socket.ping();
    await once(socket, "pong");
  });
});

describe("a ticket", () => {
  it("opens one connection, however soon that closes", async () => {
    const ticket = await mint();
    const socket = await opened(withTicket(ticket));
    assert.equal(await withTicket(ticket), 401);
    socket.close();
    await closing(socket);
    assert.equal(await withTicket(ticket), 401);
  });

  it("opens one of two simultaneous connections", async () => {
    for (let round = 0; round < 5; round++) {
      const ticket = await mint();
      const both = await Promise.all([withTicket(ticket), withTicket(ticket)]);
      assert.equal(both.filter((each) => each === 401).length, 1);
    }
  });

  it("opens nothing 60 seconds after it was minted, and still does just before", async () => {
    const [early, late] = [await mint(), await mint()];
    await control("post", "/clock", { advance_ms: 59_999 }).expect(200);
    await opened(withTicket(early));
    await control("post", "/clock", { advance_ms: 1 }).expect(200);
    assert.equal(await withTicket(late), 401);
  });

  it("is used up by a handshake that fails", async () => {
    const ticket = await mint();
    const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "1" };
    const url = `${reference.url}/stream?ticket=${ticket}`;
    const call = request(url, { headers });
    call.end();
    const [response] = await once(call, "response");
    assert.equal(response.statusCode, 400);
    response.resume();
    assert.equal(await withTicket(ticket), 401);
  });

  it("counts in the query alone", async () => {
    const ticket = await mint();
    const headers = { Authorization: `Bearer ${ticket}`, Cookie: `ticket=${ticket}` };
    assert.equal(await connect(STREAM, { headers }), 401);
    assert.equal(await connect(`${STREAM}/${ticket}`), 404);
    await api.get("/v1/account").set("Authorization", `Bearer ${ticket}`).expect(401);
    await opened(withTicket(ticket));
  });

  it("must be a ticket: not a key, not made up, not missing", async () => {
    const key = bearer("maker").slice(7);
    for (const query of ["", "?", "?ticket=", `?ticket=${key}`, "?ticket=%00", "?ticket=%E0%A4"]) {
      assert.equal(await connect(STREAM + query), 401, query);
    }
    assert.equal(await withTicket(`rw_live_${"A".repeat(43)}`), 401);
  });

  it("is refused with an envelope before the upgrade", async () => {
    const headers = { Connection: "Upgrade", Upgrade: "websocket" };
    const call = request(`${reference.url}/v1/stream?ticket=rw_live_x`, { headers });
    call.end();
    const [response] = await once(call, "response");
    const body = JSON.parse(String(await response.toArray().then(Buffer.concat)));
    assert.equal(response.statusCode, 401);
    assert.equal(response.headers["www-authenticate"], "Bearer");
    assert.equal(body.code, "UNAUTHENTICATED");
    assert.equal(body.request_id, response.headers["x-request-id"]);
    assert.ok(!JSON.stringify(body).includes("rw_live_"));
  });
});

describe("the end of a credential", () => {
  const MAKER = `/v1/me/agents/${agent("maker").agent_id}/keys`;
  const issue = async () => (await alice.post(MAKER, { name: "n" }).expect(201)).body;
  const ticketOf = async (key: string) => {
    const request = api.post("/v1/auth/ws-ticket").set("Authorization", `Bearer ${key}`);
    return (await request.expect(201)).body.ticket as string;
  };

  it("closes a revoked key's sockets with 4401 and ends its tickets, no others", async () => {
    const key = await issue();
    const socket = await opened(withTicket(await ticketOf(key.api_key)));
    const other = await opened(withTicket(await mint()));
    const ticket = await ticketOf(key.api_key);
    const closed = closing(socket);
    await alice.delete(`${MAKER}/${key.key_id}`).expect(200);
    assert.equal(await closed, 4401);
    assert.equal(await withTicket(ticket), 401);
    other.ping();
    await once(other, "pong");
  });

  it("closes the sockets of a session at its logout", async () => {
    const session = await human("bob");
    const body = { agent_id: agent("taker").agent_id };
    const { body: minted } = await session.post("/v1/auth/ws-ticket", body).expect(201);
    const closed = closing(await opened(withTicket(minted.ticket)));
    await session.post("/v1/auth/logout").expect(200);
    assert.equal(await closed, 4401);
  });

  it("ends one socket alone when its client breaks the protocol", async () => {
    const [noisy, calm] = [
      await opened(withTicket(await mint())),
      await opened(withTicket(await mint())),
    ];
    const closed = closing(noisy);
    noisy.send("x".repeat(20_000));
    await closed;
    calm.ping();
    await once(calm, "pong");
  });

  it("closes every socket when the venue starts over, and when it stops", async () => {
    const socket = await opened(withTicket(await mint()));
    const closed = closing(socket);
    await control("post", "/reset", { seed: 7 }).expect(200);
    assert.equal(await closed, 1001);
    const own = await startReference({ seed: 7 });
    const headers = { Authorization: bearer("maker") };
    const answer = await fetch(`${own.url}/auth/ws-ticket`, { method: "POST", headers });
    const { ticket } = (await answer.json()) as { ticket: string };
    const last = closing(
      await opened(withTicket(ticket, `${own.url.replace("http", "ws")}/stream`)),
    );
    await own.close();
    assert.equal(await last, 1001);
  });
});

describe("an offer of another protocol", () => {
  it("is passed over: the request is answered, body and all", async () => {
    const headers = {
      ...{ Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "" },
      ...{ Authorization: bearer("maker"), "Content-Type": "application/json" },
    };
    for (const padding of [0, 60_000]) {
      const call = request(`${reference.url}/v1/orders`, { method: "POST", headers });
      call.end(JSON.stringify({ ...order(), note: "x".repeat(padding) }));
      const [response] = await once(call, "response");
      assert.equal(response.statusCode, 201);
      response.resume();
    }
  });
});
