/** Bodies as a session keeps them: decoded, faithful to the byte, and without secrets. */
import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { jsonIn } from "../deployment/reading/json-in.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { isSecretName } from "../deployment/secrets/secrets-in.ts";
import type { SessionBody } from "../session/format.ts";
import { escaped } from "../session/placeholders.ts";
import { sessionBody } from "../session/writer.ts";
import { BODY_BYTES_MAX } from "./kept-body.ts";

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: BODY_BYTES_MAX }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: BODY_BYTES_MAX }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: BODY_BYTES_MAX }),
};

/** The bytes without their content encoding; null where it cannot be taken off. */
export function decodedBytes(bytes: Buffer, encoding: string | undefined): Buffer | null {
  const name = encoding?.trim().toLowerCase() ?? "identity";
  if (name === "identity" || bytes.length === 0) return bytes;
  try {
    return DECODERS[name.replace(/^x-/, "")]?.(bytes) ?? null;
  } catch {
    return null;
  }
}

/** How secrets are kept out of one body. */
export interface BodyRedaction {
  redactor: Redactor;
  /** Values that are secret by their place, however short. */
  secret: ReadonlySet<string>;
}

/**
 * The body without its secrets. JSON that cannot be kept to the byte is kept as text, unless
 * something in it had to be hidden: then its bytes are others anyway.
 */
export function redactedBody(bytes: Buffer, redaction: BodyRedaction): SessionBody {
  const { redactor } = redaction;
  if (!isUtf8(bytes)) return redactedBytes(bytes, redactor);
  const kept = sessionBody(bytes);
  if (kept.body !== undefined) return { body: redactedJson(kept.body, redaction) };
  if (kept.body_text === undefined) return kept;
  const text = escaped(kept.body_text);
  const json = jsonIn(bytes.toString());
  if (json === undefined) return { body_text: redactor.text(redactedForm(text, redaction)) };
  const [as, hidden] = [json, redactedJson(json, redaction)].map((one) => JSON.stringify(one));
  return as === hidden ? { body_text: text } : { body: redactedJson(json, redaction) };
}

/** The same for bytes that are no text, or not meant as one. */
export function redactedBytes(bytes: Buffer, redactor: Redactor): SessionBody {
  const text = redactor.text(bytes.toString("latin1"));
  return { body_base64: Buffer.from(text, "latin1").toString("base64") };
}

/** The same for JSON that is at hand; `name` is what the value goes by. */
export function redactedJson(value: unknown, redaction: BodyRedaction, name = ""): unknown {
  if (typeof value === "string") return redactedLeaf(value, redaction, name);
  if (typeof value === "number" && isHidden(String(value), redaction, name)) {
    return redaction.redactor.mask(String(value));
  }
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, redaction, name));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    redaction.redactor.text(escaped(key)),
    redactedJson(member, redaction, key),
  ]);
  return Object.fromEntries(members);
}

function redactedLeaf(value: string, redaction: BodyRedaction, name: string): string {
  const { redactor } = redaction;
  return isHidden(value, redaction, name) ? redactor.mask(value) : redactor.text(escaped(value));
}

function isHidden(value: string, { secret }: BodyRedaction, name: string): boolean {
  return isSecretName(name) || secret.has(value);
}

// A form has no other way to say that a short value is secret than its place.
function redactedForm(text: string, { redactor, secret }: BodyRedaction): string {
  if (!/^[^\s=&]+=[^\s&]*(&[^\s=&]+=[^\s&]*)*$/.test(text)) return text;
  return text.replace(/([^=&]+)=([^&]*)/g, (pair, name: string) => {
    const value = new URLSearchParams(pair).get(name) ?? "";
    return isSecretName(name) || secret.has(value) ? `${name}=${redactor.mask(value)}` : pair;
  });
}
