import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { fileWith, restingOf, touchstone } from "../command-line.fixture.ts";
import { spoken } from "./bridge.fixture.ts";
import { bridgeCommand } from "./bridge-command.ts";
import { LINE_BYTES_MAX } from "./line-limit.ts";

const FRONT_DOOR = fileURLToPath(new URL("../../touchstone.mjs", import.meta.url));

async function started(t: TestContext, args: readonly string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [FRONT_DOOR, "bridge", ...args] },
    ...{ env: { ...(process.env as Record<string, string>), ...env }, stderr: "ignore" },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  t.after(() => client.close());
  return spoken(client);
}

async function venueIn(t: TestContext): Promise<ProfileFile> {
  const venue = await startReference({ seed: 3 });
  t.after(() => venue.close());
  return venue.profile() as ProfileFile;
}

describe("touchstone bridge over stdio", () => {
  it("is a venue of its own where none is named", async (t) => {
    const { tools, call } = await started(t, []);
    assert.ok((await tools()).includes("place"));
    assert.match((await call("markets", { limit: 1 })).text, /BTC_/);
  });

  it("takes a key from the environment, and never tells it", async (t) => {
    const { base_url, agents } = await venueIn(t);
    const key = agents![0]!.api_key;
    const { call } = await started(t, ["--target", base_url, "--key-env", "VENUE_KEY"], {
      VENUE_KEY: key,
    });
    const { text } = await call("wallet");
    assert.match(text, /free_cents/);
    assert.ok(!text.includes(key));
  });

  it("answers a message that is too long with an error, and goes on", async (t) => {
    const { base_url } = await venueIn(t);
    const { client, call } = await started(t, ["--target", base_url]);
    const huge = { rule: "x".repeat(LINE_BYTES_MAX) };
    await assert.rejects(client.callTool({ name: "explain", arguments: huge }), /at most 1048576/);
    assert.match((await call("explain", { rule: "TIF-IOC-03" })).text, /^TIF-IOC-03/);
  });

  it("ends with its client, and a run under way clears up first", async (t) => {
    const file = await venueIn(t);
    const { control: _, ...profile } = file as ProfileFile & { control?: unknown };
    const named = ["--profile", await fileWith(t, JSON.stringify(profile))];
    const { client, call } = await started(t, named);
    const { data } = await call("conform_plan", { only: ["TIF-*"] });
    const asked = { name: "conform_run", arguments: { plan: data["plan"] } };
    const began = new Promise<void>((resolve) => {
      client.callTool(asked, undefined, { onprogress: () => resolve() }).catch(() => {});
    });
    await began;
    await client.close();
    assert.equal(await restingOf(profile), 0);
  });

  it("keeps lines that are no message from ending it", async (t) => {
    const { base_url } = await venueIn(t);
    const args = [FRONT_DOOR, "bridge", "--target", base_url];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.stdin.write('{"a":\n[]\n\u0000\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    while (!out.includes("\n")) await once(child.stdout, "data");
    child.stdin.end();
    const [code] = await once(child, "close");
    assert.deepEqual([JSON.parse(out), code], [{ jsonrpc: "2.0", id: 1, result: {} }, 0]);
    assert.doesNotMatch(err, /\n\s+at /);
  });
});

describe("touchstone bridge refuses", () => {
  const cases: [string[], RegExp][] = [
    [["--target", "x"], /--target: /],
    [["--target", "http://127.0.0.1:1", "--key-env", "NO_SUCH_KEY"], /has no NO_SUCH_KEY/],
    [["--key-env", "HOME"], /--key-env: say whose key/],
    [["--http", "0"], /--http: name the venue/],
    [["--http", "0", "--target", "http://127.0.0.1:1", "--agent", "a"], /each caller has its own/],
    [["--agent", "ghost", "--target", "http://127.0.0.1:1"], /has no ghost; it has none/],
  ];
  for (const [args, why] of cases) {
    it(`${args.join(" ")} by what there is to mend`, async () => {
      const parsing = bridgeCommand().parseAsync(args, { from: "user" });
      await assert.rejects(
        parsing,
        (error) => error instanceof UsageError && why.test(error.message),
      );
    });
  }

  it("in one line, with exit code 2 and nothing on stdout", async () => {
    const { code, stdout, stderr } = await touchstone(["bridge", "--http", "70000"]).ended;
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /a port is an integer/);
  });
});
