/** The bridge over streamable HTTP, on this machine alone: each caller comes with a key of its own. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { tellUnforeseen } from "../../reports/render/say.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { type Connecting, callerWith, connection } from "./connection.ts";
import { bodyOf, demandOwnHost, HttpRefusal, keyIn } from "./http-request.ts";
import { type SignIn, signInAt } from "./oauth.ts";
import { bridgeServer } from "./server.ts";

/** Beyond them the one that rested longest ends; one under way never does. */
const SESSIONS_MAX = 64;
/** @bound {SOCKETS_MAX} sockets: one more is closed at once; conformance/bridge/http.test.ts */
const SOCKETS_MAX = 256;

/** Where clients find it. */
const PATH = "/mcp";

/** A running bridge. */
export interface HttpBridge {
  url: string;
  close(): Promise<void>;
}

/** One client's session. Shape: `key` is a digest; `busy` counts requests under way. */
interface BridgeSession {
  transport: StreamableHTTPServerTransport;
  key: Buffer;
  busy: number;
  end(): Promise<void>;
}

/**
 * Listens on loopback; port 0 is a free one. With `signIn` a caller without a key is sent to sign in.
 * Errors: EADDRINUSE and its like.
 */
export async function serveHttp(
  profile: Profile,
  port: number,
  { signIn = false } = {},
): Promise<HttpBridge> {
  let oauth: SignIn | null = null;
  const bridge = new SessionTable(profile);
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => refuse(response, error, oauth));
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    demandOwnHost(request.headers);
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname !== PATH && oauth !== null) return oauth.serve(request, response);
    if (pathname !== PATH) throw new HttpRefusal(404, `nothing is here: the bridge is at ${PATH}`);
    const key = keyIn(request.headers);
    if (key === null && oauth !== null) throw new HttpRefusal(401, "sign in, or give an API key");
    await bridge.serve(request, response, key);
  };
  server.maxConnections = SOCKETS_MAX;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  if (signIn) oauth = signInAt(new URL(url), profile);
  return { url, close: () => closed(server, bridge, oauth) };
}

async function closed(server: Server, bridge: SessionTable, oauth: SignIn | null): Promise<void> {
  server.close();
  await bridge.endAll();
  await oauth?.end();
  server.closeAllConnections();
}

class SessionTable {
  readonly #profile: Profile;
  /**
   * By the id that the protocol gives them, the one that rested longest first.
   * @bound {SESSIONS_MAX} sessions: the first of them ends; conformance/bridge/http.test.ts
   */
  readonly #sessions = new Map<string, BridgeSession>();
  #beginning = 0;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    key: string | null,
  ): Promise<void> {
    const body = request.method === "POST" ? await bodyOf(request) : undefined;
    const session = await this.#sessionOf(request, key, body);
    session.busy += 1;
    response.once("close", () => {
      session.busy -= 1;
    });
    await session.transport.handleRequest(request, response, body);
    // What the protocol refused to begin is no session.
    if (session.transport.sessionId === undefined) await session.end();
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  async #sessionOf(
    { headers }: IncomingMessage,
    key: string | null,
    body: unknown,
  ): Promise<BridgeSession> {
    const id = headers["mcp-session-id"];
    if (typeof id !== "string") {
      if (isInitializeRequest(body)) return this.#begun(key);
      throw new HttpRefusal(400, "a session begins with initialize, and is named after that");
    }
    const session = this.#sessions.get(id);
    if (session === undefined) throw new HttpRefusal(404, "no such session: begin another");
    if (!timingSafeEqual(session.key, digest(key))) {
      throw new HttpRefusal(401, "this session was begun with another key");
    }
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  async #begun(key: string | null): Promise<BridgeSession> {
    await this.#makeRoom();
    this.#beginning += 1;
    try {
      return await this.#opened(key);
    } finally {
      this.#beginning -= 1;
    }
  }

  async #opened(key: string | null): Promise<BridgeSession> {
    const credentials = key === null ? null : callerWith(key);
    const connecting = { profile: this.#profile, credentials, isEmbedded: false, isLocal: false };
    const context = await connection(connecting satisfies Connecting);
    const { read, trade, isSure } = await context.caller.scopes();
    if (credentials !== null && isSure && !read && !trade) {
      await context.caller.close();
      throw new HttpRefusal(401, "the venue refuses this key");
    }
    const { server, settled } = bridgeServer(context);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
    });
    const ended = new Promise<void>((resolve) => {
      server.onclose = async () => {
        this.#sessions.delete(transport.sessionId ?? "");
        await settled();
        await context.caller.close();
        resolve();
      };
    });
    const end = async () => {
      await server.close();
      await ended;
    };
    const session: BridgeSession = { transport, key: digest(key), busy: 0, end };
    await server.connect(transport as never);
    return session;
  }

  /** Errors: HttpRefusal where as many sessions as there may be are under way. */
  async #makeRoom(): Promise<void> {
    if (this.#sessions.size + this.#beginning < SESSIONS_MAX) return;
    const resting = [...this.#sessions.values()].find(({ busy }) => busy === 0);
    if (resting === undefined) throw new HttpRefusal(503, "too many sessions are under way");
    await resting.end();
  }
}

function digest(key: string | null): Buffer {
  return createHash("sha256")
    .update(key ?? "")
    .digest();
}

/** An error of the protocol, or of the bridge itself; nothing where an answer is under way. */
function refuse(response: ServerResponse, error: unknown, oauth: SignIn | null): void {
  const known = error instanceof HttpRefusal ? error : null;
  if (known === null) tellUnforeseen(error);
  if (response.headersSent) return void response.end();
  const status = known?.status ?? 500;
  const message = known?.message ?? "the bridge itself went wrong";
  const how = oauth === null ? "" : `, ${oauth.challenge}`;
  const challenge = { "www-authenticate": `Bearer realm="venue", error="invalid_token"${how}` };
  response.writeHead(status, {
    ...{ "content-type": "application/json", connection: "close" },
    ...(status === 401 && challenge),
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
}
