/** The `record` command: a proxy that writes down what passes, until it is interrupted. */
import { Command } from "commander";
import { say, tell } from "../../reports/render/say.ts";
import { wholeNumber } from "../deployment/flags.ts";
import { onInterruption } from "../deployment/interruption.ts";
import type { NewLine } from "../session/writer.ts";
import { type RecordOptions, startRecording } from "./recording.ts";

const EXAMPLES = `
Examples:
  touchstone record --target http://127.0.0.1:9000
      then let clients talk to http://127.0.0.1:9100 instead, and press Ctrl-C when they are done
  touchstone record --target https://venue.example --profile venue.yaml --out incident.session.jsonl
  touchstone replay recorded.session.jsonl

Secrets become named placeholders; what is not promised stands in the header of the file and in
docs/guides/record.md.

Exit codes: 0 recorded; 2 nothing could be recorded, or the disk did not take it.`;

/** The command as the front door lists it. */
export function recordCommand(): Command {
  return new Command("record")
    .option("--target <url>", "address of the deployment")
    .option("--profile <file>", "YAML: names the actors by their keys; see docs/guides/profile.md")
    .option("--stream-url <url>", "where the stream is, if not beside the routes")
    .option("--port <n>", "port to listen on, 0 for a free one", wholeNumber, 9100)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--out <file>", "file to write", "recorded.session.jsonl")
    .option(
      "--seed <n>",
      "for replay --strict: starts the venue of the profile over from it, by its control protocol",
      wholeNumber,
    )
    .option("--serialize", "one exchange at a time: their order is then certain")
    .addHelpText("after", EXAMPLES)
    .action(async (options: RecordOptions) => {
      process.exitCode = await record(options);
    });
}

async function record(options: RecordOptions): Promise<number> {
  const recording = await startRecording(options, (line) => {
    const text = lineText(line);
    if (text !== null) say(text);
  });
  const interrupted = new Promise<null>((resolve) => {
    onInterruption(() => resolve(null));
  });
  const name = options.target ?? options.profile;
  tell(`recording ${name} to ${options.out}; clients talk to ${recording.url}`);
  if (recording.beginning !== null) tell(recording.beginning);
  if (!recording.reached) tell("the target does not answer yet; it may come up later");
  const problem = await Promise.race([interrupted, recording.broken]);
  const count = await recording.stop();
  if (problem !== null) {
    tell(`touchstone record: ${problem.message}`);
    return 2;
  }
  tell(`wrote ${options.out}: ${count} lines; touchstone replay ${options.out}`);
  return 0;
}

/** One line of text; null for frames, of which there are many. */
export function lineText(line: NewLine): string | null {
  const at = (line.at / 1_000).toFixed(3).padStart(9);
  if ("request" in line) {
    const { actor, took, request, response, failure } = line;
    const outcome = response === undefined ? (failure ?? "") : String(response.status);
    return `${at}  ${who(actor)}  ${outcome.padEnd(3)}  ${request.method} ${request.path}  ${took} ms`;
  }
  if ("open" in line) {
    const { actor, status, open, stream } = line;
    return `${at}  ${who(actor)}  ${status || "---"}  stream ${stream} at ${open.path}`;
  }
  if ("close" in line) {
    const { code, by } = line.close;
    return `${at}  ${who(null)}  ${code}  stream ${line.stream} closed by the ${by ?? "client"}`;
  }
  if (!("control" in line)) return null;
  const { control, response } = line;
  const status = response?.status ?? "---";
  return `${at}  ${who("operator")}  ${status}  ${control.method} ${control.path || "/"}`;
}

function who(actor: string | null): string {
  return (actor ?? "-").padEnd(10);
}
