/** What few need need not be installed: without it one line says what to install, and all else runs. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "missing-"));
after(() => rmSync(folder, { recursive: true }));

/** Makes a process in which packages are not installed, or sqlite3 has no binding. */
const HOOKS = `
  import Module, { register } from "node:module";
  const missing = process.env.MISSING.split(",");
  const hooks = \`
    const missing = \${JSON.stringify(missing)};
    export function resolve(name, context, next) {
      if (missing.includes(name.split("/")[0])) throw new Error("Cannot find module " + name);
      return next(name, context);
    }
    export function load(url, context, next) {
      if (missing.includes("binding") && url.includes("/sqlite3/lib/")) throw new Error("no binding");
      return next(url, context);
    }\`;
  register("data:text/javascript," + encodeURIComponent(hooks));
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...more) {
    if (missing.includes(name.split("/")[0])) throw new Error("Cannot find module '" + name + "'");
    return resolve.call(this, name, ...more);
  };`;

/** Runs a command without packages, until it ends or has said what is looked for. */
async function touchstone(missing: string, argv: string[], until = /$^/) {
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  const child = spawn(process.execPath, ["--import", hooks, "touchstone.mjs", ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, MISSING: missing },
  });
  after(() => child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk) => {
      output[name] += chunk;
      if (until.test(output[name])) child.kill();
    });
  }
  const [code] = await once(child, "close");
  return { ...output, code };
}

const file = join(folder, "a.sqlite");
writeFileSync(file, "");
const postgres = "postgres://127.0.0.1:1/x";
const OR = isBuiltin("node:sqlite") ? null : ", or run Node 22.13 or later, .*";
type Case = [missing: string, command: string[], complaint: string | null];
const serve = (url: string) => ["serve", "--port", "0", "--store", url];
const CASES: Case[] = [
  ["knex", ["store", "info", `sqlite3:${file}`], "npm install knex@3 sqlite3@6"],
  ["pg", serve(postgres), "npm install knex@3 pg@8"],
  ["sqlite3", serve(`sqlite3:${file}`), "npm install knex@3 sqlite3@6"],
  ["binding", serve(`sqlite:${file}`), OR && `npm rebuild sqlite3${OR}`],
  ["nothing", serve(`node-sqlite:${file}`), OR && "needs Node 22.13 or later, .*"],
];

describe("a store whose packages are missing", () => {
  for (const [missing, argv, complaint] of CASES) {
    const skip = complaint === null && "this Node has SQLite built in";
    const title = `${argv.at(-1)!.split(":")[0]} without ${missing}`;
    it(`is refused in one line with exit code 2: ${title}`, { skip }, async () => {
      const { code, stdout, stderr } = await touchstone(missing, argv);
      assert.match(stderr, new RegExp(`^touchstone ${argv[0]}: the store .*${complaint}\n$`));
      assert.deepEqual([code, stdout], [2, ""]);
    });
  }

  const skip = !isBuiltin("node:sqlite") && "this Node has no SQLite built in";
  for (const missing of ["sqlite3", "binding"]) {
    it(`is of Node's own SQLite without ${missing}, which is told`, { skip }, async () => {
      const path = join(folder, `${missing}.sqlite`);
      const argv = ["serve", "--port", "0", "--store", `sqlite:${path}`];
      const { stdout, stderr } = await touchstone(missing, argv, /profile/);
      assert.match(stdout, new RegExp(`^store +node-sqlite:${path}$`, "m"));
      assert.equal(stderr, "");
    });
  }
});

describe("without any package of a database", () => {
  const missing = "knex,sqlite3,pg";

  it("the embedded venue is proven", async () => {
    const { code, stdout } = await touchstone(missing, ["conform", "--only", "TIF-IOC-03"]);
    assert.match(stdout, /PASS/);
    assert.equal(code, 0);
  });

  it("a seeded venue is served", async () => {
    const argv = ["serve", "--seed", "7", "--port", "0"];
    const { stdout, stderr } = await touchstone(missing, argv, /profile/);
    assert.match(stdout, /^store +memory: \(ends with the process\)$/m);
    assert.equal(stderr, "");
  });
});
