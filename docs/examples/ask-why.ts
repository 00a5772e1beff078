/** What an agent does through the bridge: proves a venue with a defect, asks why, and is told the cause. */
import { writeFile } from "node:fs/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startReference } from "touchstone/reference";

// A venue with one defect: POST_ONLY orders trade as any other.
const venue = await startReference({
  ...{ seed: 7, clock: "virtual", controlToken: "operator-of-this-example" },
  gates: (gates) => gates.filter(({ name }) => name !== "post-only"),
});
await writeFile("ask-why.profile.yaml", JSON.stringify(venue.profile()), { mode: 0o600 });

const client = new Client({ name: "ask-why", version: "1.0.0" });
const args = ["touchstone", "bridge", "--profile", "ask-why.profile.yaml"];
await client.connect(new StdioClientTransport({ command: "npx", args }));

async function ask(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  console.log(`> ${name} ${JSON.stringify(args)}`);
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  const [told] = content as { text: string }[];
  console.log(`${told?.text}\n`);
  return structuredContent as Record<string, unknown>;
}

const { plan } = await ask("conform_plan", { only: ["TIF-PO-*"] });
const { run } = await ask("conform_run", { plan });
const { causes } = await ask("conform_causes", { run });
const [cause] = causes as { rule: string }[];
await ask("explain", { rule: cause?.rule });
await client.close();
await venue.close();
