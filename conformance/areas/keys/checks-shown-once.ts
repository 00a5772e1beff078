/** That a key is shown once, over all answers of a run. Spec: Authentication 2. */

import { jsonIn } from "../../../scenarios/deployment/reading/json-in.ts";
import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Watch, Watchful } from "../../check/check.ts";
import { answerThat } from "../../expect/answers.ts";

/** Where a careless venue might show a key again. */
const LATER_READS = ["/auth/me", "/auth/session", "/account", "/me/agents"];
const KEYS_PATH = /\/agents\/[^/]+\/keys$/;

/** Answers after the first creation, but for those that create; keys go by their placeholders. */
function sinceCreation(): Watchful {
  const keys = new Set<string>();
  return {
    selects(exchange) {
      if (!isCreation(exchange)) return keys.size > 0 && exchange.response !== null;
      for (const key of placeholdersIn(exchange)) keys.add(key);
      return false;
    },
    expects: answerThat("an answer without a key that was made earlier", (exchange) => {
      const text = writtenOf(exchange);
      return !text.includes("{{") || ![...keys].some((key) => stands(key, text));
    }),
  };
}

function isCreation({ request, response }: Exchange): boolean {
  const { status = 0 } = response ?? {};
  const isMade = status >= 200 && status < 300;
  return isMade && request.method === "POST" && KEYS_PATH.test(request.path);
}

/** What stands for each key of the answer wherever it is written, in base64 too. */
function placeholdersIn({ response }: Exchange): string[] {
  const keys = plaintextsIn(response?.body);
  const redacted = jsonIn(response?.bodyText ?? "");
  const named = pairs(response?.body, redacted).filter(([text]) => keys.includes(text));
  return named.map(([, placeholder]) => placeholder);
}

function stands(key: string, text: string): boolean {
  return text.includes(key) || text.includes(key.replace("}}", ".base64}}"));
}

/** Texts that stand in the same place of both. */
function pairs(one: unknown, other: unknown): [string, string][] {
  if (typeof one === "string") return typeof other === "string" ? [[one, other]] : [];
  if (typeof one !== "object" || one === null) return [];
  return Object.entries(one).flatMap(([name, value]) => pairs(value, Object(other)[name]));
}

function writtenOf({ response }: Exchange): string {
  return [response?.bodyText, ...Object.values(response?.headers ?? {})].join("\n");
}

/** The one place where a key is shown is the answer to its creation. */
export const shownOnce: Watch = {
  title: "the plaintext of a key appears in no answer but that to its creation",
  proves: ["KEY-NEW-10"],
  needs: ["browser"],
  ...sinceCreation(),
  remembering: sinceCreation,
  async body({ human }) {
    const { keyId, caller } = await human.newKey();
    for (const path of [`/me/agents/${human.agentId}/keys`, ...LATER_READS]) await human.get(path);
    for (const path of LATER_READS) await caller.get(path);
    await human.createKey({ name: undefined });
    await human.revoke(keyId);
    await caller.get("/account");
  },
};
