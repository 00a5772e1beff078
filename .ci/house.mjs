/** Counts pairs of folders that import each other, by top folders and by those below them. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const files = execFileSync("git", ["ls-files", "*.ts", "*.mjs"], { encoding: "utf8" })
  .trim()
  .split("\n");
for (const depth of [1, 2]) {
  const folder = (file) => file.split("/").slice(0, -1).slice(0, depth).join("/") || ".";
  const imports = (file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map(
      ([, path]) => join(dirname(file), path),
    );
  const edges = files
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      imports(file)
        .filter((to) => files.includes(to))
        .map((to) => `${folder(file)} ${folder(to)}`),
    );
  const mutual = [...new Set(edges)]
    .map((edge) => [edge, edge.split(" ").reverse().join(" ")])
    .filter(([edge, back]) => edge < back && edges.includes(back));
  console.log(
    `depth ${depth}: ${mutual.length} mutual pairs`,
    mutual.map(([edge]) => edge).join("; "),
  );
}
