/** What a tool of the bridge is: arguments with a schema, what its caller's key must allow, an answer. */
import type { Static, TObject } from "typebox";

/**
 * What a caller needs: nothing, a scope of the venue (Spec: Authentication 6), or for what takes the
 * bridge's own time (`harness`) to be on its machine or to have any key that the venue takes.
 */
export type ToolNeed = "none" | "harness" | "read" | "trade";

/** A call under way. `progress` tells how far it is; `done` grows. */
export interface ToolCall {
  signal: AbortSignal;
  progress(done: number, total: number, message: string): void;
}

/** Something that can be read by its address. */
export interface LinkedText {
  uri: string;
  name: string;
  mimeType: string;
}

/** What a tool answers. Shape: `isError` where what was asked for was not done. */
export interface ToolAnswer {
  data: Record<string, unknown>;
  /** For people; the data as JSON where absent. */
  text?: string;
  links?: readonly LinkedText[];
  isError?: boolean;
}

/**
 * A tool, and what it does to the venue.
 * Shape: the same call again does nothing more, unless `isRepeatable` is false.
 */
export interface BridgeTool {
  name: string;
  title: string;
  description: string;
  needs: ToolNeed;
  effect: "reads" | "writes" | "destroys";
  isRepeatable?: boolean;
  input: TObject;
  run(args: Record<string, unknown>, call: ToolCall): Promise<ToolAnswer>;
}

/** A tool whose arguments have the type of its schema: they are checked before it runs. */
export function bridgeTool<Input extends TObject>(
  tool: Omit<BridgeTool, "input" | "run"> & {
    input: Input;
    run(args: Static<Input>, call: ToolCall): Promise<ToolAnswer>;
  },
): BridgeTool {
  return tool as unknown as BridgeTool;
}

/** Why a tool did not do what it was asked for: one line, and what to do. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
