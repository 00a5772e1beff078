import assert from "node:assert/strict";
import { test } from "node:test";
import { requestPath } from "./request-path.ts";
import { Unsendable } from "./transport.ts";

const PATHS: [path: string, sent: string][] = [
  ["/v1/markets/5be1d3a4-92c7", "/v1/markets/5be1d3a4-92c7"],
  ["/v1/markets/a b", "/v1/markets/a%20b"],
  ["/v1/orders/%2e%2E/x", "/v1/orders/%2e%2E/x"],
  ["/a\r\nX-Evil: 1", "/a%0D%0AX-Evil:%201"],
  ['/"\u001b[2J', "/%22%1B[2J"],
  ["/a#b", "/a%23b"],
  ["/😀", "/%F0%9F%98%80"],
  ["/\ud800", "/%EF%BF%BD"],
];

for (const [path, sent] of PATHS) {
  test(`${JSON.stringify(path)} is asked for as ${sent}`, () => {
    assert.equal(requestPath(path), sent);
    assert.equal(requestPath(sent), sent);
  });
}

test("what would name another host is no path", () => {
  for (const path of ["@evil.example/v1", "http://evil.example/", ".evil.example/x"]) {
    assert.throws(() => requestPath(path), Unsendable);
  }
});
