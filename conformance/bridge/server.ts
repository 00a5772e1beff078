/** The bridge as a server of the Model Context Protocol: tools by what the key allows, and kept texts. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { Value } from "typebox/value";
import { tellUnforeseen } from "../../reports/render/say.ts";
import { onOneLine } from "../../reports/render/text.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import type { BridgeContext } from "./bridge-context.ts";
import { conformTools } from "./conform-tools.ts";
import { harnessTools } from "./harness-tools.ts";
import { orderTools } from "./order-tools.ts";
import { type BridgeTool, type ToolAnswer, type ToolCall, ToolError } from "./tool.ts";
import { venueTools } from "./venue-tools.ts";

/** Longest arguments of a call. Units: characters of JSON. */
const ARGUMENTS_MAX = 65_536;
/** Calls of one client at a time. */
const CALLS_MAX = 32;
/** Longest that is quoted of what a client sent. */
const QUOTED_MAX = 80;
/** Progress is told so often at most. Units: ms. */
const PROGRESS_MS = 100;

const INSTRUCTIONS =
  "Tools of a trading venue of the Touchstone API, and of the harness that proves it. Quantities " +
  "are whole contracts, prices whole units of the market's scale. To prove the venue: conform_plan, " +
  "conform_run, conform_causes, explain. To trade: markets, book, place, open_orders, cancel.";

/** A server, and what of its calls has not ended yet. */
export interface Bridge {
  server: Server;
  /** Resolves when every call has ended, cancelled ones too: a run clears up after itself. */
  settled(): Promise<void>;
}

/** A server for one connection; `context` is closed by who made it, when all calls have ended. */
export function bridgeServer(context: BridgeContext): Bridge {
  const tools = [
    ...venueTools(context),
    ...orderTools(context),
    ...conformTools(context),
    ...harnessTools(context),
  ];
  const capabilities = { tools: {}, resources: {} };
  /** @bound {CALLS_MAX} calls that have not ended: one more is an error; conformance/bridge/bridge.test.ts */
  const calls = new Set<Promise<unknown>>();
  const server = new Server({ ...TOOL }, { capabilities, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const offered = await Promise.all(tools.map((tool) => isOffered(tool, context)));
    return { tools: tools.filter((_, at) => offered[at]).map(listed) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = await demanded(params.name, tools, context);
    if (calls.size >= CALLS_MAX) {
      throw new McpError(ErrorCode.InvalidRequest, `at most ${CALLS_MAX} calls at a time`);
    }
    const args = params.arguments ?? {};
    if (JSON.stringify(args).length > ARGUMENTS_MAX) {
      const most = `at most ${ARGUMENTS_MAX} characters`;
      throw new McpError(
        ErrorCode.InvalidParams,
        `${tool.name}: its arguments are too long: ${most}`,
      );
    }
    const token = params._meta?.progressToken;
    const progress = token === undefined ? () => {} : progressTo(extra, token);
    const call = answered(tool, args, { signal: extra.signal, progress });
    calls.add(call);
    return call.finally(() => calls.delete(call));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: context.texts.all.map(({ text, ...link }) => ({ ...link, size: text.length })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const kept = context.texts.at(uri);
    if (kept === null) throw new McpError(NO_RESOURCE, `${quoted(uri)}: is not kept, or no longer`);
    const { mimeType, text } = kept;
    return { contents: [{ uri, mimeType, text }] };
  });
  const settled = async () => {
    await Promise.allSettled(calls);
  };
  return { server, settled };
}

/** The protocol's own code for a resource that is not there. */
const NO_RESOURCE = -32_002;

async function isOffered({ needs }: BridgeTool, context: BridgeContext): Promise<boolean> {
  if (needs === "none" || (needs === "harness" && context.isLocal)) return true;
  const { read, trade } = await context.caller.scopes();
  return { harness: read || trade, read, trade }[needs];
}

function listed(tool: BridgeTool): Tool {
  const { name, title, description, input, effect, isRepeatable = true } = tool;
  return {
    ...{ name, title, description },
    inputSchema: JSON.parse(JSON.stringify(input)),
    annotations: {
      ...{ title, readOnlyHint: effect === "reads", destructiveHint: effect === "destroys" },
      idempotentHint: isRepeatable,
    },
  };
}

/** Errors: McpError for a tool that is not there, or that this key does not have. */
async function demanded(
  name: string,
  tools: readonly BridgeTool[],
  context: BridgeContext,
): Promise<BridgeTool> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new McpError(ErrorCode.InvalidParams, `no tool is called ${quoted(name)}`);
  }
  if (await isOffered(tool, context)) return tool;
  const allows = { trade: "that may trade", read: "that may read" }[tool.needs as "read"];
  const needed = `an API key ${allows ?? "of the venue"}`;
  throw new McpError(ErrorCode.InvalidParams, `${tool.name} needs ${needed}`);
}

async function answered(
  tool: BridgeTool,
  args: Record<string, unknown>,
  call: ToolCall,
): Promise<CallToolResult> {
  const [wrong] = Value.Errors(tool.input, args);
  if (wrong) return refused(`${tool.name}: ${wrong.instancePath || "/"} ${wrong.message}`);
  try {
    return resultOf(await tool.run(args, call));
  } catch (error) {
    if (
      error instanceof ToolError ||
      error instanceof UsageError ||
      error instanceof Inconclusive
    ) {
      return refused(error.message);
    }
    tellUnforeseen(error);
    throw new McpError(ErrorCode.InternalError, `${tool.name}: the bridge itself went wrong`);
  }
}

function resultOf({ data, text, links = [], isError = false }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: "text", text: text ?? JSON.stringify(data) },
      ...links.map((link) => ({ type: "resource_link" as const, ...link })),
    ],
    structuredContent: data,
    ...(isError && { isError }),
  };
}

const refused = (why: string): CallToolResult =>
  resultOf({ data: { error: why }, text: why, isError: true });

function quoted(text: string): string {
  return onOneLine(text.slice(0, QUOTED_MAX));
}

/** Sends progress as it is told, not too often; who no longer listens is no trouble. */
function progressTo(
  extra: { sendNotification: (note: never) => Promise<void> },
  progressToken: string | number,
): ToolCall["progress"] {
  let [last, at] = [-1, 0];
  return (progress, total, message) => {
    const now = performance.now();
    if (progress <= last || (progress < total && now - at < PROGRESS_MS)) return;
    [last, at] = [progress, now];
    const params = { progressToken, progress, total, message };
    const note = { method: "notifications/progress", params };
    extra.sendNotification(note as never).catch(() => {});
  };
}
