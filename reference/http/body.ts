/** Reads a request body: bounded, UTF-8, strict JSON, an object. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { invalidBody } from "../wire/refused.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Largest body. Units: bytes. */
export const BODY_BYTES_MAX = 65_536;

/**
 * The object that the bytes of a request's body hold. Spec: HTTP statuses; D-002, D-013.
 * Errors: VALIDATION_ERROR for anything that is not a JSON object.
 */
export function parseBody(req: IncomingMessage, bytes: Buffer): Record<string, unknown> {
  const value = parseJson(req, bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidBody("the body must be a JSON object");
  }
  return value as Record<string, unknown>;
}

function parseJson(req: IncomingMessage, bytes: Buffer): unknown {
  const type = req.headers["content-type"];
  if (type !== undefined && !isJson(type)) {
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
