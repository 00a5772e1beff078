/** Every legal variant of the reference there is. */

import type { Dialect } from "../interposer/dialect.ts";
import { accounts } from "./accounts.ts";
import { bodies } from "./bodies.ts";
import { conduct } from "./conduct.ts";
import { late } from "./late.ts";
import { marketData } from "./market-data.ts";
import { provider } from "./provider.ts";
import { refusals } from "./refusals.ts";
import { results } from "./results.ts";
import { sessions } from "./sessions.ts";
import { stream } from "./stream.ts";

/** Those of sessions are first, and in front of others: cookies come with whatever an answer becomes. */
export const DIALECTS: readonly Dialect[] = [
  ...sessions,
  ...refusals,
  ...results,
  ...bodies,
  ...conduct,
  ...accounts,
  ...provider,
  ...marketData,
  ...stream,
  ...late,
];
