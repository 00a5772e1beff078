/** Bodies as a session keeps them: decoded, faithful to the byte, and without secrets. */
import { isUtf8 } from "node:buffer";
import { editedForm, isForm } from "../deployment/reading/form-text.ts";
import { containerIn, editedJson, type JsonEditor } from "../deployment/reading/json-text.ts";
import { legibleShare } from "../deployment/secrets/encodings.ts";
import { isSecretName } from "../deployment/secrets/names.ts";
import { escaped } from "../deployment/secrets/placeholders.ts";
import { NEW_IN_A_TEXT_MAX, type Redactor, WITHHELD } from "../deployment/secrets/redact.ts";
import { membersOfSecret, secretMembers, secretsIn } from "../deployment/secrets/secrets-in.ts";
import { codingOf } from "../deployment/wire/content-encoding.ts";
import type { SessionBody } from "../session/format.ts";
import { sessionBody } from "../session/writer.ts";
import { BODY_BYTES_MAX, TOO_LONG } from "./kept-body.ts";
import type { PassedBody } from "./passed.ts";
import { walkableJson } from "./walkable-json.ts";

/** Of compressed or encrypted bytes, less is legible. */
const LEGIBLE_SHARE_MIN = 0.75;
const NOT_TEXT = "bytes that are no text: nobody can say what they hold";
/** Stands for a body that would fill the list of what is known. */
const TOO_MANY_SECRETS = "it brings more secrets than can be told apart";

/** The bytes without their content encoding, or why it cannot be taken off. */
export function decodedBody(body: PassedBody, encoding: string | undefined): PassedBody {
  const coding = codingOf(encoding);
  if (!Buffer.isBuffer(body) || coding === null || body.length === 0) return body;
  if (coding === undefined) return { leftOut: "in an encoding that is not known here" };
  try {
    return coding.unpack(body, BODY_BYTES_MAX);
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return isLong ? TOO_LONG : { leftOut: "not in the encoding it says it is in" };
  }
}

/** A body and what it says as JSON; neither where it brings too many secrets to know them all. */
export function readBody(body: PassedBody): { body: PassedBody; json: unknown } {
  const json = Buffer.isBuffer(body) ? walkableJson(body) : undefined;
  const isBounded = secretsIn(json).length <= NEW_IN_A_TEXT_MAX;
  return isBounded ? { body, json } : { body: { leftOut: TOO_MANY_SECRETS }, json: undefined };
}

/** How secrets are kept out of one body. */
export interface BodyRedaction {
  redactor: Redactor;
  /** Values that are secret by their place, however short. */
  secret: ReadonlySet<string>;
}

/** The body without its secrets, and otherwise to the byte: JSON as text where it must be. */
export function redactedBody(body: PassedBody, redaction: BodyRedaction): SessionBody {
  const { redactor } = redaction;
  if (!Buffer.isBuffer(body)) return { body_left_out: body.leftOut };
  if (!isUtf8(body)) return redactedBytes(body, redactor);
  const json = walkableJson(body);
  const text = body.toString();
  if (json === undefined) return redactedText(text, redaction);
  const isBare = !text.includes("{{") && redaction.secret.size === 0;
  if (!isBare || !redactor.isClean(body)) return sessionBody(redactedJson(text, redaction, false));
  return JSON.stringify(json) === text ? { body: json } : { body_text: text };
}

/** The same for bytes that are no text, or not meant as one. */
export function redactedBytes(body: PassedBody, redactor: Redactor): SessionBody {
  if (!Buffer.isBuffer(body)) return { body_left_out: body.leftOut };
  if (legibleShare(body) < LEGIBLE_SHARE_MIN) return { body_left_out: NOT_TEXT };
  const kept = redactor.bytes(body);
  if (kept.equals(Buffer.from(WITHHELD))) return { body_left_out: TOO_MANY_SECRETS };
  return { body_base64: kept.toString("base64") };
}

function redactedText(text: string, { redactor, secret }: BodyRedaction): SessionBody {
  if (text === "") return {};
  const kept = redactor.text(redactedForm(escaped(text), { redactor, secret }));
  if (kept === WITHHELD) return { body_left_out: TOO_MANY_SECRETS };
  return { body_text: kept };
}

/** JSON without its secrets; `isHidden` when all of it is secret by its place. */
function redactedJson(text: string, redaction: BodyRedaction, isHidden: boolean): string {
  const { redactor, secret } = redaction;
  const editor: JsonEditor<boolean> = {
    leaf({ value, raw }, isSecret) {
      const said = typeof value === "number" ? raw : value;
      if (isSecret || secret.has(said)) return redactor.mask(said);
      if (typeof value === "number") return changed(raw, redactor.text(raw)) ?? value;
      const within = containerIn(value) && redactedJson(value, redaction, false);
      return redactor.text(within ?? escaped(value));
    },
    members: (record, isSecret) => (isSecret ? membersOfSecret(record) : secretMembers(record)),
    name: (name) => redactor.text(escaped(name)),
  };
  return editedJson(text, editor, isHidden) ?? text;
}

function changed(before: string, after: string): string | undefined {
  return after === before ? undefined : after;
}

// A form has no other way to say that a short value is secret than its place.
function redactedForm(text: string, redaction: BodyRedaction): string {
  const { redactor, secret } = redaction;
  if (!isForm(text)) return text;
  return editedForm(text, {
    value(value, name) {
      if (isSecretName(name) || secret.has(value)) return redactor.mask(value);
      return (containerIn(value) && redactedJson(value, redaction, false)) ?? value;
    },
  });
}
