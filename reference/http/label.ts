/** Names that people give: to accounts, agents and keys. */
import { invalidBody } from "../wire/refused.ts";

/** Longest name. Spec: Limits, API key name. Units: Unicode characters. */
const LABEL_MAX = 80;

/** Half a character: JSON can carry it, UTF-8 cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The name without the blanks around it. D-148. Errors: VALIDATION_ERROR naming the field. */
export function labelOf(text: string, field: string): string {
  const label = text.trim();
  const length = [...label].length;
  if (length >= 1 && length <= LABEL_MAX && !LONE_SURROGATE.test(label)) return label;
  const message = `must be 1 to ${LABEL_MAX} characters`;
  throw invalidBody(`the body is invalid: ${field} ${message}`, [{ field, message }]);
}
