/** Threads for passwords alone: the machine's common ones are the store's. */
import { Worker } from "node:worker_threads";

/** Passwords hashed at a time. @bound {HASHES_AT_ONCE} at a time: the next one waits; reference/identity/hashing.test.ts */
export const HASHES_AT_ONCE = 2;

/** What one hash is made of, as scrypt takes it. */
export interface HashJob {
  password: string;
  salt: Buffer;
  bytes: number;
  cost: { N: number; r: number; p: number; maxmem: number };
}

/** Who waits for a hash. */
interface Waiter {
  resolve: (hash: Buffer) => void;
  reject: (error: Error) => void;
}

/** One thread, started with its first job; it keeps no process alive but while it works. */
class HashingThread {
  /** @bound as many as their turn lets in: others are told to come later; reference/identity/turns.test.ts */
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** How many jobs it has. */
  get load(): number {
    return this.#waiting.size;
  }

  hash(job: HashJob): Promise<Buffer> {
    const worker = this.#started();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, ...job });
    });
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL("hashing-worker.mjs", import.meta.url), { execArgv: [] });
    worker.on("message", ({ id, hash }: { id: number; hash: Uint8Array }) => {
      this.#waiting.get(id)!.resolve(Buffer.from(hash));
      this.#waiting.delete(id);
      if (this.load === 0) worker.unref();
    });
    worker.on("error", (error) => this.#lose(error));
    this.#worker = worker;
    return worker;
  }

  /** The next job starts another. */
  #lose(error: Error): void {
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const threads = Array.from({ length: HASHES_AT_ONCE }, () => new HashingThread());

/** Hashes in the thread that has least to do. */
export function hashApart(job: HashJob): Promise<Buffer> {
  return threads.reduce((one, other) => (other.load < one.load ? other : one)).hash(job);
}
