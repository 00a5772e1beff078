/** Every property, as a check of its rules. */
import type { Check } from "../check/check.ts";
import { cancels } from "./cancels.ts";
import { lostAnswers } from "./lost-answers.ts";
import { mirrored } from "./mirrored.ts";
import { prefixes } from "./prefixes.ts";
import { raceCancel } from "./race-cancel.ts";
import { raceLadder } from "./race-ladder.ts";
import { raceSameId } from "./race-same-id.ts";
import { raceTakers } from "./race-takers.ts";
import { raceTickets } from "./race-tickets.ts";
import { repeats } from "./repeats.ts";
import { splitOrders } from "./split-orders.ts";
import { stateful } from "./stateful.ts";
import { unknownFields } from "./unknown-fields.ts";

export const PROPERTIES: readonly Check[] = [
  ...stateful,
  ...repeats,
  prefixes,
  unknownFields,
  splitOrders,
  mirrored,
  cancels,
  raceSameId,
  raceTakers,
  raceCancel,
  raceLadder,
  raceTickets,
  lostAnswers,
];
