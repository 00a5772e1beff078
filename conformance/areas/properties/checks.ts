/** What holds of every sequence of commands, and of every overlap: a check for each property. */
import type { Check } from "../../check/check.ts";
import { acrossMarkets } from "../../properties/across-markets.ts";
import { contest } from "../../properties/contest.ts";
import { cancels, mirrored, prefixes, splitOrders, unknownFields } from "../../properties/laws.ts";
import { lostAnswers } from "../../properties/lost-answers.ts";
import { metamorphicCheck } from "../../properties/metamorphic.ts";
import { raceLadder } from "../../properties/race-ladder.ts";
import { raceTickets } from "../../properties/race-tickets.ts";
import { raceCancel, raceSameId, raceTakers } from "../../properties/races.ts";
import { repeats } from "../../properties/repeats.ts";
import { stateful } from "../../properties/stateful.ts";

const STATEFUL = { answers: "PROP-STATEFUL-01", state: "PROP-STATEFUL-02" };
const ACROSS = { answers: "PROP-STATEFUL-04", state: "PROP-STATEFUL-05", cash: "PROP-STATEFUL-06" };

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  stateful(STATEFUL, "PROP-STATEFUL-03"),
  acrossMarkets(ACROSS),
  repeats("PROP-IDEM-01", {
    title: "orders sent again under any prefix, at any later time, change nothing",
    keys: 1,
  }),
  repeats("PROP-IDEM-02", {
    title: "orders sent again by another key of the agent, at any later time, change nothing",
    keys: 2,
  }),
  metamorphicCheck("PROP-META-01", prefixes),
  metamorphicCheck("PROP-META-02", unknownFields),
  metamorphicCheck("PROP-META-03", splitOrders),
  metamorphicCheck("PROP-META-04", mirrored),
  metamorphicCheck("PROP-META-05", cancels),
  contest("PROP-CONC-01", raceSameId),
  contest("PROP-CONC-02", raceTakers),
  contest("PROP-CONC-03", raceCancel),
  raceLadder("PROP-CONC-04"),
  raceTickets("PROP-CONC-05"),
  lostAnswers("PROP-LOST-01"),
];
