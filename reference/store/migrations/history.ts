/** The tables of history. */
export { createHistory as up } from "../history/create.ts";
