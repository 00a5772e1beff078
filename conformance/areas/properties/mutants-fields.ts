/** Venues that look at what came with an order, or at how it came, before they know what it says. */

import { changeAnyOrder, changeOrder } from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Defects that show in some orders of a sequence alone. */
export const fields: readonly Mutant[] = [
  {
    name: "what-needs-no-confirmation-waits",
    breaks: ["PROP-FIELDS-01"],
    // Whoever watches results sees an IOC order rest.
    alsoBreaks: ["RES-STATE-05"],
    // On a shared market one sequence is played, in which no such order may be.
    controlled: true,
    defect: "An IOC order that says confirm_fat_finger false is taken for GTC.",
    wire: () =>
      changeOrder(
        ({ tif, confirm_fat_finger: confirms }) =>
          tif === "IOC" && confirms === false && { tif: "GTC" },
      ),
  },
  {
    name: "confirmed-orders-are-never-late",
    breaks: ["PROP-FIELDS-02"],
    // As the one above.
    controlled: true,
    defect: "The stamps of an order that says confirm_fat_finger true are not looked at.",
    wire: () =>
      changeAnyOrder(
        ({ confirm_fat_finger: confirms }) =>
          confirms === true && { timestamp_ms: undefined, recv_window_ms: undefined },
      ),
  },
  {
    name: "parts-are-cut-off-at-once",
    breaks: ["PROP-FIELDS-02"],
    // As the one above.
    controlled: true,
    defect: "Of an IOC order for a part of a contract more the part is cut off.",
    wire: () =>
      changeAnyOrder(({ tif, qty }) => {
        const whole = Math.trunc(Number(qty));
        return tif === "IOC" && typeof qty === "number" && whole !== qty && { qty: whole };
      }),
  },
];
