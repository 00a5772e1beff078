/** Answers pages and files that a browser reads. */
import type { Context } from "koa";
import { answerOf, type ServedFile, type ServedPage } from "../wire/served-file.ts";
import { arrivalOf } from "./middleware/answer.ts";

/** Whether a request wants to read a page. */
export const isReading = ({ method }: Context): boolean => method === "GET" || method === "HEAD";

/** Sends it. */
export function sendHtml(ctx: Context, { bytes, headers }: ServedPage): void {
  ctx.respond = false;
  ctx.res.writeHead(200, [...arrivalOf(ctx).headers, ...headers]).end(bytes);
}

/** Sends it to who does not have it yet. */
export function sendFile(ctx: Context, file: ServedFile): void {
  const { status, headers, body } = answerOf(file, ctx.req.headers["if-none-match"]);
  ctx.respond = false;
  ctx.res.writeHead(status, [...arrivalOf(ctx).headers, ...headers]).end(body);
}
