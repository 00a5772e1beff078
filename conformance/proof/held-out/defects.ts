/** All held-out defects. */
import type { HeldOutDefect } from "./defect.ts";
import { DATA_DEFECTS } from "./defects/data.ts";
import { EIGHTEENTH_OF_CALLERS } from "./defects/eighteenth-callers.ts";
import { EIGHTEENTH_OF_DATA } from "./defects/eighteenth-data.ts";
import { EIGHTEENTH_OF_ORDERS } from "./defects/eighteenth-orders.ts";
import { EIGHTH_OF_CALLERS } from "./defects/eighth-callers.ts";
import { EIGHTH_OF_DATA } from "./defects/eighth-data.ts";
import { EIGHTH_OF_ORDERS } from "./defects/eighth-orders.ts";
import { ELEVENTH_OF_CALLERS } from "./defects/eleventh-callers.ts";
import { ELEVENTH_OF_ORDERS } from "./defects/eleventh-orders.ts";
import { ELEVENTH_OF_RESULTS } from "./defects/eleventh-results.ts";
import { ELSEWHERE_OF_CALLERS } from "./defects/elsewhere-callers.ts";
import { ELSEWHERE_IN_MARKETS } from "./defects/elsewhere-markets.ts";
import { FIFTEENTH_OF_CALLERS } from "./defects/fifteenth-callers.ts";
import { FIFTEENTH_OF_DATA } from "./defects/fifteenth-data.ts";
import { FIFTEENTH_OF_ORDERS } from "./defects/fifteenth-orders.ts";
import { FIFTH_OF_CALLERS } from "./defects/fifth-callers.ts";
import { FIFTH_OF_DATA } from "./defects/fifth-data.ts";
import { FIFTH_OF_ORDERS } from "./defects/fifth-orders.ts";
import { FOURTEENTH_OF_CALLERS } from "./defects/fourteenth-callers.ts";
import { FOURTEENTH_OF_DATA } from "./defects/fourteenth-data.ts";
import { FOURTEENTH_OF_ORDERS } from "./defects/fourteenth-orders.ts";
import { FOURTH_OF_CALLERS } from "./defects/fourth-callers.ts";
import { FOURTH_OF_DATA } from "./defects/fourth-data.ts";
import { FOURTH_OF_ORDERS } from "./defects/fourth-orders.ts";
import { IDEMPOTENCY_DEFECTS } from "./defects/idempotency.ts";
import { LIMIT_DEFECTS } from "./defects/limits.ts";
import { MATCHING_DEFECTS } from "./defects/matching.ts";
import { MONEY_DEFECTS } from "./defects/money.ts";
import { NINETEENTH_OF_CALLERS } from "./defects/nineteenth-callers.ts";
import { NINETEENTH_OF_DATA } from "./defects/nineteenth-data.ts";
import { NINETEENTH_OF_ORDERS } from "./defects/nineteenth-orders.ts";
import { NINTH_OF_CALLERS } from "./defects/ninth-callers.ts";
import { NINTH_OF_DATA } from "./defects/ninth-data.ts";
import { NINTH_OF_ORDERS } from "./defects/ninth-orders.ts";
import { ORDER_DEFECTS } from "./defects/orders.ts";
import { PEOPLE_DEFECTS } from "./defects/people.ts";
import { SEVENTEENTH_OF_CALLERS } from "./defects/seventeenth-callers.ts";
import { SEVENTEENTH_OF_DATA } from "./defects/seventeenth-data.ts";
import { SEVENTEENTH_OF_ORDERS } from "./defects/seventeenth-orders.ts";
import { SEVENTH_OF_CALLERS } from "./defects/seventh-callers.ts";
import { SEVENTH_OF_DATA } from "./defects/seventh-data.ts";
import { SEVENTH_OF_ORDERS } from "./defects/seventh-orders.ts";
import { SIXTEENTH_OF_CALLERS } from "./defects/sixteenth-callers.ts";
import { SIXTEENTH_OF_DATA } from "./defects/sixteenth-data.ts";
import { SIXTEENTH_OF_ORDERS } from "./defects/sixteenth-orders.ts";
import { SIXTH_OF_CALLERS } from "./defects/sixth-callers.ts";
import { SIXTH_OF_DATA } from "./defects/sixth-data.ts";
import { SIXTH_OF_ORDERS } from "./defects/sixth-orders.ts";
import { TENTH_OF_CALLERS } from "./defects/tenth-callers.ts";
import { TENTH_OF_ORDERS } from "./defects/tenth-orders.ts";
import { TENTH_OF_RESULTS } from "./defects/tenth-results.ts";
import { THIRD_OF_CALLERS } from "./defects/third-callers.ts";
import { THIRD_OF_MONEY_AND_DATA } from "./defects/third-money.ts";
import { THIRD_OF_ORDERS } from "./defects/third-orders.ts";
import { THIRTEENTH_OF_CALLERS } from "./defects/thirteenth-callers.ts";
import { THIRTEENTH_OF_DATA } from "./defects/thirteenth-data.ts";
import { THIRTEENTH_OF_ORDERS } from "./defects/thirteenth-orders.ts";
import { THIRTIETH_OF_CALLERS } from "./defects/thirtieth-callers.ts";
import { THIRTIETH_OF_ORDERS } from "./defects/thirtieth-orders.ts";
import { THIRTY_FIFTH_OF_CALLERS } from "./defects/thirty-fifth-callers.ts";
import { THIRTY_FIFTH_OF_ORDERS } from "./defects/thirty-fifth-orders.ts";
import { THIRTY_FIRST_CALLERS } from "./defects/thirty-first-callers.ts";
import { THIRTY_FIRST_ORDERS } from "./defects/thirty-first-orders.ts";
import { THIRTY_FOURTH_OF_CALLERS } from "./defects/thirty-fourth-callers.ts";
import { THIRTY_FOURTH_OF_ORDERS } from "./defects/thirty-fourth-orders.ts";
import { THIRTY_SECOND_OF_CALLERS } from "./defects/thirty-second-callers.ts";
import { THIRTY_SECOND_OF_ORDERS } from "./defects/thirty-second-orders.ts";
import { THIRTY_SEVENTH } from "./defects/thirty-seventh.ts";
import { THIRTY_SIXTH_OF_CALLERS } from "./defects/thirty-sixth-callers.ts";
import { THIRTY_SIXTH_OF_ORDERS } from "./defects/thirty-sixth-orders.ts";
import { THIRTY_THIRD_OF_CALLERS } from "./defects/thirty-third-callers.ts";
import { THIRTY_THIRD_OF_ORDERS } from "./defects/thirty-third-orders.ts";
import { TWELFTH_OF_CALLERS } from "./defects/twelfth-callers.ts";
import { TWELFTH_OF_ORDERS } from "./defects/twelfth-orders.ts";
import { TWELFTH_OF_RESULTS } from "./defects/twelfth-results.ts";
import { TWENTIETH_OF_CALLERS } from "./defects/twentieth-callers.ts";
import { TWENTIETH_OF_DATA } from "./defects/twentieth-data.ts";
import { TWENTIETH_OF_ORDERS } from "./defects/twentieth-orders.ts";
import { TWENTY_EIGHTH_OF_CALLERS } from "./defects/twenty-eighth-callers.ts";
import { TWENTY_EIGHTH_OF_ORDERS } from "./defects/twenty-eighth-orders.ts";
import { TWENTY_FIFTH_OF_CALLERS } from "./defects/twenty-fifth-callers.ts";
import { TWENTY_FIFTH_OF_ORDERS } from "./defects/twenty-fifth-orders.ts";
import { TWENTY_FIRST_OF_CALLERS } from "./defects/twenty-first-callers.ts";
import { TWENTY_FIRST_OF_DATA } from "./defects/twenty-first-data.ts";
import { TWENTY_FIRST_OF_ORDERS } from "./defects/twenty-first-orders.ts";
import { TWENTY_FOURTH_OF_CALLERS } from "./defects/twenty-fourth-callers.ts";
import { TWENTY_FOURTH_OF_ORDERS } from "./defects/twenty-fourth-orders.ts";
import { TWENTY_NINTH_OF_CALLERS } from "./defects/twenty-ninth-callers.ts";
import { TWENTY_NINTH_OF_DATA } from "./defects/twenty-ninth-data.ts";
import { TWENTY_NINTH_OF_ORDERS } from "./defects/twenty-ninth-orders.ts";
import { TWENTY_SECOND_OF_DATA } from "./defects/twenty-second-data.ts";
import { TWENTY_SECOND_OF_ORDERS } from "./defects/twenty-second-orders.ts";
import { TWENTY_SEVENTH_OF_CALLERS } from "./defects/twenty-seventh-callers.ts";
import { TWENTY_SEVENTH_OF_ORDERS } from "./defects/twenty-seventh-orders.ts";
import { TWENTY_SIXTH_OF_ANSWERS } from "./defects/twenty-sixth-answers.ts";
import { TWENTY_SIXTH_OF_CALLERS } from "./defects/twenty-sixth-callers.ts";
import { TWENTY_SIXTH_OF_ORDERS } from "./defects/twenty-sixth-orders.ts";
import { TWENTY_THIRD_OF_CALLERS } from "./defects/twenty-third-callers.ts";
import { TWENTY_THIRD_OF_ORDERS } from "./defects/twenty-third-orders.ts";

