/** Random lives of keys, sessions and tickets: what is good goes on, what has ended opens nothing. */

import type { Check } from "../../check/check.ts";
import { explore, type Property } from "../explore.ts";
import { playAccess } from "./play.ts";
import { type AccessStep, accessScripts } from "./step.ts";

const LENGTH = 60;
/** Where each command is paced. */
const LENGTH_PACED = 24;

/** The check of rules on what credentials open, whatever became of others before. */
export function access(rules: Required<Omit<Property<AccessStep>["rules"], "cash">>): Check {
  return {
    title: "among keys, sessions and tickets that come and go what is good goes on, and no other",
    proves: [rules.answers, rules.refusal],
    needs: ["browser", "two-owners", "market", "quiet", "stream"],
    body: (t) =>
      explore<AccessStep>(t, {
        rules,
        scripts: accessScripts(LENGTH),
        complete: (script) => script.slice(0, t.market.info.own ? LENGTH : LENGTH_PACED),
        plays: { own: 6, shared: 1 },
        play: playAccess,
      }),
  };
}
