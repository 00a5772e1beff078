import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

/** More at once than may wait: two are hashed, sixteen of an address wait. */
const SIGN_UPS = 60;
/** As many as an agent may place in a minute, however long the crowd takes. */
const ORDERS_MAX = 500;

it("sixty sign-ups at once hold back neither the store nor anybody's order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hashing-"));
  const store = `sqlite:${join(folder, "venue.sqlite")}`;
  const venue = await startTestVenue({ clock: "system", store });
  after(() => venue.stop().then(() => rmSync(folder, { recursive: true })));
  const signUp = (n: number) =>
    venue.api.post("/v1/auth/signup").send({ email: `n${n}@example.com`, password: "long enough" });
  let isOver = false;
  const crowd = Promise.all(Array.from({ length: SIGN_UPS }, (_, n) => signUp(n))).finally(() => {
    isOver = true;
  });
  let orders = 0;
  while (!isOver && orders < ORDERS_MAX) {
    await venue.place("maker", { price: 10, qty: 1 }).expect(201);
    orders++;
  }
  const answers = await crowd;
  const refused = answers.filter(({ status }) => status === 429);
  const done = answers.filter(({ status }) => status === 201);
  assert.equal(done.length + refused.length, SIGN_UPS);
  assert.ok(done.length >= 18, `${done.length} signed up`);
  assert.ok(refused.length > 0);
  for (const { headers } of refused) assert.equal(headers["retry-after"], "5");
  assert.ok(orders > 10, `${orders} orders`);
});
