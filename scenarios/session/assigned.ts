/** Ids that a deployment assigns, as texts. */
import { isUuid, ZERO_UUID } from "../deployment/wire/uuid.ts";

/** Whether a text is an id that a deployment assigns; the all-zero UUID is a constant. */
export function isAssigned(text: string): boolean {
  return isUuid(text) && text !== ZERO_UUID;
}
