import assert from "node:assert/strict";
import { test } from "node:test";
import { TICKET_LIFE_MS, Tickets } from "./tickets.ts";

test("tickets that are over leave memory when another is minted", () => {
  let [nowMs, drawn] = [0, 0];
  const entropy = { token: (prefix: string) => `${prefix}${++drawn}` };
  const tickets = new Tickets({ clock: { nowMs: () => nowMs }, entropy } as never);
  const grant = { agentId: "maker", credential: "key" };
  for (let n = 0; n < 600; n += 1) tickets.mint(grant);
  nowMs = TICKET_LIFE_MS - 1;
  const { ticket } = tickets.mint(grant);
  assert.equal(tickets.count, 601);
  nowMs = TICKET_LIFE_MS;
  tickets.mint(grant);
  assert.equal(tickets.count, 2);
  assert.deepEqual(tickets.consume(ticket)?.agentId, "maker");
});
