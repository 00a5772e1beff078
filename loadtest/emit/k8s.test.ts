import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import Schema from "typebox/schema";
import { parse } from "yaml";
import { type SettingsRequest, settingsOf } from "../plan/settings.ts";
import { LOADTEST } from "../run/k6-process.ts";
import { type Emitted, type Manifest, manifestsOf, podsFor } from "./k8s.ts";
import { scriptFiles } from "./script-files.ts";

/** The operator's published definition of a TestRun: named by a variable, or beside the project. */
const CRD =
  process.env["K6_OPERATOR_CRD"] ??
  fileURLToPath(new URL("../../../shared/k6-operator/testruns.crd.yaml", import.meta.url));

const files = scriptFiles(LOADTEST, "k6/venue.ts");

function emitted(given: Partial<SettingsRequest> = {}, agents = 8): Emitted {
  const target = { baseUrl: "http://venue.test", streamUrl: null, prefix: "/v1" };
  const settings = settingsOf({ target, plan: "average", seed: 1, runId: "t1", ...given });
  const named = Array.from({ length: agents }, (_, n) => {
    return { name: `load-${n}`, agent_id: null, api_key: `rk_live_secret${n}` };
  });
  return { name: "touchstone-average", settings, agents: named, files };
}

/** The definition's schema, made strict: a field it does not know would be dropped in silence. */
function strict(schema: Record<string, unknown>): Record<string, unknown> {
  const closed: Record<string, unknown> = { ...schema };
  for (const word of ["x-kubernetes-int-or-string", "format", "default"]) delete closed[word];
  const members = schema["properties"] as Record<string, Record<string, unknown>> | undefined;
  if (members !== undefined) {
    const entries = Object.entries(members).map(([name, one]) => [name, strict(one)]);
    closed["properties"] = Object.fromEntries(entries);
    closed["additionalProperties"] = false;
  }
  if (schema["items"]) closed["items"] = strict(schema["items"] as Record<string, unknown>);
  return closed;
}

describe("the manifests", () => {
  it("hold every file the script imports, where it expects them", () => {
    const { "script.configmap.yaml": map, "testrun.yaml": run } = manifestsOf(emitted());
    const data = map?.["data"] as Record<string, string>;
    const paths = files.map(({ path }) => path);
    assert.equal(paths[0], "k6/venue.ts");
    for (const path of [
      "plan/schedule.ts",
      "plan/outcome.ts",
      "session/bindings.ts",
      "k6/flows/orders.ts",
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.ok(!paths.some((path) => path.startsWith("run/")), "nothing of the runner");
    const text = JSON.stringify(run);
    for (const path of paths) assert.ok(text.includes(`"path":"${path}"`), path);
    assert.equal(data["k6__venue.ts"], files[0]?.text);
  });

  it("hold keys in the Secret and nowhere else", () => {
    const { "agents.secret.yaml": secret, ...others } = manifestsOf(emitted());
    assert.match(JSON.stringify(secret), /rk_live_secret7/);
    assert.doesNotMatch(JSON.stringify(others), /rk_live/);
  });

  it("never leave a pod without a maker and a taker", () => {
    assert.equal(podsFor(emitted({}, 8)), 2);
    assert.equal(podsFor(emitted({}, 3)), 1);
    assert.equal(podsFor(emitted({ rate: 2_000 }, 100)) >= 8, true);
    assert.equal(podsFor(emitted({ plan: "limits" }, 100)), 1);
  });

  const skip = existsSync(CRD) ? false : "set K6_OPERATOR_CRD to the operator's TestRun definition";
  it("are what the operator's published definition asks for", { skip }, () => {
    const definition = parse(readFileSync(CRD, "utf8"));
    const [version] = definition.spec.versions;
    const run = manifestsOf(emitted())["testrun.yaml"] as Manifest;
    assert.equal(run["apiVersion"], `${definition.spec.group}/${version.name}`);
    assert.equal(run["kind"], definition.spec.names.kind);
    const spec = strict(version.schema.openAPIV3Schema.properties.spec);
    const check = Schema.Compile(spec);
    assert.deepEqual(check.Errors(run["spec"])[1], []);
    const misspelled = { ...(run["spec"] as object), parallelism: "2" };
    assert.equal(check.Check(misspelled), false);
    assert.equal(check.Check({ ...(run["spec"] as object), runer: {} }), false);
  });
});
