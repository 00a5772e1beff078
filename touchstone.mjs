#!/usr/bin/env node
// The `bin` of the package: loads TypeScript sources as they are, so there is no build step.
import { register } from "tsx/esm/api";

register();
await import("./touchstone.ts");
