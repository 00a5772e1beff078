/** The commands that this page can send, by their shape: nothing else is kept or repeated. */

/** One command. Shape: `id` fills the shape's `*`; `agent` is null for an operator's. */
export interface PageCommand {
  shape: string;
  id: string;
  agent: string | null;
  body: Record<string, unknown> | null;
}

type Fits = (value: unknown) => boolean;

const TEXT_CHARS_MAX = 100;
const RUNGS_MAX = 20;

const isText: Fits = (value) => typeof value === "string" && value.length <= TEXT_CHARS_MAX;
const isWhole: Fits = (value) => Number.isSafeInteger(value);
const isWholeOrNull: Fits = (value) => value === null || isWhole(value);
const isFlag: Fits = (value) => typeof value === "boolean";

const ORDER: Record<string, Fits> = {
  ...{ market_id: isText, side: isText, type: isText, tif: isText, margin_mode: isText },
  ...{ client_order_id: isText, reduce_only: isFlag, confirm_fat_finger: isFlag },
  ...{ price: isWhole, qty: isWhole, leverage: isWhole },
  ...{ slippage_cap_cents: isWhole, slippage_cap_bps: isWhole },
  ...{ recv_window_ms: isWhole, timestamp_ms: isWhole },
};

const isRungs: Fits = (value) =>
  Array.isArray(value) && value.length <= RUNGS_MAX && value.every((one) => isBody(one, ORDER));

/** What a body may have; null where there is none. */
const BODIES: Record<string, Record<string, Fits> | null> = {
  "POST /v1/orders": ORDER,
  "POST /v1/orders/replace-ladder": { market_id: isText, side: isText, orders: isRungs },
  "PATCH /v1/orders/*": { price: isWhole, qty: isWhole },
  "DELETE /v1/orders/*": null,
  "DELETE /v1/orders": null,
  "DELETE /v1/orders?market_id=*": null,
  "POST /_control/clock": { advance_ms: isWhole },
  "PUT /_control/freeze": { frozen: isFlag },
  "PUT /_control/upstream": { reachable: isFlag },
  "PUT /_control/gates/*": { closed: isFlag },
  "PATCH /_control/markets/*": { status: isText, outcome: isText, mark_price: isWholeOrNull },
};

const SHAPES = Object.keys(BODIES).map((shape) => ({
  shape,
  pattern: new RegExp(`^${shape.replace(/[/?]/g, "\\$&").replace("*", "([^/?&]+)")}$`),
}));

/** What may stand in a path or a header: never a step up, nothing unseen. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,100}$/;

/** Whether a command is an operator's. */
export const isControl = ({ shape }: Pick<PageCommand, "shape">): boolean =>
  shape.includes(" /_control/");

function isBody(value: unknown, parts: Record<string, Fits>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, part]) => Object.hasOwn(parts, name) && parts[name]!(part),
  );
}

/** Whether a value is a command that this page can send. */
export function isSendable(value: PageCommand): boolean {
  const { shape, id, agent, body } = value;
  if (typeof shape !== "string" || !Object.hasOwn(BODIES, shape)) return false;
  const wanted = BODIES[shape]!;
  const hasId = shape.includes("*") ? ID.test(id) : id === "";
  const hasAgent = isControl(value) ? agent === null : typeof agent === "string" && ID.test(agent);
  return hasId && hasAgent && (wanted === null ? body === null : isBody(body, wanted));
}

/** What a request is as a command; null for what is none of them. */
export function commandOf(
  method: string,
  { pathname, search }: URL,
  { agent, body }: { agent: string | null; body: unknown },
): PageCommand | null {
  const text = `${method} ${pathname}${search}`;
  for (const { shape, pattern } of SHAPES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const read = typeof body === "string" ? JSON.parse(body) : null;
    const command = {
      ...{ shape, id: decodeURIComponent(match[1] ?? "") },
      ...{ agent: isControl({ shape }) ? null : agent, body: read },
    };
    return isSendable(command) ? command : null;
  }
  return null;
}

/** The request that it is. */
export function requestOf({ shape, id }: PageCommand): { method: string; path: string } {
  const [method = "", path = ""] = shape.split(" ");
  return { method, path: path.replace("*", () => encodeURIComponent(id)) };
}
