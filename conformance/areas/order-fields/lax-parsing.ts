/** Lax parsers: what is malformed in one member alone is taken for something else, and all else is not. */

import { isWellFormedThroughout } from "../../expect/well-formed.ts";
import { changeAnyOrder, type Fields, keyOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";

/** Orders that these changes make well-formed; any other stays as malformed as it came. */
export function mends(change: (order: Fields) => Fields): WireVariant {
  return changeAnyOrder((order) => {
    const changes = change(order);
    const isMended = isWellFormedThroughout({ ...order, ...changes });
    return Object.keys(changes).length > 0 && isMended && changes;
  });
}

/** An unusable field quietly takes the value it had in the caller's order before. */
export function fallsBack(field: string, unusable: (value: unknown) => boolean): () => WireVariant {
  return () => {
    const last = new Map<string, unknown>();
    return changeAnyOrder((order, { request }) => {
      const key = keyOf(request);
      const isUsable = isWellFormedThroughout(order);
      if (isUsable && order[field] !== undefined) last.set(key, order[field]);
      const mended = { [field]: last.get(key) };
      const isMended = isWellFormedThroughout({ ...order, ...mended });
      return !isUsable && unusable(order[field]) && isMended && mended;
    });
  };
}

/** An unusable field is taken for this value. */
export function takenFor(field: string, value: unknown, unusable: (given: unknown) => boolean) {
  return () => mends((order) => (unusable(order[field]) ? { [field]: value } : {}));
}

/** True for a member that is not there. */
export const missing = (value: unknown) => value === undefined;
/** True for a text that is none of these. */
export const textOtherThan =
  (...known: string[]) =>
  (value: unknown) =>
    typeof value === "string" && !known.includes(value);

/** These members of an order, where `convert` makes something else of them. */
export function converted(
  order: Fields,
  members: readonly string[],
  convert: (value: unknown) => unknown,
): Fields {
  const there = members.filter((member) => convert(order[member]) !== order[member]);
  return Object.fromEntries(there.map((member) => [member, convert(order[member])]));
}

/** True for an object or a list. */
export const isNested = (value: unknown) => typeof value === "object" && value !== null;
