/** Puts content encodings on bodies, and takes them off. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib";

interface Coding {
  pack(bytes: Uint8Array): Buffer;
  unpack(bytes: Buffer, maxOutputLength: number): Buffer;
}

const GZIP: Coding = {
  pack: (bytes) => gzipSync(bytes),
  unpack: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
};
const ZLIB = 8;

const CODINGS: Record<string, Coding> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  deflate: {
    pack: (bytes) => deflateSync(bytes),
    // Some programs leave out the head that says how the rest is packed.
    unpack: (bytes, maxOutputLength) =>
      (bytes[0]! & 0x0f) === ZLIB
        ? inflateSync(bytes, { maxOutputLength })
        : inflateRawSync(bytes, { maxOutputLength }),
  },
  br: {
    pack: (bytes) => brotliCompressSync(bytes),
    unpack: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  },
};

/** How a body is encoded by its header; null for as it is, undefined for a way not known here. */
export function codingOf(encoding: string | undefined): Coding | null | undefined {
  const name = encoding?.trim().toLowerCase() ?? "identity";
  return name === "identity" || name === "" ? null : CODINGS[name];
}
