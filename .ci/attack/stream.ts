/** Broken frames and messages on the stream: each socket goes on or is closed, and no other notices. */
import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { Reference, ReferenceOptions } from "../../reference/index.ts";
import { startReference } from "../../reference/index.ts";
import { Draws } from "../../reference/proof/consensus/draws.ts";
import { afterAwake } from "../../scenarios/deployment/wire/after-awake.ts";
import { type AttackBudget, type AttackResult, Findings, shown } from "./attack.ts";
import { hostileString, hostileText, mutated, oneOf } from "./hostile.ts";

/** Frames that one socket is sent before the next is opened. */
const FRAMES_A_SOCKET = 10;
/** Units: ms. */
const ANSWER_MS_MAX = 5_000;
const TORN_MS = 500;
const LONGER_THAN_A_FRAME = 70_000;
const QUOTA = 1e9;
const TEXT = 1;
const PONG = "still here";

/** A venue under attack. */
type StreamTarget = Pick<Reference, "url" | "profile" | "close">;

/** Attacks a venue of its own; another one where a fault is planted. */
export async function attack(
  { draws, seed }: AttackBudget,
  start: (options: ReferenceOptions) => Promise<StreamTarget> = startReference,
): Promise<AttackResult> {
  const rateLimits = { writesPerMinute: QUOTA, readsPerMinute: QUOTA };
  const target = await start({ seed: 7, rateLimits });
  const findings = new Findings();
  const chance = new Draws(seed);
  const { agents, markets } = target.profile() as StreamProfile;
  const open = () => handshake(target.url, agents[0]!.api_key);
  let tried = 0;
  try {
    const bystander = await open();
    while (tried < draws && findings.all.length === 0) {
      const sent = Array.from({ length: FRAMES_A_SOCKET }, () => drawFrame(chance, markets[0]!.id));
      const socket = await open();
      for (const bytes of sent) if (socket.writable) socket.write(bytes);
      if (await isSilent(socket)) findings.add("silence", sent.map(shown).join(" "));
      socket.destroy();
      tried += sent.length;
      if (!(await answers(bystander))) findings.add("bystander", sent.map(shown).join(" "));
    }
    bystander.destroy();
  } finally {
    await target.close();
  }
  return { tried, found: findings.all };
}

interface StreamProfile {
  agents: { api_key: string }[];
  markets: { id: string }[];
}

/** Opens a socket and hands it over as bytes. */
async function handshake(url: string, key: string): Promise<Socket> {
  const minted = await fetch(`${url}/v1/auth/ws-ticket`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  const { ticket } = (await minted.json()) as { ticket: string };
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
  };
  const call = request(`${url}/v1/stream?ticket=${ticket}`, { headers });
  call.end();
  const [, socket] = (await once(call, "upgrade")) as [unknown, Socket];
  return socket.on("error", () => {});
}

/** Waits for the rest of a torn frame, and so long says nothing: more than a frame may hold ends it. */
async function isSilent(socket: Socket): Promise<boolean> {
  if ((await answers(socket, TORN_MS)) !== null) return false;
  socket.write(Buffer.alloc(LONGER_THAN_A_FRAME));
  return (await answers(socket)) === null;
}

/** True when a ping of ours is answered, false when the socket is closed, null when neither. */
function answers(socket: Socket, ms = ANSWER_MS_MAX): Promise<boolean | null> {
  return new Promise((resolve) => {
    const end = (how: boolean | null) => {
      inTime();
      socket.off("data", hear).off("close", gone);
      resolve(how);
    };
    let heard = "";
    const hear = (chunk: Buffer) => {
      heard = (heard + chunk.toString("latin1")).slice(-10_000);
      if (heard.includes(PONG)) end(true);
    };
    const gone = () => end(false);
    const inTime = afterAwake(ms, () => end(null));
    socket.on("data", hear).once("close", gone);
    if (socket.destroyed) gone();
    else socket.write(frame({ payload: Buffer.from(JSON.stringify({ op: "ping", id: PONG })) }));
  });
}

function drawFrame(draws: Draws, market: string): Buffer {
  const payload = drawPayload(draws, market);
  if (draws.chance(0.6)) return frame({ payload });
  const bytes = frame({
    payload,
    opcode: draws.below(16),
    isLast: draws.chance(0.7),
    reserved: draws.chance(0.2) ? draws.below(8) : 0,
    isMasked: draws.chance(0.8),
    length: draws.chance(0.8) ? payload.length : draws.below(70_000),
  });
  return draws.chance(0.9) ? bytes : Buffer.from(bytes.map((byte) => byte ^ draws.below(256)));
}

const OPS = ["subscribe", "unsubscribe", "ping", "toString", "SUBSCRIBE"];
const CHANNELS = ["book", "trades", "market", "orders", "wallet", "spot", "__proto__"];

function drawPayload(draws: Draws, market: string): Buffer {
  const subject = draws.chance(0.5) ? market : hostileString(draws).slice(0, 500);
  const channels = [`${oneOf(draws, CHANNELS)}:${subject}`, oneOf(draws, CHANNELS)];
  const plain = { op: oneOf(draws, OPS), id: draws.below(9), channels };
  const bytes = hostileText(draws, draws.chance(0.8) ? mutated(draws, plain) : plain);
  return draws.chance(0.95) ? bytes.subarray(0, 16_000) : bytes;
}

interface FrameFields {
  payload: Buffer;
  opcode?: number;
  isLast?: boolean;
  reserved?: number;
  isMasked?: boolean;
  length?: number;
}

/** A frame as RFC 6455 lays it out; the mask is zero, so that the payload stands as it is. */
function frame({ payload, opcode = TEXT, isLast = true, ...odd }: FrameFields): Buffer {
  const { reserved = 0, isMasked = true, length = payload.length } = odd;
  const masked = isMasked ? 128 : 0;
  const first = (isLast ? 128 : 0) + reserved * 16 + opcode;
  const head = length < 126 ? [first, masked + length] : [first, masked + 126];
  const long = length < 126 ? [] : [(length >> 8) & 255, length & 255];
  return Buffer.concat([
    Buffer.from([...head, ...long, ...(isMasked ? [0, 0, 0, 0] : [])]),
    payload,
  ]);
}
