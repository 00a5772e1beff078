#!/usr/bin/env node
// The `bin` of the package: starts what was compiled, or in a clone the TypeScript as it is.
import { existsSync } from "node:fs";

// Needs no translation: loaded before tsx looks at every file, it takes a third as long.
const HEAVY = ["typebox", "typebox/compile", "koa", "@koa/router", "ws"];

if (existsSync(new URL("touchstone.ts", import.meta.url))) {
  if (/^[a-z]/.test(process.argv[2] ?? "")) await Promise.all(HEAVY.map((name) => import(name)));
  await import("./scenarios/deployment/sources.mjs");
  await import("./touchstone.ts");
} else {
  await import("./dist/touchstone.js");
}
