import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Redactor } from "../secrets/redact.ts";
import { Client } from "./client.ts";
import { patient, retryAfterMs } from "./patient.ts";

test("waits out a 429, and shows one that does not end", async (t) => {
  let left = 1;
  const venue = createServer((_, response) => {
    const status = left > 0 ? 429 : 200;
    left -= 1;
    response.writeHead(status, { "retry-after": "1" }).end("{}");
  }).listen(0, "127.0.0.1");
  t.after(() => venue.close());
  await new Promise((resolve) => venue.once("listening", resolve));
  const { port } = venue.address() as AddressInfo;
  const client = new Client({ baseUrl: `http://127.0.0.1:${port}`, redactor: new Redactor() });
  t.after(() => client.close());
  const read = { method: "GET", path: "/v1/markets" };
  assert.equal((await patient(client).send(read)).response?.status, 200);
  left = 4;
  assert.equal((await patient(client).send(read)).response?.status, 429);
  assert.equal(left, 0);
});

test("waits for a second at least and 65 at most, whatever is asked for", () => {
  const waits = [undefined, "0", "7", "soon", "1e9"].map((text) =>
    retryAfterMs(text === undefined ? {} : { "retry-after": text }),
  );
  assert.deepEqual(waits, [1_000, 1_000, 7_000, 1_000, 65_000]);
});
