/** How long a whole run takes against what a user will wait: embedded, by profile, without control. */

import { type ReferenceOptions, startReference } from "../../reference/index.ts";
import type { BenchRow } from "../../reports/schema/bench.ts";
import { connect, connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { type SurveyedDeployment, survey } from "../../scenarios/deployment/survey.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { select } from "./selection.ts";

const SEED = 1;
const CONTROL = { controlToken: "bench" } as const;

/** Runs a second, beside one run in the time that is allowed. */
export async function bench(): Promise<BenchRow[]> {
  return [
    await row("embedded", 10, await embedded()),
    await row("by profile with control", 25, await byProfile(CONTROL)),
    await row("by profile without control", 180, await byProfile({})),
  ];
}

function embedded(): Promise<number> {
  return seconds(async () => survey(await connect({ seed: SEED })));
}

/** With control on a virtual clock, where nothing waits for a minute to pass; else on the system's. */
async function byProfile(options: ReferenceOptions): Promise<number> {
  const clock = options.controlToken === undefined ? "system" : "virtual";
  const venue = await startReference({ ...options, seed: SEED, clock });
  const file = { ...(venue.profile() as ProfileFile), allow: ["load"] };
  const run = () => seconds(async () => survey(await connectTo(profileOf(file as ProfileFile))));
  return run().finally(() => venue.close());
}

/** Errors: throws where a rule fails, as a run that ends early is quick. */
async function seconds(deploy: () => Promise<SurveyedDeployment>): Promise<number> {
  const start = performance.now();
  const deployment = await deploy();
  try {
    const { report } = await judgeDeployment(deployment, select([], []), { seed: SEED });
    const failed = report.rules.filter(({ result }) => result === "fail").map(({ id }) => id);
    if (failed.length > 0 || report.aborted) throw new Error(`the run failed: ${failed.join(" ")}`);
  } finally {
    await deployment.close();
  }
  return (performance.now() - start) / 1_000;
}

async function row(how: string, allowedS: number, tookS: number): Promise<BenchRow> {
  const name = `whole runs of conform, ${how}`;
  const note = `${tookS.toFixed(1)} s, against ${allowedS} s`;
  return { name, ours: 1 / tookS, peer: 1 / allowedS, ratio: allowedS / tookS, aim: 1, note };
}
