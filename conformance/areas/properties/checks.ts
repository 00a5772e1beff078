/** What holds of every sequence of commands, and of every overlap: a check for each property. */
import type { Check } from "../../check/check.ts";
import { flawsOf } from "../../check/flaw.ts";
import { access } from "../../properties/access/check.ts";
import { acrossMarkets } from "../../properties/across-markets.ts";
import { contest } from "../../properties/contest.ts";
import { data } from "../../properties/data/check.ts";
import { fields } from "../../properties/fields.ts";
import { cancels, mirrored, prefixes, splitOrders, unknownFields } from "../../properties/laws.ts";
import { lostAnswers } from "../../properties/lost-answers.ts";
import { metamorphicCheck } from "../../properties/metamorphic.ts";
import { raceLadder } from "../../properties/race-ladder.ts";
import { raceTickets } from "../../properties/race-tickets.ts";
import { raceCancel, raceSameId, raceTakers } from "../../properties/races.ts";
import { repeats } from "../../properties/repeats.ts";
import { stateful } from "../../properties/stateful.ts";
import { CHECKS as freshness } from "../freshness/checks.ts";
import { RULES as freshnessRules } from "../freshness/rules.ts";
import { CHECKS as orderFields } from "../order-fields/checks.ts";
import { RULES as orderFieldRules } from "../order-fields/rules.ts";
import { CHECKS as rejects } from "../rejects/checks.ts";
import { RULES as rejectRules } from "../rejects/rules.ts";

const STATEFUL = { answers: "PROP-STATEFUL-01", state: "PROP-STATEFUL-02" };
const ACROSS = { answers: "PROP-STATEFUL-04", state: "PROP-STATEFUL-05", cash: "PROP-STATEFUL-06" };

const ACCESS_RULES = {
  answers: "PROP-ACCESS-01",
  state: "PROP-ACCESS-01",
  refusal: "PROP-ACCESS-02",
};
const FIELDS = {
  answers: "PROP-FIELDS-01",
  state: "PROP-FIELDS-01",
  refusal: "PROP-FIELDS-02",
};
/** What an order may have wrong by itself, as the checks of other areas know it. */
const FLAWS = flawsOf(
  [...orderFields, ...freshness, ...rejects],
  [...orderFieldRules, ...freshnessRules, ...rejectRules],
);

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  stateful(STATEFUL, "PROP-STATEFUL-03"),
  acrossMarkets(ACROSS),
  fields(FIELDS, FLAWS),
  access(ACCESS_RULES),
  data({ answers: "PROP-DATA-01", state: "PROP-DATA-02" }),
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
