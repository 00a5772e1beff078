/** The venue's one page, at `/`: sign in, create a key, see it once. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Context, Next } from "koa";
import { arrivalOf } from "./middleware/answer.ts";

const HTML = readFileSync(new URL("page.html", import.meta.url));

/** Only the page's own script and style run, and only this venue is called. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf("script")}`,
  `style-src ${hashOf("style")}`,
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const HEADERS = [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...["Content-Length", String(HTML.length)],
  ...["Content-Security-Policy", POLICY],
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cache-Control", "no-cache"],
];

/** Serves the page under its one path, which is no route of the specification. */
export function servePage(ctx: Context, next: Next): Promise<void> | undefined {
  if (ctx.path !== "/" || (ctx.method !== "GET" && ctx.method !== "HEAD")) return next();
  ctx.respond = false;
  ctx.res.writeHead(200, [...arrivalOf(ctx).headers, ...HEADERS]).end(HTML);
  return undefined;
}

function hashOf(element: string): string {
  const text = new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(HTML.toString())![1]!;
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
