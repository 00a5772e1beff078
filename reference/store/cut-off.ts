/** Tells whether a SQLite file lost its end, which SQLite itself takes for zeros. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

/** How every such file begins; SQLite itself says of another that it is none. */
const MAGIC = "SQLite format 3\0";
/** In the file's header. */
const PAGE_SIZE_AT = 16;
const PAGES_AT = 28;
const HEADER_BYTES = 100;
/** What the header's two bytes cannot say. */
const LARGEST_PAGE = 65_536;

/**
 * What is missing of a file, in words; null for a whole one. With a write-ahead log beside it the
 * file may be shorter than it says, and the log has the rest.
 */
export function missingEnd(path: string): string | null {
  if (!existsSync(path) || hasLog(path)) return null;
  const bytes = statSync(path).size;
  const wanted = bytes < HEADER_BYTES ? HEADER_BYTES : bytesSaid(path);
  return bytes < wanted ? `${bytes} of at least ${wanted} bytes are there` : null;
}

function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

/** 0 for a file that is no database. */
function bytesSaid(path: string): number {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  readSync(file, header, 0, HEADER_BYTES, 0);
  closeSync(file);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return 0;
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  return header.readUInt32BE(PAGES_AT) * (pageSize === 1 ? LARGEST_PAGE : pageSize);
}
