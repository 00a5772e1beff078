/** Venues without a refusal of one kind of market: leverage, margin mode, mark price. */

import {
  answerInstead,
  changeAnswer,
  changeAnyOrder,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import { kindOf, positionIn } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** The admission list without one gate. */
function withoutGate(name: string): NonNullable<Mutant["venue"]> {
  return { gates: (gates) => gates.filter((gate) => gate.name !== name) };
}

/** Orders on a binary, changed. */
function onBinary(change: Fields) {
  return () =>
    changeAnyOrder(
      async (order, arriving) => (await kindOf(order, arriving)) === "BTC_BINARY" && change,
    );
}

/** Defects of refusals that depend on the kind of market. */
export const ofKinds: readonly Mutant[] = [
  {
    name: "no-reference-price-needed",
    breaks: ["REJ-REF-01"],
    defect: "A MARKET order on a perp without a mark price trades.",
    venue: withoutGate("reference-price"),
  },
  {
    name: "leverage-on-a-binary-ignored",
    breaks: ["REJ-LEV-01"],
    defect: "leverage on a binary is ignored.",
    wire: onBinary({ leverage: undefined }),
  },
  {
    name: "leverage-cut-to-cap",
    breaks: ["REJ-LEV-02"],
    defect: "leverage above the cap is cut to the cap.",
    wire: () => changeAnyOrder(({ leverage }) => Number(leverage) > 20 && { leverage: 20 }),
  },
  {
    name: "invalid-leverage-without-details",
    breaks: ["REJ-LEV-03"],
    defect: "INVALID_LEVERAGE is a 422 envelope without the leverage requested and allowed.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const { reject_reason: reason, code = reason } = fieldsOf(given.body);
        return code === "INVALID_LEVERAGE" ? envelope(422, "INVALID_LEVERAGE") : given;
      }),
  },
  {
    name: "leverage-below-1-is-1",
    breaks: ["REJ-LEV-04"],
    defect: "leverage below 1 is taken for 1.",
    wire: () => changeAnyOrder(({ leverage }) => Number(leverage) < 1 && { leverage: 1 }),
  },
  {
    name: "margin-mode-on-a-binary-ignored",
    breaks: ["REJ-MM-01"],
    defect: "margin_mode on a binary is ignored.",
    wire: onBinary({ margin_mode: undefined }),
  },
  {
    name: "unknown-margin-mode-is-cross",
    breaks: ["REJ-MM-02"],
    defect: "An unknown margin_mode is taken for CROSS.",
    wire: () =>
      changeAnyOrder(
        ({ margin_mode: mode }) =>
          mode !== undefined && mode !== "ISOLATED" && { margin_mode: "CROSS" },
      ),
  },
  {
    name: "fat-finger-confirmation-ignored",
    breaks: ["REJ-FF-02"],
    defect: "confirm_fat_finger has no effect.",
    wire: () => changeAnyOrder(() => ({ confirm_fat_finger: undefined })),
  },
  {
    name: "margin-mode-while-open-is-malformed",
    breaks: ["REJ-MM-03"],
    defect: "margin_mode with a position open is refused as malformed.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) => {
        const order = fieldsOf(request.body);
        if (order["margin_mode"] === undefined) return null;
        const isOpen = (await positionIn(order, { request, venue })) !== 0;
        return isOpen ? envelope(400, "VALIDATION_ERROR") : null;
      }),
  },
];
