/** Ways in which a value may stand in a text so that it is not seen: escaped or encoded. */

/** Runs of a text that may be encoded, and what each may stand for. */
interface Encoding {
  run: RegExp;
  decoded(run: string): string[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The shortest run of base64 that is looked into: what is in a shorter one is no secret. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const BASE64_GROUP_CHARS = 4;

/** Percent-encoding, JSON escapes, base64. Shape: runs are replaced whole. */
export const ENCODINGS: readonly Encoding[] = [
  { run: /[^\s"'&?=/#]*%[0-9A-Fa-f]{2}[^\s"'&?=/#]*/g, decoded: (run) => [percentDecoded(run)] },
  { run: /[^\s"]*\\u[0-9A-Fa-f]{4}[^\s"]*/g, decoded: (run) => [unescaped(run)] },
  { run: BASE64, decoded: (run) => (UUID.test(run) ? [] : base64Decoded(run)) },
];

function percentDecoded(run: string): string {
  const bytes = run.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => charOf(hex));
  return Buffer.from(bytes, "latin1").toString();
}

function unescaped(run: string): string {
  return run.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => charOf(hex));
}

// Letters before it may belong to the run and shift its groups: each start is tried.
function base64Decoded(run: string): string[] {
  const starts = Array.from({ length: BASE64_GROUP_CHARS }, (_, start) => run.slice(start));
  return starts.map((text) => Buffer.from(text, "base64").toString("latin1"));
}

function charOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
