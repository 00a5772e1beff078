import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { parse } from "yaml";

const folder = mkdtempSync(join(tmpdir(), "serve-"));
after(() => rmSync(folder, { recursive: true }));

const NO_DATABASE = join(folder, "notes.txt");
writeFileSync(NO_DATABASE, "not a database, however long it is".repeat(100));

interface Run {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
}

function serve(...flags: string[]): Run {
  const argv = ["touchstone.mjs", "serve", "--store", "memory:", ...flags];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
  after(() => child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  return { child, output };
}

/** The address a venue prints; fails when it ends without one. */
async function urlOf({ child, output }: Run): Promise<string> {
  for (;;) {
    const url = /http:\/\/[\d.]+:\d+/.exec(output.stdout)?.[0];
    if (url !== undefined) return url;
    await Promise.race([
      once(child.stdout!, "data"),
      once(child, "exit").then(() => assert.fail(`it ended: ${output.stderr}`)),
    ]);
  }
}

async function exitOf({ child }: Run): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}

/** Whether the venue still takes new connections. */
const accepts = async (url: string): Promise<boolean> => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const taken = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return taken;
};

describe("touchstone serve", { concurrency: 4, timeout: 120_000 }, () => {
  it("prints where it is and writes a private profile that opens it", async () => {
    const file = join(folder, "venue.yaml");
    writeFileSync(file, "an older and much longer file\n".repeat(500), { mode: 0o644 });
    const flags = ["--port", "0", "--seed", "7", "--control-token", "t", "--profile-out", file];
    const run = serve(...flags);
    const url = await urlOf(run);
    for (const text of ["seed      7", file, `conform --profile ${file}`, `${url}/_control`]) {
      assert.ok(run.output.stdout.includes(text), text);
    }
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const text = readFileSync(file, "utf8");
    assert.match(text, /^# .*keep it private/);
    const profile = parse(text);
    assert.equal(profile.base_url, url);
    assert.deepEqual(profile.control, { url: `${url}/_control`, token: "t" });
    for (const { api_key, agent_id } of profile.agents) {
      const headers = { Authorization: `Bearer ${api_key}` };
      const wallet = await fetch(`${url}${profile.prefix}/me/wallet`, { headers });
      assert.equal(((await wallet.json()) as { agent_id: string }).agent_id, agent_id);
    }
    const held = profile.markets.map((m: { kind: string; status: string }) => m.kind + m.status);
    for (const each of [
      "BINARYOPEN",
      "PERPOPEN",
      "PARLAYOPEN",
      "BINARYEXPIRED",
      "BINARYRESOLVED",
    ]) {
      assert.ok(held.includes(`BTC_${each}`), each);
    }
    run.child.kill("SIGTERM");
    assert.equal(await exitOf(run), 0);
  });

  it("says where keys are made and the interface stands, and a line a request", async () => {
    const run = serve("--port", "0", "--log");
    const url = await urlOf(run);
    for (const path of ["/", "/docs", "/openapi.json"]) {
      assert.match(run.output.stdout, new RegExp(`^\\w+ +${url}${path}( |$)`, "m"));
      assert.equal((await fetch(url + path)).status, 200);
    }
    const { headers } = await fetch(`${url}/v1/orders?ticket=secret`, { method: "POST" });
    const id = headers.get("x-request-id");
    while (!run.output.stdout.includes(`${id}\n`)) await once(run.child.stdout!, "data");
    const lines = run.output.stdout.split("\n").filter((line) => line.startsWith("20"));
    assert.deepEqual(
      lines.map((line) => line.split(" ").slice(1, 4).join(" ")),
      ["GET / 200", "GET /docs 200", "GET /openapi.json 200", "POST /v1/orders 401"],
    );
    assert.match(lines[3]!, /^20\S+Z POST \/v1\/orders 401 \d+\.\d ms [\w-]{36}$/);
  });

  it("answers what is in flight before it stops", async () => {
    const file = join(folder, "in-flight.yaml");
    const run = serve("--port", "0", "--profile-out", file);
    const url = await urlOf(run);
    const { agents, markets } = parse(readFileSync(file, "utf8"));
    const order = { market_id: markets[0].id, side: "BUY", type: "LIMIT", price: 5, qty: 1 };
    const headers = {
      Authorization: `Bearer ${agents[0].api_key}`,
      "Content-Type": "application/json",
      Expect: "100-continue",
    };
    const call = request(`${url}/v1/orders`, { method: "POST", headers });
    call.flushHeaders();
    await once(call, "continue"); // the venue now waits for the body
    run.child.kill("SIGTERM");
    while (await accepts(url)); // until it is stopping
    call.end(JSON.stringify(order));
    const [response] = await once(call, "response");
    assert.equal(response.statusCode, 201);
    response.resume();
    assert.equal(await exitOf(run), 0);
  });

  it("stops on SIGINT with an idle connection open", async () => {
    const run = serve("--port", "0");
    await (await fetch(`${await urlOf(run)}/health`)).text(); // fetch keeps the connection
    run.child.kill("SIGINT");
    assert.equal(await exitOf(run), 0);
  });

  it("ends within ten seconds whatever sockets do, and keeps what it acknowledged", async () => {
    const run = serve("--port", "0");
    const { port } = new URL(await urlOf(run));
    const sockets = ["GET / HT", "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Le"].map(
      (text) => {
        const socket = connect(Number(port), "127.0.0.1");
        socket.on("error", () => {});
        socket.write(text);
        return socket;
      },
    );
    await Promise.all(sockets.map((socket) => once(socket, "ready")));
    const begun = performance.now();
    run.child.kill("SIGTERM");
    assert.equal(await exitOf(run), 0);
    assert.ok(performance.now() - begun < 10_000);
  });

  it("draws a long control token when it is given none, and tells the profile alone", async () => {
    const file = join(folder, "drawn.yaml");
    const run = serve("--port", "0", "--control-token", "--profile-out", file);
    const url = await urlOf(run);
    const { control } = parse(readFileSync(file, "utf8"));
    assert.ok(control.token.length >= 43);
    assert.ok(!run.output.stdout.includes(control.token));
    const headers = { Authorization: `Bearer ${control.token}` };
    assert.equal((await fetch(`${url}/_control`, { headers })).status, 200);
  });

  it("writes the profile as JSON into a file that is named so", async () => {
    const file = join(folder, "venue.json");
    const url = await urlOf(serve("--port", "0", "--profile-out", file));
    assert.equal(JSON.parse(readFileSync(file, "utf8")).base_url, url);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it("lets other machines reach what can be guessed when it is told to", async () => {
    const run = serve("--port", "0", "--host", "0.0.0.0", "--seed", "7", "--insecure");
    const { port } = new URL(await urlOf(run));
    assert.ok(await accepts(`http://127.0.0.1:${port}`));
  });

  it("explains itself", async () => {
    const run = serve("--help");
    assert.equal(await exitOf(run), 0);
    assert.match(run.output.stdout, /Examples:/);
  });

  const BAD: [title: string, flags: string[], complaint: RegExp][] = [
    ["a seed that is no integer", ["--seed", "x"], /seed/],
    ["a port beyond the range", ["--port", "65536"], /port/],
    ["an unknown clock", ["--clock", "sundial"], /system, virtual/],
    ["an unknown flag", ["--sed", "7"], /--sed/],
    ["an issuer without a client id", ["--idp-issuer", "https://idp.example"], /come together/],
    [
      "an issuer over plain http",
      ["--idp-issuer", "http://idp.example", "--idp-client-id", "venue"],
      /https URL/,
    ],
    ["a store of no known kind", ["--store", "mysql://x"], /a store is sqlite:FILE/],
    ["a store in no folder", ["--store", `sqlite:${join(folder, "no", "x")}`], /cannot be opened/],
    ["a store nobody serves", ["--store", "postgres://127.0.0.1:1/x"], /postgres:.*ECONNREFUSED/],
    ["a store that is no database", ["--store", `sqlite:${NO_DATABASE}`], /not a database/],
    ["a feed that is not there", ["--feed", join(folder, "none.csv")], /cannot read the feed/],
    [
      "a feed by URL in virtual time",
      ["--clock", "virtual", "--feed", "http://127.0.0.1:1/"],
      /needs the system clock/,
    ],
    ["a seed for other machines", ["--host", "0.0.0.0", "--seed", "7"], /foretold.*--insecure/],
    ["virtual time for other machines", ["--host", "::", "--clock", "virtual"], /foretold/],
    [
      "a short token for other machines",
      ["--host", "0.0.0.0", "--control-token", "nineteen-characters"],
      /less than 20 characters/,
    ],
    ["a token that nobody would learn", ["--control-token"], /needs --profile-out/],
    ["an unwritable profile", ["--profile-out", join(folder, "no", "x")], /cannot write/],
  ];
  for (const [title, flags, complaint] of BAD) {
    it(`refuses ${title} with one line and exit code 2`, async () => {
      const run = serve("--port", "0", ...flags);
      assert.equal(await exitOf(run), 2);
      assert.match(run.output.stderr, complaint);
      assert.doesNotMatch(run.output.stderr, /\n {4}at /);
      assert.equal(run.output.stdout, "");
    });
  }

  it("says so when the port is taken, and leaves an older profile alone", async () => {
    const squatter = createServer().listen(0, "127.0.0.1");
    await once(squatter, "listening");
    after(() => squatter.close());
    const { port } = squatter.address() as AddressInfo;
    const file = join(folder, "older.yaml");
    writeFileSync(file, "older");
    const run = serve("--port", String(port), "--profile-out", file);
    assert.equal(await exitOf(run), 2);
    assert.match(run.output.stderr, /^touchstone serve: cannot listen on .*in use.*\n$/);
    assert.equal(readFileSync(file, "utf8"), "older");
  });
});
