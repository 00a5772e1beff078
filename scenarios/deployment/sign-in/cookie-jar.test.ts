import assert from "node:assert/strict";
import { it } from "node:test";
import type { Exchange } from "../wire/exchange.ts";
import { CookieJar } from "./cookie-jar.ts";

const COOKIES_MAX = 50;

const setting = (...setCookies: string[]) => ({ response: { setCookies } }) as unknown as Exchange;

function jarOf(path: string, ...lines: string[]): CookieJar {
  const jar = new CookieJar();
  jar.take(setting(...lines), path);
  return jar;
}

it("cookies are sent to the paths they are for, the nearest first", () => {
  const jar = jarOf("/v1/auth/login", "a=1; Path=/", "b=2", "c=3; Path=/v1/auth/idp; HttpOnly");
  assert.deepEqual(jar.headersFor("/v1/auth/idp/callback"), { cookie: "c=3; b=2; a=1" });
  assert.deepEqual(jar.headersFor("/v1/authority"), { cookie: "a=1" });
  assert.deepEqual(jarOf("/a", "b=2; Path=/c").headersFor("/a"), {});
});

it("a cookie takes the place of the one before, and ends when it is told to", () => {
  const jar = jarOf("/", "a=1", "b=1");
  jar.take(setting("a=2", "b=; Max-Age=0"), "/");
  assert.deepEqual(jar.headersFor("/"), { cookie: "a=2" });
  jar.take(setting("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"), "/");
  assert.deepEqual(jar.all, []);
});

it("a copy goes its own way", () => {
  const jar = jarOf("/", "a=1");
  const copy = jar.copy();
  copy.take(setting("a=2"), "/");
  assert.deepEqual(jar.headersFor("/"), { cookie: "a=1" });
  assert.deepEqual(copy.headersFor("/"), { cookie: "a=2" });
});

it("cookies past their number push the oldest out", () => {
  const lines = Array.from({ length: COOKIES_MAX + 1 }, (_, at) => `c${at}=1`);
  const { all } = jarOf("/", ...lines);
  assert.deepEqual([all.length, all[0]?.name], [COOKIES_MAX, "c1"]);
});
