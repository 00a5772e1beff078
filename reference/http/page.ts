/** The venue's first page, at `/`: sign in, create a key, see it once. */
import { readFileSync } from "node:fs";
import type { Context, Next } from "koa";
import { htmlPage } from "../wire/served-file.ts";
import { isReading, sendHtml } from "./html-answer.ts";

const PAGE = htmlPage(readFileSync(new URL("page.html", import.meta.url), "utf8"));

/** Serves the page under its one path, which is no route of the specification. */
export function servePage(ctx: Context, next: Next): Promise<void> | undefined {
  if (ctx.path !== "/" || !isReading(ctx)) return next();
  sendHtml(ctx, PAGE);
  return undefined;
}
