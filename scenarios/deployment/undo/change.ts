/** What a run changes at a target for its own time, as it is written down before it is done. */
import type { ControlCall } from "../control.ts";
import { jsonIn } from "../reading/json-in.ts";
import { KEYS_PATH } from "../reading/made-key.ts";
import type { ApiRequest } from "../send.ts";

/**
 * One change.
 * Shape: of a switch the call that puts it back; `market` null stands for all markets, `held` for what
 * the agent held there before, signed, null where nobody looked; a key has no `id` until it is told.
 */
export type TargetChange =
  | { what: "switch"; path: string; body: Record<string, boolean> }
  | { what: "orders"; agent: string; market: string | null; held: number | null }
  | { what: "key"; agent: string; name: string | null; id: string | null };

/** The members that say that a switch is as it is on a venue that serves. */
const AT_REST: Readonly<Record<string, Record<string, boolean>>> = {
  freeze: { frozen: false },
  upstream: { reachable: true },
  gates: { closed: false },
};

/** The switch that a call throws, or puts back; null for any other call. */
export function switchedBy({ method, path, body }: ControlCall): {
  change: TargetChange & { what: "switch" };
  isBack: boolean;
} | null {
  const parts = path.split("/").filter(Boolean);
  const rest = AT_REST[parts[0] ?? ""];
  if (rest === undefined || method !== "PUT") return null;
  const isBack = Object.entries(rest).every(([member, value]) => Object(body)[member] === value);
  return { change: { what: "switch", path: `/${parts.join("/")}`, body: rest }, isBack };
}

/** What of a request may leave something behind. */
export type UndoableRequest = Pick<ApiRequest, "method" | "path" | "query" | "body" | "rawBody">;

const ORDERS_PATH = /(^|\/)orders(\/|$)/;
const ALL_ORDERS_PATH = /(^|\/)orders$/;

/** The market that a request places orders in; null where it places none. */
export function marketOfOrders({ method, path, body, rawBody }: UndoableRequest): string | null {
  if (method !== "POST" || !ORDERS_PATH.test(path)) return null;
  const order = body ?? (rawBody === undefined ? null : jsonIn(Buffer.from(rawBody).toString()));
  const { market_id: market } = Object(order) as { market_id?: unknown };
  return typeof market === "string" ? market : null;
}

/** Whether a request cancels all of an agent's orders there. */
export function cancelsAll(
  { method, path, query }: UndoableRequest,
  market: string | null,
): boolean {
  const inMarket = query?.["market_id"];
  const isThere = inMarket === undefined || inMarket === market;
  return method === "DELETE" && ALL_ORDERS_PATH.test(path) && isThere;
}

/** The key that a request makes, as far as it is known before the answer; null where it makes none. */
export function keyMadeBy({
  method,
  path,
  body,
}: UndoableRequest): (TargetChange & { what: "key" }) | null {
  const agent = KEYS_PATH.exec(path)?.[1];
  if (method !== "POST" || agent === undefined) return null;
  const { name } = Object(body) as { name?: unknown };
  return { what: "key", agent, name: typeof name === "string" ? name : null, id: null };
}

/** What tells a change from others: it is written down once while it lasts. */
export function nameOf(change: TargetChange): string {
  if (change.what === "switch") return change.path;
  const { what, agent } = change;
  if (what === "orders") return `orders\n${agent}\n${change.market ?? "\n"}`;
  return change.id === null ? `key\n${agent}\n\n${change.name}` : `key\n${agent}\n${change.id}`;
}

/** A change in the words of a report. */
export function changeText(change: TargetChange): string {
  if (change.what === "orders") {
    const { agent, market } = change;
    return `orders of ${agent} in ${market === null ? "all markets" : `market ${market}`}`;
  }
  if (change.what === "key") {
    const { agent, id, name } = change;
    return `key ${id ?? (name === null ? "without a name" : `named ${name}`)} of agent ${agent}`;
  }
  const [part, gate] = change.path.split("/").filter(Boolean);
  if (part === "gates") return `gate ${gate} closed`;
  return part === "freeze" ? "the kill switch closed" : "the price feed cut off";
}

/** What was read as a change. Null for anything else. */
export function changeIn(value: unknown): TargetChange | null {
  const { what, path, body, agent, market, held, name, id } = Object(value) as Record<
    string,
    unknown
  >;
  if (what === "switch" && typeof path === "string") {
    const found = switchedBy({ method: "PUT", path, body });
    return found?.isBack ? found.change : null;
  }
  if (typeof agent !== "string") return null;
  if (what === "orders") {
    return {
      what,
      agent,
      market: textOrNull(market),
      held: Number.isFinite(held) ? (held as number) : null,
    };
  }
  return what === "key" ? { what, agent, name: textOrNull(name), id: textOrNull(id) } : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
