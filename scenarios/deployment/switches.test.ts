import assert from "node:assert/strict";
import { test } from "node:test";
import type { ControlCall } from "./control.ts";
import { ThrownSwitches } from "./switches.ts";

const put = (path: string, body: object): ControlCall => ({ method: "PUT", path, body });

/** The calls that undo what these have switched. */
async function undone(calls: readonly ControlCall[]): Promise<ControlCall[]> {
  const switches = new ThrownSwitches();
  for (const call of calls) switches.note(call);
  const sent: ControlCall[] = [];
  await switches.undo({ send: async (call) => void sent.push(call) as never });
  return sent;
}

test("switches back what was thrown and left so, and touches nothing else", async () => {
  const calls = [
    put("/freeze", { frozen: true }),
    put("/upstream", { reachable: false }),
    put("/gates/perps", { closed: true }),
    put("/gates/parlays", { closed: true }),
    put("/gates/parlays", { closed: false }),
    { method: "POST", path: "/clock", body: { advance_ms: 5 } },
  ];
  assert.deepEqual(await undone(calls), [
    put("/freeze", { frozen: false }),
    put("/upstream", { reachable: true }),
    put("/gates/perps", { closed: false }),
  ]);
});

test("knows a switch in any spelling of its path, and whatever is said to it", async () => {
  const freeze = [put("//freeze/", { frozen: 1 }), { ...put("/freeze", {}), body: null }];
  assert.deepEqual(await undone(freeze), [put("/freeze", { frozen: false })]);
});

test("takes a hundred switches and refuses the next", () => {
  const switches = new ThrownSwitches();
  const gate = (n: number) => switches.note(put(`/gates/g${n}`, { closed: true }));
  assert.ok(Array.from({ length: 100 }, (_, n) => gate(n)).every(Boolean));
  assert.equal(gate(100), false);
  assert.equal(gate(7), false, "nor does it forget one that it has");
  assert.equal(switches.note(put("/gates/g7", { closed: false })), true);
  assert.equal(gate(100), true);
});
