import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Argument, Command, Option } from "commander";
import { touchstone } from "./command-line.fixture.ts";
import { completionScript } from "./completion.ts";

/** A program with flags, choices and commands below commands. */
function program(): Command {
  const prove = new Command("prove")
    .description("prove a venue's rules")
    .option("--profile <file>", "the venue's profile")
    .addOption(new Option("--effort <much>", "how much").choices(["quick", "full"]))
    .option("--list", "only list");
  const verify = new Command("verify").option("--deep", "every record");
  const store = new Command("store").addCommand(verify).addCommand(new Command("copy"));
  const print = new Command("print").addArgument(new Argument("<shell>").choices(["sh", "fish"]));
  return new Command("tool").addCommand(prove).addCommand(store).addCommand(print);
}

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript("bash", program())}
    COMP_WORDS=(tool "$@"); COMP_CWORD=$#; _tool; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  return text.split("\n").filter(Boolean);
}

test("a shell offers commands, and those below a command", () => {
  assert.deepEqual(offered(""), ["prove", "store", "print"]);
  assert.deepEqual(offered("st"), ["store"]);
  assert.deepEqual(offered("store", ""), ["verify", "copy"]);
});

test("a shell offers the flags of the command that was named", () => {
  assert.deepEqual(offered("prove", "--"), ["--profile", "--effort", "--list", "--help"]);
  assert.deepEqual(offered("store", "verify", "--d"), ["--deep"]);
  assert.deepEqual(offered("prove", "--list", "--e"), ["--effort"]);
});

test("a shell offers what a flag or an argument may be, and files where nothing says", () => {
  assert.deepEqual(offered("prove", "--effort", ""), ["quick", "full"]);
  assert.deepEqual(offered("print", "f"), ["fish"]);
  assert.deepEqual(offered("prove", "--profile", ""), []);
});

test("fish is told what each flag does, and which take a value", () => {
  const script = completionScript("fish", program());
  const here = "complete -c tool -n '__fish_seen_subcommand_from prove'";
  for (const line of [
    `${here} -l profile -r -d 'the venue\\'s profile'`,
    `${here} -l effort -x -a 'quick full' -d 'how much'`,
    `${here} -l list -d 'only list'`,
    "complete -c tool -n 'not __fish_seen_subcommand_from prove store print' -f -a prove -d 'prove a venue\\'s rules'",
    "complete -c tool -n '__fish_seen_subcommand_from store; and not __fish_seen_subcommand_from verify copy' -f -a copy -d ''",
  ])
    assert.ok(script.split("\n").includes(line), line);
});

test("zsh takes the functions of bash", () => {
  const [bash, zsh] = [completionScript("bash", program()), completionScript("zsh", program())];
  assert.equal(zsh, `autoload -U +X bashcompinit && bashcompinit\n${bash}`);
});

test("the command line completes all that it has", async () => {
  const { code, stdout } = await touchstone(["completion", "bash"]).ended;
  assert.equal(code, 0);
  for (const known of ["--min-shown", "quick standard full", "session to-scenario", "--badge"])
    assert.ok(stdout.includes(known), known);
});
