/** The `profile` command: a commented profile, filled in with what a target shows by itself. */
import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { say, sayData } from "../reports/render/say.ts";
import { discoverMarkets } from "../scenarios/deployment/discover.ts";
import { preflight } from "../scenarios/deployment/preflight.ts";
import type { MarketInfo } from "../scenarios/deployment/profile/credentials.ts";
import { type Profile, profileOfTarget } from "../scenarios/deployment/profile/profile.ts";
import { Redactor } from "../scenarios/deployment/secrets/redact.ts";
import { UsageError } from "../scenarios/deployment/usage-error.ts";
import { Client } from "../scenarios/deployment/wire/client.ts";
import { patient } from "../scenarios/deployment/wire/patient.ts";
import { draftClaims } from "./draft-claims.ts";

const EXAMPLES = `
Examples:
  touchstone profile --target http://127.0.0.1:9000
  touchstone profile --target http://127.0.0.1:9000 --out staging.yaml`;

/** The command as the front door lists it. */
export function profileCommand(): Command {
  return new Command("profile")
    .requiredOption("--target <url>", "address of the deployment")
    .option("--out <file>", "where to write it; standard output otherwise")
    .addHelpText("after", EXAMPLES)
    .action(async ({ target, out }: { target: string; out?: string }) => {
      const text = await draftProfile(target);
      if (out === undefined) sayData(text);
      else await written(out, text);
    });
}

/** The draft as YAML text. Errors: UsageError when the target is none or does not answer. */
export async function draftProfile(target: string): Promise<string> {
  const profile = profileOfTarget(target);
  const client = new Client({ baseUrl: profile.baseUrl, redactor: new Redactor() });
  try {
    const { problems } = await preflight(profile, client);
    const fatal = problems.find((problem) => problem.fatal);
    if (fatal !== undefined) throw new UsageError(`--target: ${fatal.message}`);
    const { markets } = await discoverMarkets(profile, client);
    return draft(profile, markets, await draftClaims(profile, markets, patient(client)));
  } finally {
    await client.close();
  }
}

function draft({ baseUrl, name }: Profile, markets: readonly MarketInfo[], claims: string): string {
  return `# What the harness knows of this deployment; every field: docs/guides/profile.md
name: ${JSON.stringify(name)}
base_url: ${baseUrl}
prefix: /v1

# API-key callers. One unlocks most rules; two of different owners unlock matching and the 403 rules;
# second_api_key and a key with scopes: [read] unlock a few more. Use agents of their own: the
# cancel-all rules cancel every order of theirs.
# agents:
#   - name: maker
#     owner: alice
#     agent_id: 00000000-0000-4000-8000-000000000000
#     api_key: \${MAKER_KEY}
#     second_api_key: \${MAKER_KEY_2}
#   - name: taker
#     owner: bob
#     agent_id: 00000000-0000-4000-8000-000000000001
#     api_key: \${TAKER_KEY}

# Who may sign in at the identity provider, for the rules on that way: what each types, by field.
# idp:
#   people:
#     - { username: touchstone-1, password: \${FIRST_PASSWORD} }
#     - { username: touchstone-2, password: \${SECOND_PASSWORD} }

${marketLines(markets)}
limits: { writes_per_minute: 600, reads_per_minute: 6000 }

# Bursts for the limit rules; without this line they run on loopback only.
# allow: [load]

${claims}
# What an operator may offer: docs/guides/control.md
# control: { url: ${baseUrl}/_control, token: "\${CONTROL_TOKEN}" }
`;
}

function marketLines(markets: readonly MarketInfo[]): string {
  if (markets.length === 0) {
    return "# No market could be read without a key. Leave markets out and they are looked up in\n# GET /markets with the agents' keys, or name them here.\n";
  }
  const rows = markets.map(({ id, kind, status, band, tick, markPrice }) => {
    const mark = markPrice === null ? "" : `, mark_price: ${markPrice}`;
    return `  - { id: ${id}, kind: ${kind}, status: ${status}, band: [${band.join(", ")}], tick: ${tick}${mark} }\n`;
  });
  return `# As listed now; without this part they are looked up at every run.\nmarkets:\n${rows.join("")}`;
}

async function written(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new UsageError(
      exists ? `--out: ${file} exists already; name another` : `--out: cannot write ${file}`,
    );
  }
  say(`wrote ${file}: add agents, then touchstone conform --profile ${file} --plan`);
}
