/** The bridge for the time of one test: a venue, a caller of it, and the SDK's own client. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type ReferenceOptions, startReference } from "../../reference/index.ts";
import { type Profile, profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { type Connecting, connection } from "./connection.ts";
import { bridgeServer } from "./server.ts";

/** A tool called by name, its answer read. */
export interface CalledTool {
  data: Record<string, unknown>;
  text: string;
  isError: boolean;
  links: string[];
}

/** A client that is connected, in the words of these tests. */
export interface BridgeClient {
  client: Client;
  tools(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<CalledTool>;
  close(): Promise<void>;
}

/** A venue in this process, and its profile. */
export async function venueFor(t: TestContext, options: ReferenceOptions = {}): Promise<Profile> {
  const venue = await startReference({ seed: 3, ...options });
  t.after(() => venue.close());
  return profileOf(venue.profile() as ProfileFile);
}

/** The SDK's client at a bridge in this process. */
export async function bridged(
  t: TestContext,
  profile: Profile,
  who: Partial<Connecting> & { agent?: string } = {},
): Promise<BridgeClient> {
  const { agent = "maker", ...more } = who;
  const credentials = profile.agents.find(({ name }) => name === agent) ?? null;
  const asked = { profile, credentials, isEmbedded: false, isLocal: true, ...more };
  const context = await connection(asked);
  const { server, settled } = bridgeServer(context);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await client.close();
    await settled();
    await context.caller.close();
  };
  t.after(close);
  return { ...spoken(client), close };
}

/** A client in the words of these tests. */
export function spoken(client: Client): Omit<BridgeClient, "close"> {
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) =>
      called((await client.callTool({ name, arguments: args })) as CallToolResult),
  };
}

/** An answer as these tests read it. */
export function called({ content, structuredContent, isError }: CallToolResult): CalledTool {
  return {
    data: structuredContent ?? {},
    text: content.flatMap((one) => (one.type === "text" ? one.text : [])).join("\n"),
    isError: isError ?? false,
    links: content.flatMap((one) => (one.type === "resource_link" ? one.uri : [])),
  };
}

/** What stands in front of a venue and loses answers; `seen` are the requests that it passed. */
export interface LossyFront {
  profile: Profile;
  seen: { line: string; body: string }[];
  /** Loses the answers to so many of the next requests of this method and path. */
  lose(line: string, times: number): void;
}

/** Puts a front before the venue that passes everything, and may lose what comes back. */
export async function lossyFront(t: TestContext, profile: Profile): Promise<LossyFront> {
  const seen: LossyFront["seen"] = [];
  const toLose = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const body = await textOf(request);
    seen.push({ line, body });
    const { authorization = "", "content-type": type = "" } = request.headers;
    const answer = await fetch(profile.baseUrl + request.url, {
      method: request.method ?? "GET",
      headers: { authorization, ...(type && { "content-type": type }) },
      ...(body !== "" && { body }),
    });
    const text = await answer.text();
    const left = toLose.get(line) ?? 0;
    toLose.set(line, left - 1);
    if (left > 0) return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    profile: { ...profile, baseUrl },
    seen,
    lose: (line, times) => void toLose.set(line, times),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** An order that rests far from the touch of an open binary. */
export function restingOrder({ markets }: Profile): Record<string, unknown> {
  const market = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN");
  return { market_id: market?.id, side: "BUY", type: "LIMIT", price: 2, qty: 1 };
}
