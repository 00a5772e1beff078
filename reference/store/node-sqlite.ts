/** Node's own SQLite, with the face of the package sqlite3 that knex and the commit know. */
import { Worker } from "node:worker_threads";

/** What the thread answers. */
interface ThreadAnswer {
  error?: { code: string; message: string };
  rows?: object[];
  ran?: { changes: number; lastID: number };
}

/** Shape: `this` holds what a `run` changed. */
type Done = (error: Error | null, rows?: object[]) => void;

/** A database, open until it is closed; it answers in the order it is asked. */
class Database {
  readonly #worker = new Worker(new URL("node-sqlite-thread.mjs", import.meta.url), {
    execArgv: [],
  });
  /** @bound what knex asks on a connection at a time: taken as it is answered; reference/store/store.test.ts */
  readonly #waiting: Done[] = [];

  constructor(filename: string, _flags: number, opened: Done) {
    this.#worker.on("message", (reply: ThreadAnswer) => this.#answer(reply));
    this.#worker.on("error", ({ message }) => {
      while (this.#waiting.length > 0) this.#answer({ error: { code: "SQLITE_ERROR", message } });
    });
    this.#ask({ what: "open", filename }, opened);
  }

  all(sql: string, bindings: readonly unknown[], done: Done): void {
    this.#ask({ what: "all", sql, bindings }, done);
  }

  run(sql: string, bindings: readonly unknown[], done: Done): void {
    this.#ask({ what: "run", sql, bindings }, done);
  }

  exec(sql: string, done: Done): void {
    this.#ask({ what: "exec", sql }, done);
  }

  close(done: Done): void {
    this.#ask({ what: "close" }, (error) => {
      void this.#worker.terminate().then(() => done(error));
    });
  }

  /** What is under way keeps the process alive, as it does with sqlite3. */
  #ask(request: object, done: Done): void {
    this.#waiting.push(done);
    this.#worker.ref();
    this.#worker.postMessage(request);
  }

  #answer({ error, rows, ran }: ThreadAnswer): void {
    const done = this.#waiting.shift()!;
    if (this.#waiting.length === 0) this.#worker.unref();
    const thrown = error === undefined ? null : Object.assign(new Error(error.message), error);
    done.call(ran, thrown, rows);
  }
}

/** What knex takes for the package. Shape: the flags are those that it joins, and mean nothing. */
export const NODE_SQLITE = { Database, OPEN_READWRITE: 0, OPEN_CREATE: 0 };
