/** Creates markets, moves their status and their mark price. */
import { Type } from "typebox";
import type { CreateMarket, UpdateMarket } from "../core/commands.ts";
import { granted } from "../wire/refused.ts";
import { ExactInt, Uuid } from "../wire/schemas.ts";
import { type ControlParts, controlRoute } from "./call.ts";

/** Creates a market and returns its id. Errors: VALIDATION_ERROR for an impossible geometry. */
export function createMarket(
  { journaled, entropy, clock }: ControlParts,
  facts: Omit<CreateMarket, "type" | "marketId">,
): string {
  const marketId = entropy.uuid();
  granted(journaled.apply({ type: "create-market", marketId, ...facts }, clock.nowMs()));
  return marketId;
}

const Status = Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"]);
const MarkPrice = Type.Union([ExactInt, Type.Null()]);

export const marketCalls = [
  controlRoute({
    capability: "markets",
    method: "POST",
    path: "markets",
    body: Type.Object({
      kind: Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"]),
      band: Type.Optional(Type.Array(ExactInt, { minItems: 2, maxItems: 2 })),
      tick: Type.Optional(ExactInt),
      status: Type.Optional(Status),
      mark_price: Type.Optional(MarkPrice),
      position_cap: Type.Optional(ExactInt),
      leverage_cap: Type.Optional(ExactInt),
      maintenance_margin_bps: Type.Optional(ExactInt),
      title: Type.Optional(Type.String({ maxLength: 200 })),
      legs: Type.Optional(Type.Array(Uuid, { maxItems: 20 })),
    }),
    handle({ parts, body }) {
      const { kind, band, tick, status, title, legs } = body;
      const marketId = createMarket(parts, {
        kind,
        ...(band && { band: [band[0]!, band[1]!] }),
        ...(tick !== undefined && { tick }),
        ...(status && { status }),
        ...(body.mark_price !== undefined && { markPrice: body.mark_price }),
        ...(body.position_cap !== undefined && { positionCap: body.position_cap }),
        ...(body.leverage_cap !== undefined && { leverageCap: body.leverage_cap }),
        ...(body.maintenance_margin_bps !== undefined && {
          maintenanceMarginBps: body.maintenance_margin_bps,
        }),
        ...(title !== undefined && { title }),
        ...(legs && { legs }),
      });
      return { market_id: marketId };
    },
  }),
  controlRoute({
    capability: "markets",
    method: "PATCH",
    path: "markets/*",
    body: Type.Object(
      {
        status: Type.Optional(Status),
        outcome: Type.Optional(Type.Enum(["YES", "NO"])),
        mark_price: Type.Optional(MarkPrice),
      },
      { dependentRequired: { outcome: ["status"] } },
    ),
    handle({ parts, name, body }) {
      const command: UpdateMarket = { type: "update-market", marketId: name };
      if (body.status !== undefined) command.status = body.status;
      if (body.outcome !== undefined) command.resolution = body.outcome;
      if (body.mark_price !== undefined) command.markPrice = body.mark_price;
      const { market } = granted(parts.journaled.apply(command, parts.clock.nowMs()));
      return { market_id: market.marketId, status: market.status };
    },
  }),
];
