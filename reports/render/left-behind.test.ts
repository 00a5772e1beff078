import assert from "node:assert/strict";
import { test } from "node:test";
import type { LeftBehind } from "../schema/report.ts";
import { leftBehindHtml, leftBehindText } from "./left-behind.ts";

const LEFT: LeftBehind[] = [
  { what: "order", id: "o-1", agent: "maker", market: "m-1", why: "DELETE was answered 500" },
  { what: "position", id: "m-1", agent: "maker", why: "holds 3, and 0 before the run" },
  { what: "key", id: "k-1", agent: "a-1", why: "<b>" },
];

test("tells of each thing that was left, of whom, where and why", () => {
  assert.equal(
    leftBehindText({ left: LEFT }),
    [
      "Left behind at the target, yours to undo (3)",
      "  order o-1 of maker in market m-1: DELETE was answered 500",
      "  position of maker in market m-1: holds 3, and 0 before the run",
      "  key k-1 of a-1: <b>",
    ].join("\n"),
  );
  assert.match(leftBehindHtml({ left: LEFT }), /<li>key k-1 of a-1: &#60;b&#62;<\/li>/);
});

test("says nothing where nothing was left, and sends on where much was", () => {
  assert.equal(leftBehindText({}), "");
  assert.equal(leftBehindHtml({ left: [] }), "");
  const many = Array.from({ length: 14 }, () => LEFT[0]!);
  assert.match(leftBehindText({ left: many }), /\n {2}and 4 more, in report\.json$/);
});
