/** Orders as tools: placed under ids that the bridge makes, so that none is placed twice. */
import Type, { type Static } from "typebox";
import { objectOf, readPlaced } from "../../scenarios/deployment/reading/order.ts";
import { ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import type { BridgeContext } from "./bridge-context.ts";
import type { VenueAnswer } from "./caller.ts";
import { OrderIds } from "./order-ids.ts";
import { shortened } from "./shortened.ts";
import { type BridgeTool, bridgeTool, type ToolAnswer, ToolError } from "./tool.ts";
import { MarketId } from "./venue-tools.ts";

const closed = { additionalProperties: false } as const;
const Price = Type.Integer({ description: "in the market's own price units" });
const OrderId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description: "id of the order" });

const Order = Type.Object(
  {
    market_id: MarketId,
    side: Type.Enum(["BUY", "SELL"]),
    type: Type.Enum(["LIMIT", "MARKET"]),
    qty: Type.Integer({ description: "contracts" }),
    price: Type.Optional(Price),
    tif: Type.Optional(Type.Enum(["GTC", "IOC", "FOK", "POST_ONLY"])),
    reduce_only: Type.Optional(Type.Boolean()),
    slippage_cap_cents: Type.Optional(Type.Integer()),
    slippage_cap_bps: Type.Optional(Type.Integer()),
    leverage: Type.Optional(Type.Integer()),
    margin_mode: Type.Optional(Type.Enum(["CROSS", "ISOLATED"])),
    confirm_fat_finger: Type.Optional(
      Type.Boolean({ description: "only after FAT_FINGER, where the order is meant" }),
    ),
    client_order_id: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9_:.-]{1,64}$",
        description: "one for each order that is meant; made of the other arguments where absent",
      }),
    ),
  },
  closed,
);

/** Fills that are told with an order. */
const FILLS_MAX = 20;

/** What trades, in the order in which it is listed. */
export function orderTools(context: BridgeContext): BridgeTool[] {
  return [placeTool(context), amendTool(context), cancelTool(context), cancelAllTool(context)];
}

function placeTool(context: BridgeContext): BridgeTool {
  const ids = new OrderIds();
  return bridgeTool({
    name: "place",
    title: "Place an order",
    description:
      "Places an order, once: the same arguments again give the first order's result and place " +
      "nothing, which `repeat` tells. For another order like it give a client_order_id of its own.",
    needs: "trade",
    effect: "writes",
    input: Order,
    async run(args, { signal }) {
      const id = args.client_order_id ?? ids.made(args);
      const isRepeat = ids.wasSent(id);
      const body = { ...args, client_order_id: id };
      const lost = `whether the order was placed is not known: place it again with client_order_id ${id}`;
      const answer = await context.caller
        .ask({ method: "POST", path: "/orders", body }, signal)
        .catch((error) => {
          throw error instanceof ToolError && !/nothing was done/.test(error.message)
            ? new ToolError(`${error.message}; ${lost}`)
            : error;
        });
      return placedAnswer(body, answer, isRepeat);
    },
  });
}

function placedAnswer(
  body: Static<typeof Order>,
  { answer, exchange }: VenueAnswer,
  isRepeat: boolean,
): ToolAnswer {
  // What is quoted is the answer without secrets.
  const response = exchange.response && { ...exchange.response, body: answer };
  const placed = readPlaced(body, { ...exchange, response });
  const { result } = placed;
  const message = result["reject_message"] ?? result["message"] ?? null;
  const fills = placed.fills ?? [];
  return {
    data: {
      ...{ client_order_id: body.client_order_id, repeat: isRepeat },
      ...{ http_status: placed.httpStatus, fate: placed.fate },
      order_id: placed.orderId === ZERO_UUID ? null : placed.orderId,
      ...{ status: placed.status, reject_reason: placed.reason, reject_message: message },
      ...{ filled_qty: placed.filledQty, remaining_qty: placed.remainingQty },
      avg_fill_price_cents: placed.avgPrice,
      fills: fills.slice(0, FILLS_MAX),
      ...(fills.length > FILLS_MAX && { fills_in_all: fills.length }),
    },
    isError: placed.fate === "refused",
  };
}

function amendTool({ caller, texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "amend",
    title: "Amend an order",
    description:
      "Gives a resting order another price or quantity; the same again changes nothing more. Not " +
      "every venue amends: where it does not, cancel and place.",
    needs: "trade",
    effect: "destroys",
    input: Type.Object(
      {
        order_id: OrderId,
        price: Type.Optional(Price),
        qty: Type.Optional(Type.Integer({ description: "contracts of the whole order" })),
      },
      closed,
    ),
    async run({ order_id, ...changes }, { signal }) {
      if (Object.keys(changes).length === 0) throw new ToolError("give price or qty, or both");
      const asked = { method: "PATCH", path: `/orders/${order_id}`, body: changes };
      return shortened("amend", await caller.ask(asked, signal), texts);
    },
  });
}

function cancelTool({ caller, texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "cancel",
    title: "Cancel an order",
    description: "Cancels one order of the agent; a second time changes nothing.",
    needs: "trade",
    effect: "destroys",
    input: Type.Object({ order_id: OrderId }, closed),
    async run({ order_id }, { signal }) {
      const asked = { method: "DELETE", path: `/orders/${order_id}` };
      return shortened("cancel", await caller.ask(asked, signal), texts);
    },
  });
}

function cancelAllTool({ caller, texts }: BridgeContext): BridgeTool {
  return bridgeTool({
    name: "cancel_all",
    title: "Cancel all orders",
    description: "Cancels every resting order of the agent, or those of one market.",
    needs: "trade",
    effect: "destroys",
    input: Type.Object({ market_id: Type.Optional(MarketId) }, closed),
    async run({ market_id }, { signal }) {
      const query = market_id === undefined ? {} : { market_id };
      const answer = await caller.ask({ method: "DELETE", path: "/orders", query }, signal);
      const { cancelled } = objectOf(answer.answer);
      if (answer.status >= 400 || !Array.isArray(cancelled)) {
        return shortened("cancel_all", answer, texts);
      }
      return { data: { http_status: answer.status, cancelled: cancelled.length } };
    },
  });
}
