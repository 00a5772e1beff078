/** leverage and margin_mode where they do not belong or go too far. Spec: Reject codes. */

import { objectOf, type PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { rejection } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { declined, invalidLeverage, placedThat } from "../expect/placed.ts";

const ABOVE_ANY_CAP = 1_000_000;

const leverageOnBinary = rejection({
  rule: "REJ-LEV-01",
  title: "leverage on a binary is refused with INVALID_LEVERAGE",
  needs: ["agent", "binary"],
  breaks: (order) => ({ ...order, leverage: 2 }),
  as: invalidLeverage,
});

const leverageAboveCap = rejection({
  rule: "REJ-LEV-02",
  title: "leverage above any account cap is refused with INVALID_LEVERAGE",
  needs: ["agent", "perp"],
  valid: ({ market }) => market.resting("SELL", { leverage: 1 }),
  breaks: (order) => ({ ...order, leverage: ABOVE_ANY_CAP }),
  as: invalidLeverage,
});

const leverageDetails: Check = {
  title: "a 422 INVALID_LEVERAGE says what was requested and what would be effective",
  proves: ["REJ-LEV-03"],
  needs: ["agent", "binary"],
  async body(t) {
    const order = t.market.resting("SELL", { leverage: 2 });
    judgeDetails(t, await t.agent.provoke(order));
  },
};

const bothLeverages = placedThat(
  "details.requested_leverage and details.effective_leverage as integers",
  ({ result }) => {
    const details = objectOf(result["details"]);
    return ["requested_leverage", "effective_leverage"].every((one) =>
      Number.isInteger(details[one]),
    );
  },
);

function judgeDetails(t: CheckContext, answer: PlaceResponse): void {
  const arose = answer.httpStatus === 422 && answer.reason === "INVALID_LEVERAGE";
  if (arose) t.expect("REJ-LEV-03", answer, bothLeverages);
  else t.moot("REJ-LEV-03", "INVALID_LEVERAGE was not answered as 422");
}

const leverageBelowOne = rejection({
  rule: "REJ-LEV-04",
  title: "leverage 0 and -1 on a perp are refused",
  needs: ["agent", "perp"],
  valid: ({ market }) => market.resting("BUY", { leverage: 1 }),
  breaks: [0, -1].map((leverage) => (order) => ({ ...order, leverage })),
});

const marginModeOnBinary = rejection({
  rule: "REJ-MM-01",
  title: "margin_mode on a binary is declined with INVALID_MARGIN_MODE",
  needs: ["agent", "binary"],
  valid: ({ market }) => market.resting("SELL"),
  breaks: (order) => ({ ...order, margin_mode: "CROSS" }),
  as: declined("INVALID_MARGIN_MODE"),
});

const unknownMarginMode = rejection({
  rule: "REJ-MM-02",
  title: "a margin_mode that is neither CROSS nor ISOLATED is refused",
  needs: ["agent", "perp"],
  valid: ({ market }) => market.resting("BUY", { margin_mode: "CROSS" }),
  breaks: (order) => ({ ...order, margin_mode: "DIAGONAL" }),
});

export const rejectsLeverage: readonly Check[] = [
  leverageOnBinary,
  leverageAboveCap,
  leverageDetails,
  leverageBelowOne,
  marginModeOnBinary,
  unknownMarginMode,
];
