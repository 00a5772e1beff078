/** Commands as a short text for an address, and back: whatever the text is, it costs little to read. */
import { isSendable, type PageCommand } from "./sendable.ts";

/** Commands that are kept for a link. @bound {COMMANDS_MAX} commands: past it no link is offered; reference/terminal/packing.test.ts */
export const COMMANDS_MAX = 500;
/** Longest text of them. Units: characters. @bound {PACKED_CHARS_MAX} characters: a longer one is not unpacked, and not offered; reference/terminal/packing.test.ts */
export const PACKED_CHARS_MAX = 100_000;
/** Most that it may unpack to. Units: bytes. @bound {UNPACKED_BYTES_MAX} bytes: unpacking stops there, and nothing is taken; reference/terminal/packing.test.ts */
export const UNPACKED_BYTES_MAX = 1_000_000;

/** A state of a venue, and the way there from its seed. */
export interface StateLink {
  seed: number;
  commands: readonly PageCommand[];
  /** The venue's digest in that state; null where it told none. */
  digest: VenueDigest | null;
  /** What was looked at. */
  market: string | null;
}

/** What a venue tells of its whole state. */
export interface VenueDigest {
  commands: number;
  sha256: string;
}

type Packed = [shape: string, id: string, agent: string | null, body: PageCommand["body"]];

/** Deflated, in characters that an address may have. */
export async function pack(commands: readonly PageCommand[]): Promise<string> {
  const packed = commands.map(({ shape, id, agent, body }): Packed => [shape, id, agent, body]);
  const stream = new Blob([JSON.stringify(packed)])
    .stream()
    .pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Errors: rejects with what is wrong with it. */
export async function unpack(text: string): Promise<PageCommand[]> {
  if (text.length > PACKED_CHARS_MAX) throw new Error("it is too long");
  if (!/^[\w-]+$/.test(text)) throw new Error("its commands are not packed");
  const list = await inflated(text).then(JSON.parse).catch(unreadable);
  if (!Array.isArray(list)) return unreadable();
  if (list.length > COMMANDS_MAX) throw new Error("it has too many commands");
  return list.map((one: unknown) => {
    const [shape, id, agent, body] = (Array.isArray(one) ? one : []) as Packed;
    const command = { shape, id, agent, body };
    if (!isSendable(command)) throw new Error("it has a command that this page never sends");
    return command;
  });
}

const unreadable = (error?: unknown): never => {
  throw error instanceof TooMuch ? error : new Error("its commands cannot be unpacked");
};

class TooMuch extends Error {}

async function inflated(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
    one.charCodeAt(0),
  );
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > UNPACKED_BYTES_MAX) controller.error(new TooMuch("it unpacks to too much"));
      else controller.enqueue(chunk);
    },
  });
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream.pipeThrough(limit)).text();
}

/** The part of an address behind `#`. Errors: rejects where it would be too long. */
export async function hashOf({ seed, commands, digest, market }: StateLink): Promise<string> {
  const did = await pack(commands);
  if (did.length > PACKED_CHARS_MAX) throw new Error("the commands are too long for a link");
  const named = new URLSearchParams({ seed: String(seed), did });
  if (digest !== null) named.set("is", `${digest.commands}.${digest.sha256}`);
  if (market !== null) named.set("market", market);
  return named.toString();
}

/** What an address leads back to; null where it is no such link. Errors: rejects with what is wrong with it. */
export async function linkIn(hash: string): Promise<StateLink | null> {
  const named = new URLSearchParams(hash.replace(/^#/, ""));
  const [seed, did, is] = ["seed", "did", "is"].map((name) => named.get(name));
  if (seed == null && did == null) return null;
  if (!/^\d{1,16}$/.test(seed ?? "") || !Number.isSafeInteger(Number(seed))) {
    throw new Error("it has no seed");
  }
  const commands = did == null ? [] : await unpack(did);
  const told = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(is ?? "");
  if (is != null && told === null) throw new Error("its digest is none");
  const digest = told && { commands: Number(told[1]), sha256: told[2]! };
  return { seed: Number(seed), commands, digest, market: named.get("market") };
}
