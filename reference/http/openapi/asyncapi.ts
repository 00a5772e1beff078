/** The AsyncAPI document of the stream. Spec: Events; D-150 to D-159. */
import { CHANNELS, FRAMES, type Message, REQUESTS } from "./asyncapi-messages.ts";
import { Components } from "./components.ts";
import { API_VERSION } from "./openapi.ts";

const DESCRIPTION = `What the venue tells as it happens, over one WebSocket.

A ticket from \`POST /auth/ws-ticket\` opens one connection within 60 seconds. The channels of the
ticket's agent (orders, fills, positions, wallet) are followed from the start; others are asked for.
Each channel begins with a snapshot, and each update has the next \`seq\`; who misses one subscribes
again. Close codes: 1001 the venue stops, 1003 a binary frame, 1009 a message of more than 16 KB,
4400 too many errors, 4401 key or session ended, 4408 the client does not read or is silent.`;

const PREFIXES = { bare: "/", v1: "/v1", api: "/api", apiV1: "/api/v1" };

/** Shape: AsyncAPI 3.0; `url` is where the venue is reached, such as `http://127.0.0.1:9000`. */
export function asyncapi(url: string) {
  const components = new Components();
  const messages = messagesOf({ ...REQUESTS, ...FRAMES, ...CHANNELS }, components);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Touchstone reference venue: stream",
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: serversAt(new URL(url)),
    channels: { stream: { address: "/stream", messages } },
    operations: {
      hear: operation("receive", "What a client says.", REQUESTS),
      tell: operation("send", "What the venue tells.", { ...FRAMES, ...CHANNELS }),
    },
    components: {
      schemas: components.schemas,
      securitySchemes: { ticket: { type: "httpApiKey", in: "query", name: "ticket" } },
    },
  };
}

function serversAt({ host, protocol }: URL): object {
  const security = [{ $ref: "#/components/securitySchemes/ticket" }];
  const servers = Object.entries(PREFIXES).map(([name, pathname]) => [
    name,
    { host, pathname, protocol: protocol === "https:" ? "wss" : "ws", security },
  ]);
  return Object.fromEntries(servers);
}

function messagesOf(messages: Record<string, Message>, components: Components): object {
  const written = Object.entries(messages).map(([name, { summary, payload }]) => [
    name,
    { summary, contentType: "application/json", payload: components.schema(payload) },
  ]);
  return Object.fromEntries(written);
}

const operation = (action: string, summary: string, messages: Record<string, Message>) => ({
  action,
  summary,
  channel: { $ref: "#/channels/stream" },
  messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
});
