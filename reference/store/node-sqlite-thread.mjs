// One database of Node's own SQLite, in a thread: a commit that waits for the disk holds nobody up.
import { parentPort } from "node:worker_threads";

process.removeAllListeners("warning"); // that it is called experimental, whoever chose it was told
const { DatabaseSync } = await import("node:sqlite");

/** Of SQLite's result codes, those that name what may befall a store. */
const CODES = Object.entries({
  ...{ ERROR: 1, PERM: 3, BUSY: 5, LOCKED: 6, NOMEM: 7, READONLY: 8, IOERR: 10, CORRUPT: 11 },
  ...{ FULL: 13, CANTOPEN: 14, PROTOCOL: 15, TOOBIG: 18, CONSTRAINT: 19, MISUSE: 21, NOTADB: 26 },
});

let database;

const ANSWERS = {
  open({ filename }) {
    database = new DatabaseSync(filename);
  },
  all: ({ sql, bindings }) => ({ rows: database.prepare(sql).all(...bound(bindings)) }),
  run({ sql, bindings }) {
    const { changes, lastInsertRowid } = database.prepare(sql).run(...bound(bindings));
    return { ran: { changes, lastID: lastInsertRowid } };
  },
  exec({ sql }) {
    database.exec(sql);
  },
  close() {
    database?.close();
  },
};

parentPort.on("message", (request) => {
  try {
    parentPort.postMessage(ANSWERS[request.what](request) ?? {});
  } catch (error) {
    parentPort.postMessage({ error: told(error) });
  }
});

/** As sqlite3 binds them: knex notes a Date, and SQLite divides integers otherwise than floats. */
function bound(bindings = []) {
  return bindings.map((value) => {
    const number = value instanceof Date ? value.getTime() : value;
    return Number.isInteger(number) ? BigInt(number) : number;
  });
}

/** As sqlite3 tells it. */
function told({ message, errcode = 1 }) {
  const name = CODES.find(([, code]) => code === (errcode & 0xff))?.[0] ?? String(errcode);
  return { code: `SQLITE_${name}`, message: `SQLITE_${name}: ${message}` };
}
