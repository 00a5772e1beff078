/** What the terminal says of a recorded line. */
import type { NewLine } from "../session/writer.ts";

/** One line of text; null for frames, of which there are many. */
export function told(line: NewLine): string | null {
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
