/** What a body says, whether it is kept as JSON or as the text that somebody wrote. */
import { fieldsIn } from "../deployment/reading/form-text.ts";
import { valueIn } from "../deployment/reading/json-text.ts";
import type { SessionBody } from "./format.ts";

/** Texts that were looked into, of bodies that are still about. */
const read = new WeakMap<SessionBody, unknown>();

/** The JSON, or the fields of a form by name; undefined where there is no body, or neither. */
export function bodyValue(body: SessionBody): unknown {
  if (body.body !== undefined || body.body_text === undefined) return body.body;
  if (!read.has(body)) {
    const { body_text: text } = body;
    read.set(body, valueIn(text) ?? fieldsIn(text));
  }
  return read.get(body);
}
