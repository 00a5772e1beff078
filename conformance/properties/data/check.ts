/** Random trades, and readings of them: lists are there for every caller, and a limit cuts them. */

import type { Check } from "../../check/check.ts";
import { explore, type Property } from "../explore.ts";
import { DataPlay } from "./play.ts";
import { type DataStep, dataScripts } from "./step.ts";

const LENGTH = 40;
/** Where each command is paced. */
const LENGTH_PACED = 12;

/** The check of rules on what is read, by whomever and at whatever moment. */
export function data(rules: Pick<Property<DataStep>["rules"], "answers" | "state">): Check {
  return {
    title:
      "as a market trades and ends its data and its callers' lists are there, and limits cut them",
    proves: [rules.answers, rules.state],
    needs: ["two-owners", "market", "quiet"],
    body: (t) =>
      explore<DataStep>(t, {
        rules,
        scripts: dataScripts(LENGTH),
        complete: (script) =>
          t.market.info.own ? script : [...script.slice(0, LENGTH_PACED), ...script.slice(-1)],
        plays: { own: 2, shared: 1 },
        play: DataPlay.play,
      }),
  };
}
