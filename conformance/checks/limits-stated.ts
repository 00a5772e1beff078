/** What a target says of its limits, and what it does with absurd page sizes. Spec: Gaps. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { Check } from "../check/check.ts";
import { http } from "../expect/answers.ts";

const QUOTA_HEADER = /^(x-)?rate-?limit|^x-(mbx|bapi)-/;

const quotaHeaders: Check = {
  title: "which quota headers an answer carries",
  proves: ["LIM-HDR-01"],
  needs: ["agent"],
  async body(t) {
    const { response } = await t.agent.get("/account");
    const names = Object.keys(response?.headers ?? {}).filter((name) => QUOTA_HEADER.test(name));
    t.observe("LIM-HDR-01", names.sort());
  },
};

const absurdPages: Check = {
  title: "absurd page sizes are cut, served or refused as input",
  proves: ["LIM-PAGE-01"],
  needs: ["agent", "market"],
  async body(t) {
    const pages = [
      ["/orders", "limit"],
      ["/orders/open", "limit"],
      ["/markets", "limit"],
      ["/markets", "offset"],
      [`/markets/${t.market.id}/book`, "depth"],
    ] as const;
    for (const [path, name] of pages) {
      for (const value of ["1000000", "0", "-1"]) {
        const answer = await t.agent.get(path, { [name]: value });
        t.expect("LIM-PAGE-01", answer, http(...statusesOf("D-113")));
      }
    }
  },
};

export const limitsStated: readonly Check[] = [quotaHeaders, absurdPages];
