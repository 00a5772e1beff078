/** The bridge over stdio: one client, which started it; the end of its input ends it in order. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { tell } from "../../reports/render/say.ts";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import { type Connecting, connection } from "./connection.ts";
import { LINE_BYTES_MAX, LineLimit } from "./line-limit.ts";
import { bridgeServer } from "./server.ts";

/** Serves until the client leaves, or it is interrupted; a run under way clears up first. */
export async function serveStdio(connecting: Connecting): Promise<void> {
  const context = await connection(connecting);
  const { server, settled } = bridgeServer(context);
  const lines = new LineLimit((id) => {
    const message = `a message has at most ${LINE_BYTES_MAX} bytes`;
    if (id === null) return tell(`touchstone bridge: ${message}; one was dropped`);
    const error = { code: ErrorCode.InvalidRequest, message };
    return void transport.send({ jsonrpc: "2.0", id, error });
  });
  const transport = new StdioServerTransport(lines as never, process.stdout);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.onerror = (error) => tell(`touchstone bridge: ${error.message}`);
  const end = () => void server.close();
  lines.once("end", end);
  process.stdin.once("error", end);
  const listenNoMore = onInterruption(end);
  await server.connect(transport);
  process.stdin.pipe(lines);
  await closed;
  await settled();
  listenNoMore();
  await context.caller.close();
  process.stdin.destroy();
}
