/** One exchange with a secret in it: in a place where secrets stand, and said again elsewhere. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { PassedExchange } from "../../record/passed.ts";
import type { Random } from "../../simulation/random.ts";
import { CASES, ENCODINGS } from "./encodings.ts";
import {
  type DrawnBody,
  linkHeader,
  namedBody,
  secretHeader,
  secretQuery,
  signIn,
} from "./places.ts";

/** What passes, and the secret that must not be found in what is written. */
export interface DrawnSecret {
  secret: string;
  /** What it was said as. */
  said: string[];
  /** Where it stands. */
  how: string[];
  passed: PassedExchange;
  /** Said before the exchange, or after it. */
  frames: Buffer[];
  isStreamFirst: boolean;
}

interface Side {
  headers: string[];
  body: Buffer;
}

/** A draw in the making. */
class DrawnExchangeParts {
  readonly random: Random;
  readonly secret: string;
  readonly how: string[] = [];
  readonly request: Side = { headers: ["Host", "venue"], body: Buffer.alloc(0) };
  readonly answer: Side = { headers: [], body: Buffer.alloc(0) };
  readonly frames: Buffer[] = [];
  url = "/v1/x";

  constructor(random: Random) {
    this.random = random;
    this.secret = secretOf(random);
  }

  get side(): Side {
    return this.random.chance(0.5) ? this.request : this.answer;
  }

  /** Of a body that is there already, nothing is lost: it goes on a stream. */
  put(side: Side, { type, text }: DrawnBody): void {
    if (side.body.length > 0) return void this.frames.push(Buffer.from(text));
    const packings = this.how.length === 0 ? SAID_PACKINGS : PACKINGS;
    const [encoding, pack] = this.random.pick(packings);
    side.body = pack(this.random.chance(0.05) ? broken(text) : Buffer.from(text));
    side.headers.push(
      "Content-Type",
      type,
      ...(encoding === "" ? [] : ["Content-Encoding", encoding]),
    );
  }
}

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** What is said to be packed can be read, and so tells what is secret. */
const SAID_PACKINGS: [encoding: string, pack: (bytes: Buffer) => Buffer][] = [
  ["", (bytes) => bytes],
  ["gzip", (bytes) => gzipSync(bytes)],
  ["br", (bytes) => brotliCompressSync(bytes, QUICK)],
  ["deflate", (bytes) => deflateSync(bytes)],
];
/** Not said: bytes that are no text. */
const PACKINGS = [...SAID_PACKINGS, ["", (bytes: Buffer) => gzipSync(bytes)] as const];

const CHARS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const SPECIAL = "+/=%&<>\"'\\ é{}?#:;,日";
const LENGTHS = [8, 12, 20, 32, 40, 64, 65, 128, 300];

function secretOf(random: Random): string {
  const length = random.pick(LENGTHS);
  const chars = (count: number, of: string) =>
    Array.from({ length: count }, () => random.pick([...of])).join("");
  // A beginning that no other draw has is what makes a find a leak.
  const plain = `q${chars(length - 1, CHARS)}7`;
  if (random.chance(0.1)) return `rk_live_${plain}`;
  if (random.chance(0.3)) return `${plain.slice(0, 4)}${chars(3, SPECIAL)}x${plain.slice(4)}`;
  return plain;
}

/** Bytes that are no UTF-8, and yet text for the most part. */
function broken(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff]), Buffer.from(text)]);
}

type SecretPlacement = (drawing: DrawnExchangeParts) => void;

/** Places of which headers are made take no more than headers may hold. */
const PLAIN: Record<string, SecretPlacement> = {
  header: ({ side, secret, random }) => side.headers.push(...secretHeader(secret, random)),
  link: ({ side, secret, random }) => side.headers.push(...linkHeader(secret, random)),
  cookie: ({ request, secret }) => request.headers.push("Cookie", `sid=${secret}; theme=dark`),
  set_cookie: ({ answer, secret }) => answer.headers.push("Set-Cookie", `x=${secret}; HttpOnly`),
};

const ANY: Record<string, SecretPlacement> = {
  query: (drawing) => {
    drawing.url += `?${secretQuery(drawing.secret, drawing.random)}`;
  },
  frame: ({ frames, secret, random }) => frames.push(Buffer.from(signIn(secret, random))),
  body: (drawing) => {
    const [place, body] = namedBody(drawing.secret, drawing.random);
    drawing.put(drawing.side, body);
    drawing.how.push(place);
  },
};

/** Where something may be said again. */
const ECHOES: Record<string, (drawing: DrawnExchangeParts, text: string) => void> = {
  message: (drawing, text) =>
    drawing.put(drawing.answer, {
      type: "application/json",
      text: JSON.stringify({ message: text }),
    }),
  member: (drawing, text) =>
    drawing.put(drawing.answer, {
      type: "application/json",
      text: JSON.stringify({ [text]: [1] }),
    }),
  text: (drawing, text) =>
    drawing.put(drawing.side, { type: "text/plain", text: `it was ${text}, or not` }),
  page: (drawing, text) =>
    drawing.put(drawing.answer, {
      type: "text/html",
      text: `<p title="${text}">a<b>${text}</b></p>`,
    }),
  path: (drawing, text) => {
    drawing.url = drawing.url.replace("/x", `/x/${encodeURIComponent(text)}`);
  },
  header: ({ answer }, text) => answer.headers.push("X-Said", encodeURIComponent(text)),
  frame: ({ frames }, text) => frames.push(Buffer.from(JSON.stringify({ said: text }))),
  wide: (drawing, text) => drawing.frames.push(Buffer.from(`said ${text}`, "utf16le")),
  bytes: ({ frames }, text) => frames.push(broken(`said ${text}`)),
};

/** Draws everything from one generator. */
export function draw(random: Random): DrawnSecret {
  const drawing = new DrawnExchangeParts(random);
  const { secret, how, request, answer, frames } = drawing;
  const said: string[] = [];
  const isPlain = /^\w+$/.test(secret);
  const [place, stand] = random.pick(Object.entries(isPlain ? { ...PLAIN, ...ANY } : ANY));
  stand(drawing);
  how.push(place);
  for (let echoes = random.below(3); echoes > 0; echoes -= 1) {
    const [where, echo] = random.pick(Object.entries(ECHOES));
    const { text, chain } = encoded(secret, random);
    how.push(`${where} in ${chain}`);
    said.push(text);
    echo(drawing, text);
  }
  return {
    ...{ secret, said, how, frames, isStreamFirst: place === "frame" },
    passed: {
      ...{ beganMs: 0, endedMs: 1, method: "POST", url: drawing.url, ...request },
      answer: { status: 200, ...answer },
      loss: null,
    },
  };
}

const CHAIN_MAX = 3;

function encoded(secret: string, random: Random): { text: string; chain: string } {
  const isKey = secret.startsWith("rk_live_");
  const [inCase, change] = random.pick(
    Object.entries(isKey ? { as_it_is: CASES["as_it_is"]! } : CASES),
  );
  const names = Array.from({ length: random.below(CHAIN_MAX + 1) }, () =>
    random.pick(Object.keys(ENCODINGS)),
  );
  const text = names.reduce((so, name) => ENCODINGS[name]!(so, random), change(secret, random));
  return { text, chain: [inCase, ...names].join(", ") };
}