/** Defects of the venue's own state; each is planted alone. */
export const STATE_DEFECTS: readonly HeldOutDefect[] = [
  ...ORDER_DEFECTS,
  ...IDEMPOTENCY_DEFECTS,
  ...MATCHING_DEFECTS,
  ...MONEY_DEFECTS,
  ...LIMIT_DEFECTS,
  ...PEOPLE_DEFECTS,
  ...DATA_DEFECTS,
  ...THIRD_OF_ORDERS,
  ...THIRD_OF_MONEY_AND_DATA,
  ...THIRD_OF_CALLERS,
  ...FOURTH_OF_ORDERS,
  ...FOURTH_OF_DATA,
  ...FOURTH_OF_CALLERS,
  ...FIFTH_OF_ORDERS,
  ...FIFTH_OF_DATA,
  ...FIFTH_OF_CALLERS,
  ...SIXTH_OF_ORDERS,
  ...SIXTH_OF_DATA,
  ...SIXTH_OF_CALLERS,
  ...SEVENTH_OF_ORDERS,
  ...SEVENTH_OF_DATA,
  ...SEVENTH_OF_CALLERS,
  ...EIGHTH_OF_ORDERS,
  ...EIGHTH_OF_DATA,
  ...EIGHTH_OF_CALLERS,
  ...NINTH_OF_ORDERS,
  ...NINTH_OF_DATA,
  ...NINTH_OF_CALLERS,
  ...TENTH_OF_ORDERS,
  ...TENTH_OF_RESULTS,
  ...TENTH_OF_CALLERS,
  ...ELEVENTH_OF_ORDERS,
  ...ELEVENTH_OF_RESULTS,
  ...ELEVENTH_OF_CALLERS,
  ...TWELFTH_OF_ORDERS,
  ...TWELFTH_OF_RESULTS,
  ...TWELFTH_OF_CALLERS,
  ...THIRTEENTH_OF_ORDERS,
  ...THIRTEENTH_OF_DATA,
  ...THIRTEENTH_OF_CALLERS,
  ...FOURTEENTH_OF_ORDERS,
  ...FOURTEENTH_OF_DATA,
  ...FOURTEENTH_OF_CALLERS,
  ...FIFTEENTH_OF_ORDERS,
  ...FIFTEENTH_OF_DATA,
  ...FIFTEENTH_OF_CALLERS,
  ...SIXTEENTH_OF_ORDERS,
  ...SIXTEENTH_OF_DATA,
  ...SIXTEENTH_OF_CALLERS,
  ...SEVENTEENTH_OF_ORDERS,
  ...SEVENTEENTH_OF_DATA,
  ...SEVENTEENTH_OF_CALLERS,
  ...EIGHTEENTH_OF_ORDERS,
  ...EIGHTEENTH_OF_DATA,
  ...EIGHTEENTH_OF_CALLERS,
  ...NINETEENTH_OF_ORDERS,
  ...NINETEENTH_OF_DATA,
  ...NINETEENTH_OF_CALLERS,
  ...TWENTIETH_OF_ORDERS,
  ...TWENTIETH_OF_DATA,
  ...TWENTIETH_OF_CALLERS,
  ...TWENTY_FIRST_OF_ORDERS,
  ...TWENTY_FIRST_OF_DATA,
  ...TWENTY_FIRST_OF_CALLERS,
  ...TWENTY_SECOND_OF_ORDERS,
  ...TWENTY_SECOND_OF_DATA,
  ...TWENTY_THIRD_OF_ORDERS,
  ...TWENTY_THIRD_OF_CALLERS,
  ...TWENTY_FOURTH_OF_ORDERS,
  ...TWENTY_FOURTH_OF_CALLERS,
  ...TWENTY_FIFTH_OF_ORDERS,
  ...TWENTY_FIFTH_OF_CALLERS,
  ...TWENTY_SIXTH_OF_ORDERS,
  ...TWENTY_SIXTH_OF_CALLERS,
  ...TWENTY_SIXTH_OF_ANSWERS,
  ...TWENTY_SEVENTH_OF_ORDERS,
  ...TWENTY_SEVENTH_OF_CALLERS,
  ...TWENTY_EIGHTH_OF_ORDERS,
  ...TWENTY_EIGHTH_OF_CALLERS,
  ...TWENTY_NINTH_OF_ORDERS,
  ...TWENTY_NINTH_OF_CALLERS,
  ...TWENTY_NINTH_OF_DATA,
  ...THIRTIETH_OF_ORDERS,
  ...THIRTIETH_OF_CALLERS,
  ...THIRTY_FIRST_ORDERS,
  ...THIRTY_FIRST_CALLERS,
  ...THIRTY_SECOND_OF_ORDERS,
  ...THIRTY_SECOND_OF_CALLERS,
  ...THIRTY_THIRD_OF_ORDERS,
  ...THIRTY_THIRD_OF_CALLERS,
  ...THIRTY_FOURTH_OF_ORDERS,
  ...THIRTY_FOURTH_OF_CALLERS,
  ...THIRTY_FIFTH_OF_CALLERS,
  ...THIRTY_FIFTH_OF_ORDERS,
  ...THIRTY_SIXTH_OF_CALLERS,
  ...THIRTY_SIXTH_OF_ORDERS,
  ...THIRTY_SEVENTH,
];

/** Defects of one venue, right on binaries and wrong elsewhere: planted alone, and all together. */
export const ELSEWHERE_DEFECTS: readonly HeldOutDefect[] = [
  ...ELSEWHERE_IN_MARKETS,
  ...ELSEWHERE_OF_CALLERS,
];
