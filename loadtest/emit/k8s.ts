/** Manifests for the k6 operator: the same run, spread over pods with agents of their own. */
import type { LoadAgent } from "../k6/lib/agents.ts";
import type { LoadSettings } from "../plan/settings.ts";
import { K6_IMAGE } from "../run/find-k6.ts";
import { QUIET_ENV, SCRIPT } from "../run/k6-process.ts";
import type { ScriptFile } from "./script-files.ts";

/** What the manifests are made of. */
export interface Emitted {
  name: string;
  settings: LoadSettings;
  agents: readonly LoadAgent[];
  files: readonly ScriptFile[];
}

/** One manifest. Shape: as Kubernetes has it, ready to be written as YAML. */
export type Manifest = Record<string, unknown>;

const VUS_PER_POD = 200;
const PODS_MIN = 2;
/** A maker and a taker. */
const AGENTS_PER_POD = 2;
const ROOT = "/touchstone";

/** Pods for a run: enough for its load, and never one without two agents. */
export function podsFor({ settings, agents }: Pick<Emitted, "settings" | "agents">): number {
  if (settings.plan === "limits") return 1;
  const vus = settings.flows.reduce((sum, flow) => sum + flow.vus, 0);
  const wished = Math.max(Math.ceil(vus / VUS_PER_POD), PODS_MIN);
  const group = Math.max(AGENTS_PER_POD, settings.session?.agents ?? 0);
  return Math.max(Math.min(wished, Math.floor(agents.length / group)), 1);
}

/** The three of them by file name; only the Secret holds keys. */
export function manifestsOf(emitted: Emitted): Record<string, Manifest> {
  return {
    "script.configmap.yaml": scriptMap(emitted),
    "agents.secret.yaml": agentsSecret(emitted),
    "testrun.yaml": testRun(emitted),
  };
}

/** Keys of a ConfigMap cannot have slashes; the volume puts each file where it was. */
function scriptMap({ name, files, settings }: Emitted): Manifest {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `${name}-script` },
    data: {
      ...Object.fromEntries(files.map(({ path, text }) => [keyOf(path), text])),
      "settings.json": JSON.stringify(settings),
    },
  };
}

function agentsSecret({ name, agents }: Emitted): Manifest {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `${name}-agents` },
    type: "Opaque",
    stringData: { "agents.json": JSON.stringify(agents) },
  };
}

/** The initializer reads the script as the runners do, so both get the same files. */
function testRun(emitted: Emitted): Manifest {
  const pod = { image: K6_IMAGE, env: environment(), ...mounted(emitted) };
  return {
    apiVersion: "k6.io/v1alpha1",
    kind: "TestRun",
    metadata: { name: emitted.name },
    spec: {
      parallelism: podsFor(emitted),
      quiet: "true",
      arguments: "--no-usage-report",
      script: { localFile: `${ROOT}/loadtest/${SCRIPT}` },
      initializer: pod,
      runner: { ...pod, resources: { requests: { cpu: "1", memory: "512Mi" } } },
    },
  };
}

function environment(): { name: string; value: string }[] {
  return Object.entries({
    SETTINGS_FILE: `${ROOT}/loadtest/settings.json`,
    AGENTS_FILE: `${ROOT}/keys/agents.json`,
    SEGMENTED: "yes",
    ...QUIET_ENV,
  }).map(([name, value]) => ({ name, value }));
}

function mounted({ name, files }: Emitted) {
  const items = [
    ...files.map(({ path }) => ({ key: keyOf(path), path })),
    { key: "settings.json", path: "settings.json" },
  ];
  return {
    volumes: [
      { name: "script", configMap: { name: `${name}-script`, items } },
      { name: "agents", secret: { secretName: `${name}-agents` } },
    ],
    volumeMounts: [
      { name: "script", mountPath: `${ROOT}/loadtest`, readOnly: true },
      { name: "agents", mountPath: `${ROOT}/keys`, readOnly: true },
    ],
  };
}

function keyOf(path: string): string {
  return path.replaceAll("/", "__");
}
