import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LoadReport } from "../../reports/schema/load.ts";
import { compare, interleaving, type Turn } from "./comparison.ts";
import { differs, median, medianInterval, mixDistance, noiseFactor } from "./statistics.ts";
import { comparisonText } from "./text.ts";

/** A run whose placings took so long, with that many of a hundred declined. */
function turn(side: "A" | "B", { ms, declined = 10 }: { ms: number; declined?: number }): Turn {
  const spectrum = { count: 90, p50: ms, p95: ms * 2, p99: ms * 4 };
  const outcomes = { accepted: 100 - declined, declined };
  const place = { name: "place", outcomes, latency: { accepted: spectrum } };
  return { side, report: { endpoints: [place] } as unknown as LoadReport };
}

/** Five pairs, B slower by a factor; machine noise moves every run a little. */
function turns(factor: number, { wobble = 0.05, declinedByB = 10 } = {}): Turn[] {
  return interleaving(5).map((side, index) => {
    const noise = 1 + wobble * Math.sin(index * 2.4);
    const declined = side === "B" ? declinedByB : 10;
    return turn(side, { ms: 5 * noise * (side === "B" ? factor : 1), declined });
  });
}

describe("a comparison", () => {
  it("interleaves the targets, so that every other neighbour is of the same one", () => {
    assert.equal(interleaving(5).join(""), "ABBAABBAAB");
  });

  it("finds a planted difference, with its factor", () => {
    const { lines } = compare(turns(1.5), 1);
    for (const { verdict, ratio } of lines) {
      assert.equal(verdict, "B slower");
      assert.ok(ratio.low > 1.3 && ratio.high < 1.7, JSON.stringify(ratio));
    }
    assert.equal(lines.length, 3);
    assert.ok(compare(turns(0.5), 1).lines.every(({ verdict }) => verdict === "B faster"));
  });

  it("finds none between a target and itself, nor one that is inside the noise", () => {
    for (const run of [turns(1), turns(1.05, { wobble: 0.2 })]) {
      assert.ok(compare(run, 1).lines.every(({ verdict }) => verdict === "no difference"));
    }
  });

  it("compares no latencies where the outcomes differ: a quicker no is no speed", () => {
    const { lines, mixed } = compare(turns(0.5, { declinedByB: 40 }), 1);
    assert.deepEqual(lines, []);
    assert.ok(Math.abs((mixed[0]?.distance ?? 0) - 0.3) < 1e-9);
    assert.match(comparisonText({ lines, mixed }, 5), /^NOT COMPARABLE in part/);
    assert.match(comparisonText({ lines, mixed }, 5), /A 450 accepted, 50 declined; B 300/);
  });

  it("is printed as ratios with intervals", () => {
    const text = comparisonText(compare(turns(2), 1), 5);
    assert.match(text, /^DIFFERENT {2}3 of 3 percentiles differ/);
    assert.match(
      text,
      /place +accepted +p99 +\d\.\d\d× \(\d\.\d\d–\d\.\d\d\) +\d\.\d\d× +B slower/,
    );
  });
});

describe("its statistics", () => {
  it("gives the same interval for the same seed, around the median", () => {
    const ratios = [1.2, 1.3, 1.35, 1.3, 1.4];
    assert.deepEqual(medianInterval(ratios, 7), medianInterval(ratios, 7));
    const { median: middle, low, high } = medianInterval(ratios, 7);
    assert.ok(low <= middle && middle <= high);
    assert.equal(middle, 1.3);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });

  it("calls a difference one only beyond chance and beyond noise", () => {
    assert.equal(noiseFactor([0.8, 1.1]), 1.25);
    assert.equal(differs({ median: 1.3, low: 1.2, high: 1.4 }, 1.1), true);
    assert.equal(differs({ median: 1.3, low: 1.2, high: 1.4 }, 1.3), false);
    assert.equal(differs({ median: 1.3, low: 0.9, high: 1.6 }, 1.1), false);
  });

  it("measures how far two mixes are apart", () => {
    assert.equal(mixDistance({ a: 5, b: 5 }, { a: 50, b: 50 }), 0);
    assert.equal(mixDistance({ a: 5 }, { b: 7 }), 1);
  });
});
