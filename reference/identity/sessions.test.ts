import assert from "node:assert/strict";
import { test } from "node:test";
import { SESSION_LIFE_MS, SESSIONS_MAX, Sessions } from "./sessions.ts";

function sessionsAt(time: { nowMs: number }): Sessions {
  let drawn = 0;
  const entropy = { token: (prefix: string) => `${prefix}${++drawn}` };
  const journal = { facts: { of: () => [] }, note: () => {} };
  return new Sessions({ clock: { nowMs: () => time.nowMs }, entropy, journal } as never);
}

test("an account has so many sessions, and then the oldest of its own ends", () => {
  const sessions = sessionsAt({ nowMs: 0 });
  const other = sessions.open("bob").sid;
  const sids = Array.from({ length: SESSIONS_MAX + 1 }, () => sessions.open("alice").sid);
  assert.equal(sessions.count, SESSIONS_MAX + 1);
  assert.equal(sessions.find(sids[0]!), null);
  assert.ok(sessions.find(sids[1]!));
  assert.ok(sessions.find(other));
});

test("who has ended leaves memory, and makes room", () => {
  const time = { nowMs: 0 };
  const sessions = sessionsAt(time);
  for (let n = 0; n < SESSIONS_MAX; n += 1) sessions.open("alice");
  time.nowMs = SESSION_LIFE_MS;
  const { sid } = sessions.open("alice");
  assert.equal(sessions.count, 1);
  assert.ok(sessions.find(sid));
  sessions.close(sessions.find(sid)!);
  assert.equal(sessions.count, 0);
});
