// Imported first by what starts a program or a thread: in a clone it may import TypeScript from then on.
import { existsSync } from "node:fs";

if (existsSync(new URL("../../touchstone.ts", import.meta.url))) {
  const { register } = await import("tsx/esm/api");
  register();
}
