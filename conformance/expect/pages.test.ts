import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { allOf } from "../check/expectation.ts";
import {
  atMostRows,
  exactlyRows,
  namedCount,
  onlyWith,
  pageNaming,
  pagesOfSize,
  sameByDefault,
} from "./pages.ts";

function answered(status: number, body: unknown): Exchange {
  const request = { method: "GET", path: "/", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: JSON.stringify(body), body };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: null };
}

test("rows are counted where a list is recognisable, and 200 is demanded anyway", () => {
  const two = atMostRows(2);
  for (const body of [[{}, {}], { data: { items: [[1], [2]] } }, { t: [1, 2, 3] }, {}]) {
    assert.ok(two.judge(answered(200, body)).ok, JSON.stringify(body));
  }
  assert.ok(!two.judge(answered(200, { list: [{}, {}, {}] })).ok);
  assert.ok(!two.judge(answered(404, [])).ok);
});

test("records of another value are found, those that lack the member are not", () => {
  const open = onlyWith("status", "OPEN");
  assert.ok(open.judge(answered(200, [{ status: "open" }, { state: "VOID" }])).ok);
  assert.ok(!open.judge(answered(200, [{ status: "OPEN" }, { status: "VOID" }])).ok);
  assert.ok(!open.judge(answered(422, [])).ok);
});

const rows = (count: number) => answered(200, { list: Array.from({ length: count }, () => ({})) });

test("just as many rows are wanted, of a list of any name", () => {
  assert.ok(exactlyRows(2).judge(rows(2)).ok);
  for (const count of [1, 3]) assert.ok(!exactlyRows(2).judge(rows(count)).ok);
  const past = exactlyRows(1, namedCount("history"));
  assert.ok(past.judge(answered(200, { history: [{}], upcoming: [{}, {}] })).ok);
});

test("a page without a size is that of the default, and one is one where there are any", () => {
  const pages = allOf(pagesOfSize(3), sameByDefault(3));
  const isRight = (counts: readonly number[]) => pages.judge(counts.map(rows)).ok;
  for (const counts of [
    [3, 3, 1, 2, 3, 3],
    [2, 2, 1, 1, 2, 2],
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0],
    // Rows have come meanwhile.
    [2, 3, 1, 0, 1, 3],
  ])
    assert.ok(isRight(counts), counts.join());
  for (const counts of [
    [4, 3, 1, 3, 4, 4],
    [2, 3, 1, 1, 2, 2],
    [2, 2, 0, 1, 2, 2],
    [2, 2, 2, 1, 2, 2],
    [3, 3, 1, 1, 3, 3],
    [3, 3, 1, 3, 3, 3],
    [2, 2, 1, 1, 1, 2],
    [2, 2, 1, 1, 3, 2],
  ])
    assert.ok(!isRight(counts), counts.join());
  assert.ok(pages.judge(Array.from({ length: 6 }, () => answered(200, {}))).ok);
  assert.ok(
    !pages.judge([rows(1), answered(422, {}), ...Array.from({ length: 4 }, () => rows(1))]).ok,
  );
});

test("a page that names an id is turned to, else the first without rows", async () => {
  const pages = [["a", "b"], ["c"], []].map((ids) => ids.map((id) => ({ id })));
  const asked: string[] = [];
  const find = (id: string) =>
    pageNaming(id, answered(200, pages[0]), async ({ offset }) => {
      asked.push(offset);
      return answered(200, pages[asked.length]);
    });
  assert.deepEqual((await find("b")).response?.body, pages[0]);
  assert.deepEqual((await find("c")).response?.body, pages[1]);
  asked.length = 0;
  assert.deepEqual((await find("d")).response?.body, []);
  assert.deepEqual(asked, ["2", "3"]);
});
