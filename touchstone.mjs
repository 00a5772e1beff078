#!/usr/bin/env node
// The `bin` of the package: loads TypeScript sources as they are, so there is no build step.
import { register } from "tsx/esm/api";

// Needs no translation: loaded before tsx looks at every file, it takes a third as long.
const heavy = ["typebox", "typebox/compile", "koa", "@koa/router", "ws"];
if (/^[a-z]/.test(process.argv[2] ?? "")) await Promise.all(heavy.map((name) => import(name)));
register();
await import("./touchstone.ts");
