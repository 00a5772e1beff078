/** The `undo` command: puts back what runs have left behind at a target. */
import { Command } from "commander";
import { say } from "../reports/render/say.ts";
import { connectTo, type Deployment, profileNamed } from "./deployment/connect.ts";
import { changeText } from "./deployment/undo/change.ts";
import { runText } from "./deployment/undo/left-behind.ts";
import { putBack } from "./deployment/undo/put-back.ts";
import { append, forget, type LeftOver, leftOvers } from "./deployment/undo/undo-file.ts";
import { UsageError } from "./deployment/usage-error.ts";

const EXAMPLES = `
Examples:
  touchstone undo --profile staging.yaml    what an interrupted run left: kill switch, feed, gates, orders, keys
  touchstone undo --target http://127.0.0.1:9000

A run on an address writes down what it switches, and where its agents place orders, before it does.
What it puts back is struck out. A run that is killed leaves the rest, and the next run says so.

Exit codes: 0 nothing is left; 1 something could not be put back; 2 nothing could be tried.`;

/** The flags of `touchstone undo`. */
interface UndoFlags {
  target?: string;
  profile?: string;
}

/** The command as the front door lists it. */
export function undoCommand(): Command {
  return new Command("undo")
    .option("--target <url>", "address of the deployment")
    .option("--profile <file>", "YAML: the profile that the run was given")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: UndoFlags) => {
      process.exitCode = await undo(flags);
    });
}

async function undo(flags: UndoFlags): Promise<number> {
  const profile = await profileNamed(flags);
  if (profile === null) throw new UsageError("give --profile or --target: whose runs are undone");
  const left = leftOvers(profile.baseUrl);
  if (left.length === 0) {
    say(`nothing is left of earlier runs on ${profile.baseUrl}`);
    return 0;
  }
  const deployment = await connectTo(profile);
  try {
    let wasWhole = true;
    for (const one of left) wasWhole = (await undoOne(one, deployment)) && wasWhole;
    return wasWhole ? 0 : 1;
  } finally {
    await deployment.close();
  }
}

/** The last change first; whether all of it is put back. */
async function undoOne(left: LeftOver, deployment: Deployment): Promise<boolean> {
  say(`of ${runText(left)}:`);
  let stays = 0;
  // A frozen venue takes no order that would trade a position back.
  const inTurn = left.changes.toReversed().toSorted((a, b) => rank(a.what) - rank(b.what));
  for (const change of inTurn) {
    const why = await putBack(change, deployment);
    if (why === null) append(left.file, { undone: change });
    else stays += 1;
    const said = why === null ? "put back" : `NOT put back: ${why}`;
    say(`  ${changeText(change)}: ${said}`);
  }
  if (stays === 0) forget(left.file);
  return stays === 0;
}

const rank = (what: string): number => ["switch", "orders", "key"].indexOf(what);
