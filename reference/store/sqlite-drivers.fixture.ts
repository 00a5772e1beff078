/** The drivers of SQLite, each with why it cannot be tested here. */
import { isBuiltin } from "node:module";
import type { SqliteDriver } from "./sqlite-driver.ts";

const isOld = !isBuiltin("node:sqlite");

/** Shape: `skip` as node:test takes it. */
export const SQLITE_DRIVERS: { driver: SqliteDriver; skip: string | false }[] = [
  { driver: "sqlite3", skip: false },
  { driver: "node-sqlite", skip: isOld && "this Node has no SQLite built in" },
];
