import assert from "node:assert/strict";
import { it } from "node:test";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { lineMap } from "./line-map.ts";

it("a map leads to every line that the whole map leads to, and to nothing twice", () => {
  const mappings = encode([
    [
      [0, 0, 4, 2],
      [8, 0, 4, 10, 0],
      [12, 0, 6, 4],
      [16, 1, 6, 4],
      [20, 1, 6, 9],
    ],
    [],
    [[0], [2], [4, 1, 7, 0], [9, 1, 7, 5], [11], [13, 1, 7, 9]],
  ]);
  const text = lineMap(
    JSON.stringify({ version: 3, sources: ["a.ts", "b.ts"], names: ["x"], mappings }),
  );
  const { mappings: kept, ...rest } = JSON.parse(text);
  assert.deepEqual(rest, { version: 3, sources: ["a.ts", "b.ts"], names: [] });
  assert.deepEqual(decode(kept), [
    [
      [0, 0, 4, 2],
      [12, 0, 6, 4],
      [16, 1, 6, 4],
    ],
    [],
    [[0], [4, 1, 7, 0], [11], [13, 1, 7, 9]],
  ]);
});
