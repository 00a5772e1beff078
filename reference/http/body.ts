/** Reads a request body: bounded, UTF-8, strict JSON, an object. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { invalidBody, Refused } from "../wire/refused.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Largest body. Units: bytes. @bound {BODY_BYTES_MAX} bytes: it is refused as VALIDATION_ERROR; reference/http/body.test.ts */
export const BODY_BYTES_MAX = 65_536;

/**
 * The object that the bytes of a request's body hold. Spec: HTTP statuses; D-002, D-013.
 * Errors: VALIDATION_ERROR for anything that is not a JSON object, UNSUPPORTED_ENCODING.
 */
export function parseBody(req: IncomingMessage, bytes: Buffer): Record<string, unknown> {
  const value = parseJson(req, bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidBody("the body must be a JSON object");
  }
  return value as Record<string, unknown>;
}

function parseJson(req: IncomingMessage, bytes: Buffer): unknown {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = req.headers;
  if (encoding.toLowerCase() !== "identity") {
    throw new Refused("UNSUPPORTED_ENCODING", "the body must be sent as it is, without encoding");
  }
  // A page of another site may send any body but one of this type.
  if (!isJson(type)) {
    throw invalidBody("the body must be sent as application/json");
  }
  if (!isUtf8(bytes)) throw invalidBody("the body is not UTF-8");
  try {
    return parseStrictJson(bytes.toString());
  } catch (error) {
    throw invalidBody(`the body is not acceptable JSON: ${(error as Error).message}`);
  }
}

function isJson(type: string): boolean {
  return (
    type === "application/json" || type.toLowerCase().split(";")[0]!.trim() === "application/json"
  );
}

/** The bytes of a body. Errors: VALIDATION_ERROR for one that is too large or cut off. */
export function readBytes(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    /** @bound the longest body: what comes after it is not kept; reference/http/body.test.ts */
    const chunks: Buffer[] = [];
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) chunks.push(chunk);
      else reject(invalidBody(`the body is larger than ${BODY_BYTES_MAX} bytes`));
    });
    req.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    req.on("error", () => reject(invalidBody("the body was cut off")));
  });
}
