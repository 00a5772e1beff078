/** Ids as the spec writes them, and which of them a deployment assigns. Spec: Resources. */

const FORM = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const WHOLE = new RegExp(`^${FORM}$`, "i");

/** Every UUID within a text, in any letter case. */
export const UUIDS = new RegExp(FORM, "gi");

/** The one that is a constant, and no deployment assigns: of an order that was declined. */
export const ZERO_UUID = "00000000-0000-0000-0000-000000000000";

/** A well-formed one that no market, order or agent has; fixed, so that runs repeat. */
export const UNKNOWN_UUID = "5be1d3a4-92c7-4f08-b6e5-0d7a41c83f29";

/** Whether a value is a UUID as text, in any letter case. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && WHOLE.test(value);
}

/** Whether a text is an id that a deployment assigns; the all-zero UUID is a constant. */
export function isAssigned(text: string): boolean {
  return isUuid(text) && text !== ZERO_UUID;
}
