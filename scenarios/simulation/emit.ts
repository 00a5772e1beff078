/** `--emit`: writes a range of seeds as jobs for many machines, instead of simulating it. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { say } from "../../reports/render/say.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import { UsageError } from "../deployment/usage-error.ts";
import type { Overrides } from "./parameters.ts";
import { flagsOf } from "./run-seeds.ts";

/** What is divided, and into how many parts. */
export interface Divided {
  first: number;
  last: number;
  overrides: Overrides;
  jobs: number;
}

const NAME = "touchstone-simulate";
const NODE = "24";
const PACKAGE = `touchstone@${TOOL.version}`;
const PART_MINUTES = 60;

/** Actions by the hash of what was looked at. */
const ACTIONS = {
  setUpNode: "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020", // v4.4.0
  upload: "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02", // v4.6.2
  download: "actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093", // v4.3.0
};

/** Each kind: the file below the folder, and what it holds. */
const KINDS = {
  github: { file: ".github/workflows/simulate.yml", textOf: workflow },
  k8s: { file: "simulate.yaml", textOf: manifests },
};

/** Writes the file. Returns: the exit code. Errors: UsageError for another kind, or a file that is there. */
export async function emitJobs(what: readonly string[], divided: Divided): Promise<number> {
  const [kind = "", dir = ".", ...more] = what;
  if (!Object.hasOwn(KINDS, kind) || more.length > 0) {
    throw new UsageError("--emit takes github or k8s, and a folder: --emit k8s out");
  }
  const { file, textOf } = KINDS[kind as keyof typeof KINDS];
  const path = join(dir, file);
  if (existsSync(path)) throw new UsageError(`${path}: is there already; it is not overwritten`);
  const parts = partsOf(divided);
  const text = textOf(parts, divided);
  await mkdir(dirname(path), { recursive: true }).catch(refuse(path));
  await writeFile(path, text).catch(refuse(path));
  say(`${path}: ${parts.length} parts of about ${parts[0]!.last - parts[0]!.first + 1} seeds`);
  return 0;
}

function refuse(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`${path}: cannot be written: ${error.code}`);
  };
}

/** Neighbouring ranges, each seed in one of them; never more parts than seeds. */
export function partsOf({ first, last, jobs }: Divided): { first: number; last: number }[] {
  const size = Math.ceil((last - first + 1) / jobs);
  const count = Math.ceil((last - first + 1) / size);
  return Array.from({ length: count }, (_, at) => ({
    first: first + at * size,
    last: Math.min(first + (at + 1) * size - 1, last),
  }));
}

/** A job for each part, and one that puts their reports together. */
function workflow(parts: ReturnType<typeof partsOf>, { overrides }: Divided): string {
  const setUp = { uses: ACTIONS.setUpNode, with: { "node-version": NODE } };
  const path = "report";
  return yamlOf({
    name: "simulate",
    on: { workflow_dispatch: {} },
    permissions: { contents: "read" },
    jobs: {
      part: {
        "runs-on": "ubuntu-latest",
        "timeout-minutes": PART_MINUTES,
        strategy: {
          "fail-fast": false,
          matrix: { seeds: parts.map((part) => `${part.first}..${part.last}`) },
        },
        steps: [
          setUp,
          {
            run: `npx --yes ${PACKAGE} simulate --seeds \${{ matrix.seeds }}${flagsOf(overrides)} --report ${path}`,
          },
          {
            if: "always()",
            uses: ACTIONS.upload,
            with: { name: `part-\${{ strategy.job-index }}`, path },
          },
        ],
      },
      merge: {
        needs: "part",
        if: "always()",
        "runs-on": "ubuntu-latest",
        steps: [
          setUp,
          { uses: ACTIONS.download, with: { pattern: "part-*", path: "parts" } },
          { run: `npx --yes ${PACKAGE} simulate merge parts/* --report merged` },
          { if: "always()", uses: ACTIONS.upload, with: { name: "merged", path: "merged" } },
        ],
      },
    },
  });
}

/** An indexed Job, whose pods work out their own part, and the volume for their reports. */
function manifests(parts: ReturnType<typeof partsOf>, { last, overrides }: Divided): string {
  const [{ first, last: end }] = parts as [{ first: number; last: number }];
  const script = [
    `first=$((${first} + JOB_COMPLETION_INDEX * ${end - first + 1}))`,
    `last=$((first + ${end - first})); [ "$last" -le ${last} ] || last=${last}`,
    `npx --yes ${PACKAGE} simulate --seeds "$first..$last"${flagsOf(overrides)} --report "/reports/part-$JOB_COMPLETION_INDEX"`,
  ];
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: NAME },
    spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "1Gi" } } },
  };
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: NAME },
    spec: {
      completionMode: "Indexed",
      ...{ completions: parts.length, parallelism: parts.length, backoffLimitPerIndex: 0 },
      template: {
        spec: {
          restartPolicy: "Never",
          volumes: [{ name: "reports", persistentVolumeClaim: { claimName: NAME } }],
          containers: [
            {
              ...{ name: "simulate", image: `node:${NODE}-slim` },
              command: ["sh", "-euc", script.join("\n")],
              resources: { requests: { cpu: "1", memory: "512Mi" } },
              volumeMounts: [{ name: "reports", mountPath: "/reports" }],
            },
          ],
        },
      },
    },
  };
  return `${yamlOf(volume)}---\n${yamlOf(job)}`;
}

const yamlOf = (value: unknown): string =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
