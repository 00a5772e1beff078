/** Who calls: the agents of a file that only its owner can read, spread evenly over the requests. */
import { SharedArray } from "k6/data";
import exec from "k6/execution";

/** An agent as the file has it. */
export interface LoadAgent {
  name: string;
  agent_id: string | null;
  api_key: string;
}

const file = __ENV["AGENTS_FILE"];

const agents = new SharedArray<LoadAgent>("agents", () => (file ? JSON.parse(open(file)) : []));

/** How many there are for this instance. */
export function agentCount(): number {
  return share().count;
}

/**
 * The agent of a turn; null without any. Distributed instances have pools of their own, so that
 * no two of them draw on one agent's budget.
 */
export function agentOf(turn: number): LoadAgent | null {
  const { from, count } = share();
  if (count === 0) return null;
  const index = from + (turn % count);
  met[index] ??= agents[index];
  return met[index] ?? null;
}

/** A shared array parses an element at each look: what this VU has met is kept. */
const met: (LoadAgent | undefined)[] = [];

/** Agents from a place in the file on. */
interface Share {
  from: number;
  count: number;
}

let known: Share | null = null;

/**
 * Where this instance's agents begin and end, from the segment k6 gave it. Asking k6 for its options
 * takes each VU milliseconds, so only those ask who are one of several instances.
 */
function share(): Share {
  known ??= bounds((__ENV["SEGMENTED"] && exec.test.options.executionSegment) || "0:1");
  return known;
}

function bounds(segment: string): Share {
  const [begin = "0", end = "1"] = segment.split(":");
  const from = Math.round(fraction(begin) * agents.length);
  return { from, count: Math.round(fraction(end) * agents.length) - from };
}

function fraction(text: string): number {
  const [over = "0", under = "1"] = text.split("/");
  return Number(over) / Number(under);
}
