/** `--emit`: writes what is needed to run a plan elsewhere, instead of running it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { say, tell } from "../../reports/render/say.ts";
import { connect } from "../../scenarios/deployment/connect.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { LOADTEST, SCRIPT } from "../run/k6-process.ts";
import { type LoadFlags, settingsFor } from "../run/load.ts";
import { provision } from "../run/provision.ts";
import { stepsOf } from "../session/steps.ts";
import { manifestsOf, podsFor } from "./k8s.ts";
import { scriptFiles } from "./script-files.ts";

/** Writes the manifests. Returns the exit code. Errors: UsageError for anything but `k8s`. */
export async function emit(what: readonly string[], flags: LoadFlags): Promise<number> {
  const [kind, dir = "touchstone-load"] = what;
  if (kind !== "k8s" || what.length > 2) {
    throw new UsageError("--emit takes k8s and a folder: --emit k8s out");
  }
  if (flags.target === undefined && flags.profile === undefined) {
    throw new UsageError(
      "--emit needs --target or --profile: no pod reaches the embedded reference",
    );
  }
  const session = flags.session === undefined ? null : await stepsOf(flags.session);
  const deployment = await connect(flags);
  const wished = settingsFor(flags, deployment, session);
  const { settings, agents, notes } = await provision(deployment, wished).finally(() => {
    // What is placed from here on is of the pods.
    deployment.undo.settle(() => true);
    return deployment.close();
  });
  const files = scriptFiles(LOADTEST, SCRIPT);
  const emitted = { name: `touchstone-${settings.plan}`, settings, agents, files };
  await mkdir(dir, { recursive: true });
  for (const [file, manifest] of Object.entries(manifestsOf(emitted))) {
    await writeFile(join(dir, file), stringify(manifest), { mode: 0o600 });
  }
  for (const note of notes) tell(note);
  say(
    `${dir}: ${podsFor(emitted)} pods, ${agents.length} agents; agents.secret.yaml holds their keys\n` +
      `run it:  kubectl apply -f ${dir}    (with the k6 operator; see docs/guides/load.md)`,
  );
  return 0;
}
