/** The core reads no clock, draws no chance and waits for nothing: same commands, same venue. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** What could make two runs of one journal differ, or keep `apply` from answering at once. */
const BANS: Record<string, RegExp> = {
  clock: /\b(Date|performance|hrtime)\b/,
  chance: /\bMath\.random\b|\bcrypto\b/,
  timer: /\b(set(Timeout|Interval|Immediate)|queueMicrotask|nextTick)\b/,
  waiting: /\b(async|await|Promise)\b|\.then\(/,
  locale: /\bIntl\b|\blocaleCompare\b|\btoLocale\w*/,
  surroundings: /\b(process|globalThis|console|require|fetch)\b|\bimport\(/,
  outside: /\bfrom "(?!\.\.?\/)/,
};
/** The one way out: the reason stands behind it, on the same line. */
const ALLOWED = /\/\/ core may: \S+ .*\S$/;
const HERE = new URL(".", import.meta.url);

/** What a source breaks, as `line: ban`. */
function broken(source: string): string[] {
  return withoutProse(source)
    .split("\n")
    .flatMap((line, index) => {
      const bans = Object.keys(BANS).filter((ban) => BANS[ban]!.test(line));
      return ALLOWED.test(line) ? [] : bans.map((ban) => `${index + 1}: ${ban}`);
    });
}

/** Comments of whole lines say what they like. */
function withoutProse(source: string): string {
  return source.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
}

const sources = readdirSync(HERE, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    file.endsWith(".ts") &&
    !/\.(test|bench)\.ts$|^(random-journal|venue-peers)\.fixture/.test(file),
);

for (const file of sources) {
  test(`${file} depends on nothing but its arguments`, () => {
    assert.deepEqual(broken(readFileSync(new URL(file, HERE), "utf8")), []);
  });
}

test("no file of the core imports one from elsewhere in the project", () => {
  for (const file of sources) {
    const here = new URL(file, HERE);
    for (const [, path] of readFileSync(here, "utf8").matchAll(/\bfrom "(\.[^"]+)"/g)) {
      assert.ok(new URL(path!, here).href.startsWith(HERE.href), `${file} imports ${path}`);
    }
  }
});

test("every file of the core is read, those of its folders too", () => {
  assert.ok(sources.includes("venue.ts") && sources.includes("gates/margin.ts"));
  assert.ok(sources.length > 40, `${sources.length} files`);
});

const DEFECTS: Record<string, string> = {
  "const now = Date.now();": "clock",
  "const atMs = performance.now();": "clock",
  "const draw = Math.random();": "chance",
  "const id = crypto.randomUUID();": "chance",
  "setTimeout(expire, 5);": "timer",
  "await journal.append(command);": "waiting",
  "export async function apply() {}": "waiting",
  "names.sort((one, two) => one.localeCompare(two));": "locale",
  "const text = cents.toLocaleString();": "locale",
  'const limit = process.env["LIMIT"];': "surroundings",
  'import { readFileSync } from "node:fs";': "outside",
};
for (const [line, ban] of Object.entries(DEFECTS)) {
  test(`a core with \`${line}\` is told of its ${ban}`, () => {
    assert.deepEqual(broken(`const one = 1;\n${line}\n`), [`2: ${ban}`]);
    assert.deepEqual(broken(`${line} // core may: it has a reason`), []);
    assert.deepEqual(broken(`${line} // core may:`), [`1: ${ban}`]);
    assert.deepEqual(broken(`  // ${line}`), []);
  });
}
