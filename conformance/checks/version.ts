/** The machine-readable description. Spec: Versioning; D-175. */

import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { is } from "../check/expectation.ts";

const VERSION = "0.1.0";
const PLACES = ["", "/v1", "/api", "/api/v1"];

const describesItself: Check = {
  title: "whether a machine-readable description says version 0.1.0",
  proves: ["VER-DOC-01"],
  needs: [],
  async body(t) {
    t.expect("VER-DOC-01", await describedVersion(t), is(VERSION));
  },
};

/** What `info.version` says. Errors: Missing where no description is found. */
async function describedVersion(t: CheckContext): Promise<unknown> {
  for (const prefix of PLACES) {
    const ask = { method: "GET", path: "/openapi.json", prefix, tolerates: [500, 502, 503] };
    const { response } = await t.anonymously(ask);
    const { openapi, swagger, info } = objectOf(response?.body);
    if (response?.status !== 200 || (openapi ?? swagger) === undefined) continue;
    return objectOf(info)["version"];
  }
  throw new Missing("needs a description at /openapi.json, under any prefix");
}

/** Checks of the version. */
export const version: readonly Check[] = [describesItself];
