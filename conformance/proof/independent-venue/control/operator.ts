/** The control protocol: one table of calls, of which a venue offers the parts it was told to. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Answer } from "../http/answer.ts";
import { ok } from "../http/answer.ts";
import { envelope, Refused } from "../http/refusal.ts";
import { gatherParts, type VenueParts } from "../parts.ts";
import { changeMarket, openMarketFor } from "./open-markets.ts";
import { openAgentFor, openKeyFor, openSessionFor } from "./open-people.ts";
import type { ControlPart } from "./parts.ts";

/** Where the operator's endpoint is. */
export const OPERATOR = "/operator";

/** What opens it. */
export const OPERATOR_TOKEN = `op-${createHash("sha256").update(OPERATOR).digest("hex")}`;

/** Parts of the venue that may be shut, by the paths that lead there. */
const GATES: Record<string, RegExp> = {
  "sign-up": /^\/auth\/signup$/,
  standings: /^\/leaderboard/,
  spot: /^\/feed/,
  ladders: /^\/orders\/replace-ladder$/,
};

/** The gate a path lies behind. */
export function gateOf(path: string): string | undefined {
  return Object.keys(GATES).find((name) => GATES[name]!.test(path));
}

/** One call: its body read, and what it leads to. */
interface Instruction {
  parts: VenueParts;
  body: Record<string, unknown>;
  id: string;
}

interface Operation {
  part: ControlPart;
  call: RegExp;
  act: (told: Instruction) => object;
}

const OPERATIONS: Operation[] = [
  { part: "agents", call: /^POST \/agents$/, act: ({ parts, body }) => openAgentFor(parts, body) },
  {
    part: "agents",
    call: /^POST \/agents\/([^/]+)\/keys$/,
    act: ({ parts, body, id }) => openKeyFor(parts, id, body),
  },
  {
    part: "sessions",
    call: /^POST \/sessions$/,
    act: ({ parts, body }) => openSessionFor(parts, String(body.owner)),
  },
  {
    part: "markets",
    call: /^POST \/markets$/,
    act: ({ parts, body }) => openMarketFor(parts, body),
  },
  {
    part: "markets",
    call: /^PATCH \/markets\/([^/]+)$/,
    act: ({ parts, body, id }) => changeMarket(parts, id, body),
  },
  { part: "clock", call: /^POST \/clock$/, act: advance },
  { part: "freeze", call: /^PUT \/freeze$/, act: freeze },
  { part: "upstream", call: /^PUT \/upstream$/, act: reach },
  { part: "gates", call: /^PUT \/gates\/([^/]+)$/, act: shut },
  { part: "reset", call: /^POST \/reset$/, act: reset },
];

/** Answers one call; throws `Refused` without the token, or for what is not offered. */
export function answerOperator(request: IncomingMessage, parts: VenueParts, text: string): Answer {
  const { control } = parts.settings;
  if (control.length === 0) throw new Refused(envelope(404, "nothing_here", "no such path"));
  if (request.headers.authorization !== `Bearer ${OPERATOR_TOKEN}`) {
    throw new Refused(envelope(401, "operator_only", "the token was refused"));
  }
  const called = `${request.method} ${(request.url ?? "").slice(OPERATOR.length)}`;
  if (called === "GET ") return ok(announced(control));
  const operation = OPERATIONS.find(
    ({ part, call }) => control.includes(part) && call.test(called),
  );
  if (!operation) throw new Refused(envelope(404, "not_offered", "no such operation"));
  const id = operation.call.exec(called)?.[1] ?? "";
  return ok(operation.act({ parts, body: Object(JSON.parse(text || "{}")), id }));
}

function announced(control: readonly ControlPart[]): object {
  const gates = control.includes("gates") ? { gates: Object.keys(GATES) } : {};
  return { protocol: "touchstone-control/1", capabilities: control, ...gates };
}

function advance({ parts, body }: Instruction): object {
  parts.clock.advance(Number(body.advance_ms ?? 0));
  return { now_ms: parts.clock.now() };
}

function freeze({ parts, body }: Instruction): object {
  parts.frozen = body.frozen === true;
  return { frozen: parts.frozen };
}

function reach({ parts, body }: Instruction): object {
  parts.spot.reachable = body.reachable !== false;
  return { reachable: parts.spot.reachable };
}

function shut({ parts, body, id }: Instruction): object {
  if (!(id in GATES)) throw new Refused(envelope(404, "unknown_gate", "no such gate"));
  if (body.closed === true) parts.closedGates.add(id);
  else parts.closedGates.delete(id);
  return { closed: parts.closedGates.has(id) };
}

function reset({ parts, body }: Instruction): object {
  const seed = Number(body.seed ?? 0);
  const { onOrder } = parts.venue;
  Object.assign(parts, gatherParts(parts.settings, parts.clock, seed));
  parts.venue.onOrder = onOrder;
  return { seed };
}
