/** Kills a venue under load again and again, and asks it afterwards for what it acknowledged. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { parse } from "yaml";

/** More by `TOUCHSTONE_KILLS`: the torture. */
const KILLS = Number(process.env["TOUCHSTONE_KILLS"] ?? 3);
/** Orders under way at a time. */
const CLIENTS = 16;
const folder = mkdtempSync(join(tmpdir(), "killed-"));
const store = `sqlite:${join(folder, "venue.sqlite")}`;
const profileFile = join(folder, "venue.yaml");
let child: ChildProcess | undefined;
after(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function serve(...flags: string[]): Promise<string> {
  const argv = ["touchstone.mjs", "serve", "--port", "0", "--store", store, ...flags];
  child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  while (!/profile|venue +http.*\n(.*\n)+/.test(output)) {
    const [chunk] = await once(child.stdout!, "data");
    output += chunk;
  }
  return /http:\/\/[\d.]+:\d+/.exec(output)![0];
}

const orderIdOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { order_id: string }).order_id;

/** One client: sends orders until the venue is gone; returns what was acknowledged. */
async function trade(send: (order: object) => Promise<Response>, client: string) {
  const acknowledged = new Map<string, string>();
  for (let n = 0; ; n++) {
    const client_order_id = `${client}-${n}`;
    try {
      const answer = await send({
        client_order_id,
        side: n % 2 ? "SELL" : "BUY",
        price: 40 + (n % 20),
      });
      const orderId = await orderIdOf(answer);
      assert.equal(answer.status, 201);
      acknowledged.set(client_order_id, orderId);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return { acknowledged, n };
      throw error;
    }
  }
}

it(`keeps every acknowledged order over ${KILLS} kills, and none of the others by halves`, async () => {
  let url = await serve("--profile-out", profileFile);
  const { agents, markets } = parse(readFileSync(profileFile, "utf8"));
  const headers = {
    Authorization: `Bearer ${agents[0].api_key}`,
    "Content-Type": "application/json",
  };
  const market_id = markets[0].id;
  const send = (order: object) => {
    const body = JSON.stringify({ market_id, type: "LIMIT", qty: 1, ...order });
    return fetch(`${url}/v1/orders`, { method: "POST", headers, body });
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    const clients = Array.from({ length: CLIENTS }, (_, n) => trade(send, `k${kill}-${n}`));
    setTimeout(() => child!.kill("SIGKILL"), 100 + 400 * Math.random());
    const histories = await Promise.all(clients);
    url = await serve();
    for (const [client, { acknowledged, n: last }] of histories.entries()) {
      for (const [client_order_id, orderId] of acknowledged) {
        const kept = await fetch(`${url}/v1/orders/${orderId}`, { headers });
        assert.equal(kept.status, 200, `${client_order_id} was acknowledged`);
        assert.equal(
          ((await kept.json()) as { client_order_id: string }).client_order_id,
          client_order_id,
        );
      }
      const client_order_id = `k${kill}-${client}-${last}`;
      const order = { client_order_id, side: last % 2 ? "SELL" : "BUY", price: 40 + (last % 20) };
      const [first, second] = [await send(order), await send(order)];
      const ids = await Promise.all([first, second].map(orderIdOf));
      assert.equal(ids[0], ids[1]);
      assert.equal(second.headers.get("idempotent-replayed"), "true");
    }
    const total = histories.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    assert.ok(total > 0, "nothing was acknowledged before the kill");
  }
});
