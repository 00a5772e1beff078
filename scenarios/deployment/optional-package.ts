/** Packages that few need: told by name, with the command that installs them. */
import { UsageError } from "./usage-error.ts";

/** What is installed for a package, in versions that were tried on every Node line. */
const INSTALL: Readonly<Record<string, string>> = {
  testcontainers: "testcontainers@12.0.1",
  koa: "koa@3 @koa/router@15",
  "@koa/router": "koa@3 @koa/router@15",
  "@modelcontextprotocol/sdk": "@modelcontextprotocol/sdk@1",
};

const MISSING = /^Cannot find (?:package|module) '((?:@[^'/]+\/)?[^'/.]+)'/;

/** Errors: UsageError where a package is missing; any other as it is. */
export function refuseMissing(error: unknown): never {
  const [, name] = MISSING.exec(firstCause(error as Error).message) ?? [];
  if (name === undefined) throw error;
  const command = `npm install ${INSTALL[name] ?? name}`;
  throw new UsageError(`this needs the package ${name}, which is not installed: ${command}`);
}

function firstCause(error: Error): Error {
  return error.cause instanceof Error ? firstCause(error.cause) : error;
}
