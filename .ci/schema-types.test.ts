import { it } from "node:test";
import type { Static } from "typebox";
import type { ReportSchema } from "../reports/schema/report.ts";
import type { CLAIMS_SCHEMA } from "../scenarios/deployment/profile/claims.ts";
import type { PROFILE_SCHEMA } from "../scenarios/deployment/profile/profile-schema.ts";
import type { STORY } from "../scenarios/scenario/format.ts";
import type { Static as Declared } from "./schema-types.ts";

/** Whether two types are the same one, `any` and `unknown` being none but themselves. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Alike<Schema> = Same<Static<Schema extends object ? Schema : never>, Declared<Schema>>;

it("the package's declarations give schemas the types that typebox gives them", () => {
  // Judged by the compiler: `npm test` runs it first.
  const alike: [
    Alike<typeof ReportSchema>,
    Alike<typeof CLAIMS_SCHEMA>,
    Alike<typeof PROFILE_SCHEMA>,
    Alike<typeof STORY>,
    Same<Declared<{ type: "string" }>, number>,
  ] = [true, true, true, true, false];
  void alike;
});
