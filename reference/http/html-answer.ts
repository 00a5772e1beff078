/** Answers a self-contained HTML page: only its own style and script run. */
import { createHash } from "node:crypto";
import type { Context } from "koa";
import { arrivalOf } from "./middleware/answer.ts";

/** A page ready to be sent: its bytes, and headers that keep everything foreign out. */
export interface ServedPage {
  bytes: Buffer;
  headers: string[];
}

/** Reads the style and the script that may run off the text; it may call this venue alone. */
export function htmlPage(text: string): ServedPage {
  const bytes = Buffer.from(text);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf("script", text)}`,
    `style-src ${hashOf("style", text)}`,
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  const headers = [
    ...["Content-Type", "text/html; charset=utf-8"],
    ...["Content-Length", String(bytes.length)],
    ...["Content-Security-Policy", policy],
    ...["X-Content-Type-Options", "nosniff"],
    ...["Referrer-Policy", "no-referrer"],
    ...["Cache-Control", "no-cache"],
  ];
  return { bytes, headers };
}

/** Whether a request wants to read a page. */
export const isReading = ({ method }: Context): boolean => method === "GET" || method === "HEAD";

/** Sends it. */
export function sendHtml(ctx: Context, { bytes, headers }: ServedPage): void {
  ctx.respond = false;
  ctx.res.writeHead(200, [...arrivalOf(ctx).headers, ...headers]).end(bytes);
}

function hashOf(element: string, text: string): string {
  const own = new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(text)?.[1];
  if (own === undefined) return "'none'";
  return `'sha256-${createHash("sha256").update(own).digest("base64")}'`;
}
