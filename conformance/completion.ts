/** The `completion` command: what a shell completes, read off the command line's own tree. */
import { Argument, Command, type Option } from "commander";
import { sayData } from "../reports/render/say.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell that a script is written for. */
export type Shell = (typeof SHELLS)[number];

const EXAMPLES = `
Examples, each in the file that the shell reads at its start, or where it looks for completions:
  touchstone completion bash > ~/.local/share/bash-completion/completions/touchstone
  touchstone completion zsh > ~/.touchstone.zsh && echo 'source ~/.touchstone.zsh' >> ~/.zshrc   # after compinit
  touchstone completion fish > ~/.config/fish/completions/touchstone.fish

Write it again after an update.`;

/** The command as the front door lists it. */
export function completionCommand(): Command {
  return new Command("completion")
    .addArgument(new Argument("<shell>", "whose completion is printed").choices(SHELLS))
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell, _flags: object, command: Command) => {
      sayData(completionScript(shell, command.parent ?? command));
    });
}

/** The script that completes the commands, flags and choices of a program, and files elsewhere. */
export function completionScript(shell: Shell, program: Command): string {
  const commands = commandsIn(program, []);
  if (shell === "fish") return fishScript(program.name(), commands);
  const bash = bashScript(program.name(), commands);
  return shell === "bash" ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

/** A command of the tree. Shape: `path` is empty for the program itself. */
interface Listed {
  path: readonly string[];
  command: Command;
}

/** The innermost come first: theirs are the words where several match. */
function commandsIn(command: Command, path: readonly string[]): Listed[] {
  const inner = command.commands.flatMap((one) => commandsIn(one, [...path, one.name()]));
  return [...inner, { path, command }];
}

function flagsOf(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

/** What may stand there beside flags: the commands below, or the choices of its arguments. */
function wordsOf({ commands, registeredArguments }: Command): string[] {
  const choices = registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...commands.map((one) => one.name()), ...choices];
}

/** Where nothing is offered, the shell offers files. */
function bashScript(name: string, commands: readonly Listed[]): string {
  const offers = commands.map(({ path, command }) => {
    const flags = flagsOf(command).map(({ long }) => long);
    return `    ${started(path)}) flags="${flags.join(" ")}" words="${wordsOf(command).join(" ")}" ;;`;
  });
  return `_${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags= words=
  local before="\${COMP_WORDS[*]:1:$((COMP_CWORD - 1))} |\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
${offers.join("\n")}
  esac
  case "$before" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case "$word" in -*) words="$flags" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _${name} ${name}
`;
}

/** What follows a flag that takes a value: a case for each with choices, one for all others. */
function valueCases({ path, command }: Listed): string[] {
  const flags = flagsOf(command).filter(takesValue);
  const after = (some: readonly Option[], choices: readonly string[]) => {
    const patterns = some.map(({ long }) => `${started(path)}"|${long}"`);
    return `    ${patterns.join("|")}) flags= words="${choices.join(" ")}" ;;`;
  };
  const open = flags.filter(({ argChoices }) => argChoices === undefined);
  const chosen = flags.flatMap((flag) => (flag.argChoices ? [after([flag], flag.argChoices)] : []));
  return open.length === 0 ? chosen : [...chosen, after(open, [])];
}

/** The pattern of a line that began with this command. */
function started(path: readonly string[]): string {
  return path.length === 0 ? "*" : `"${path.join(" ")} "*`;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function fishScript(name: string, commands: readonly Listed[]): string {
  const lines = commands.toReversed().flatMap(({ path, command }) => {
    const below = command.commands.map((one) => one.name());
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const none = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(" ")}`];
    const here = `complete -c ${name} -n '${[...seen, ...none].join("; and ")}'`;
    const does = (word: string) =>
      command.commands.find((one) => one.name() === word)?.description();
    return [
      ...wordsOf(command).map((word) => `${here} -f -a ${word} -d ${quoted(does(word) ?? "")}`),
      ...flagsOf(command).map((flag) => `${here} ${fishFlag(flag)}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function fishFlag(flag: Option): string {
  const { long, argChoices = [], description } = flag;
  const values = argChoices.length > 0 ? ` -x -a '${argChoices.join(" ")}'` : " -r";
  return `-l ${long?.slice(2)}${takesValue(flag) ? values : ""} -d ${quoted(description)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
