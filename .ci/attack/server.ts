/** Malformed requests over every route: each answered, none with a failure, none that acts if refused. */
import { connect } from "node:net";
import { type Reference, type ReferenceOptions, startReference } from "../../reference/index.ts";
import { Draws } from "../../reference/proof/consensus/draws.ts";
import { afterAwake } from "../../scenarios/deployment/wire/after-awake.ts";
import { type AttackBudget, type AttackResult, Findings, shown } from "./attack.ts";
import { type DrawnRequest, drawRequest, type Known } from "./requests.ts";

const TOKEN = "attack-control-token-of-enough-letters";
/** How many requests are on their way at once, and how often the venue is asked whether it is well. */
const AT_ONCE = 20;
const ROUND = 100;
/** A whole request has an answer by then, a torn one an end. Units: ms. */
const ANSWER_MS_MAX = 10_000;
const QUOTA = 1e9;

/** A venue under attack. */
type Target = Pick<Reference, "url" | "controlUrl" | "profile" | "close">;

/** Starts the venue; another one where a fault is planted. */
export type StartTarget = (options: ReferenceOptions) => Promise<Target>;

interface RawAnswer {
  text: string;
  isLate: boolean;
}

/** Attacks a venue of its own. */
export async function attack(
  { draws, seed }: AttackBudget,
  start: StartTarget = startReference,
): Promise<AttackResult> {
  const rateLimits = { writesPerMinute: QUOTA, readsPerMinute: QUOTA };
  const clock = "virtual";
  const target = await start({ seed: 7, clock, controlToken: TOKEN, rateLimits });
  const findings = new Findings();
  const chance = new Draws(seed);
  let tried = 0;
  try {
    const known = knownOf(target);
    while (tried < draws && findings.all.length === 0) {
      const round = Array.from({ length: Math.min(ROUND, draws - tried) }, () =>
        drawRequest(chance, known),
      );
      await play(target, round, findings);
      tried += round.length;
      await proveWell(target, known, findings);
    }
  } finally {
    await target.close();
  }
  return { tried, found: findings.all };
}

interface AttackedProfile {
  agents: { agent_id: string; api_key: string }[];
  browser: { session_cookie: { value: string }; csrf_cookie: { value: string } };
  markets: { id: string; kind: string; status: string }[];
}

function knownOf(target: Target): Known {
  const { agents, browser, markets } = target.profile() as AttackedProfile;
  const { session_cookie: sid, csrf_cookie: csrf } = browser;
  const [agent] = agents;
  const market = markets.find(({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN")!;
  return {
    key: agent!.api_key,
    cookie: `sid=${sid.value}; csrf=${csrf.value}`,
    csrf: csrf.value,
    ids: { agent_id: agent!.agent_id, id: market.id, market_id: market.id },
  };
}

/** Sends a round, then again what was refused: where it still is, nothing may have happened. */
async function play(target: Target, round: DrawnRequest[], findings: Findings): Promise<void> {
  const acting = (await send(target, round, findings)).filter(({ method }) => method !== "GET");
  const before = await digest(target);
  const refused = await send(target, acting, findings);
  if (refused.length < acting.length) return;
  const after = await digest(target);
  if (before !== after) findings.add("state", "refused requests changed the digest of the state");
}

/** Those that are refused. */
async function send(target: Target, round: DrawnRequest[], findings: Findings) {
  const refused: DrawnRequest[] = [];
  const waiting = [...round];
  const one = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      const answer = await exchange(target.url, request);
      judge(request, answer, findings);
      if (/^HTTP\/1\.1 4/.test(answer.text)) refused.push(request);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return refused;
}

function judge({ bytes, path, method, isWhole }: DrawnRequest, answer: RawAnswer, all: Findings) {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer.text)?.[1] ?? Number.NaN);
  if (answer.isLate) all.add(`${method} left without an answer`, shown(bytes));
  else if (Number.isNaN(status)) {
    if (isWhole) all.add(`${method} cut off without an answer`, shown(bytes));
  } else if (status >= 500 && status !== 502 && status !== 503) {
    all.add(`${method} answered ${status}`, shown(bytes));
  } else if (status >= 400 && !hasEnvelope(answer.text, path)) {
    all.add(`${method} answered ${status} without an envelope`, `${shown(bytes)} ${answer.text}`);
  }
}

/** Both forms of the spec. Pages of the provider are for people; answers to HEAD are bare. */
function hasEnvelope(text: string, path: string): boolean {
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  if (/^(0\r\n\r\n)?$/.test(body) || path.includes("/idp")) return true;
  return /"code":"[A-Z_]+"|"detail":\[\{"loc":/.test(body);
}

/** Sends bytes, of a torn request the end too; resolves with all that comes back. */
function exchange(url: string, { bytes, isWhole }: DrawnRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    const chunks: Buffer[] = [];
    const end = (isLate: boolean) => {
      inTime();
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString("latin1"), isLate });
    };
    const inTime = afterAwake(ANSWER_MS_MAX, () => end(true));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", () => end(false)).once("close", () => end(false));
    if (isWhole) socket.write(bytes);
    else socket.end(bytes);
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function digest({ controlUrl }: Target): Promise<string> {
  const response = await fetch(`${controlUrl}/digest`, { headers: bearer(TOKEN) });
  return ((await response.json()) as { sha256: string }).sha256;
}

/** An order of an agent still rests, and can be cancelled. */
async function proveWell({ url }: Target, { key, ids }: Known, findings: Findings): Promise<void> {
  const headers = { ...bearer(key), "content-type": "application/json" };
  const order = { market_id: ids["market_id"], side: "BUY", type: "LIMIT", price: 1, qty: 1 };
  const placed = await fetch(`${url}/v1/orders`, {
    method: "POST",
    headers,
    body: JSON.stringify(order),
  });
  const body = (await placed.json()) as { order_id?: string; code?: string };
  const path = `${url}/v1/orders/${body.order_id}`;
  const gone = await fetch(path, { method: "DELETE", headers: bearer(key) });
  await gone.text();
  if (placed.status !== 201 || gone.status !== 200) {
    const codes = `${placed.status} ${body.code ?? ""}, then ${gone.status}`;
    findings.add("unwell", `an agent's order and its cancel are answered ${codes}`);
  }
}
