/** Prints what rules of the house find: `npx tsx .ci/tidy/show.ts [number] [part of a finding]`. */
import { findingsOf, HOUSE_RULES } from "./house-rules.ts";
import { readTree } from "./tree.ts";

const [wanted, part = ""] = process.argv.slice(2);
const tree = readTree();

for (const rule of HOUSE_RULES.filter(({ number }) => !wanted || String(number) === wanted)) {
  const found = await findingsOf(rule, tree);
  const shown = found.filter((one) => one.includes(part));
  console.log(`${rule.number}  ${rule.title}: ${found.length} findings`);
  if (wanted !== undefined) for (const one of shown) console.log(`  ${one}`);
}
