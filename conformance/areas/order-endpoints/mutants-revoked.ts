/** Venues on which the orders of a revoked key cannot be cancelled any more. */

import { cancelAllSpares } from "../../interposer/cancels.ts";
import { answerInstead, envelope, fieldsOf, matches } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { type KnownKey, knowingKeys } from "../../interposer/keys.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A variant that is told whether the key that placed an order has been revoked. */
function ofRevokedKeys(
  variant: (isOrphan: (orderId: unknown) => boolean) => WireVariant,
): () => WireVariant {
  return () => {
    const placedBy = new Map<unknown, KnownKey>();
    const inner = variant((orderId) => placedBy.get(orderId)?.isRevoked ?? false);
    return knowingKeys(async (keys, request, venue) => {
      const given = await inner(request, venue);
      const key = keys.sentWith(request);
      const { order_id: id } = fieldsOf(given.body);
      const isPlaced = matches(request, "POST /orders") && given.status === 201;
      if (isPlaced && key !== undefined && !placedBy.has(id)) placedBy.set(id, key);
      return given;
    })();
  };
}

/** Defects of cancels of what a revoked key has placed. */
export const ofRevoked: readonly Mutant[] = [
  {
    name: "no-cancel-of-a-revoked-keys-order",
    breaks: ["OAPI-CXL-01"],
    defect: "DELETE of an open order is answered 404 once the key that placed it is revoked.",
    wire: ofRevokedKeys((isOrphan) =>
      answerInstead("DELETE /orders/*", ({ path }) =>
        isOrphan(path.split("/").at(-1)) ? envelope(404, "ORDER_NOT_FOUND") : null,
      ),
    ),
  },
  {
    name: "cancel-all-spares-a-revoked-keys-orders",
    breaks: ["OAPI-ALL-01"],
    defect: "DELETE /orders leaves the orders open that a key placed which is revoked by now.",
    wire: ofRevokedKeys((isOrphan) => cancelAllSpares(({ order_id: id }) => isOrphan(id))),
  },
];
