/** Reads YAML that somebody wrote: what is none is told with file and line. */
import { parse, YAMLParseError } from "yaml";
import { UsageError } from "./usage-error.ts";
import { deepLineOf, TOO_DEEP } from "./yaml-depth.ts";

/** The value of a text; `file` is what errors call it. Errors: UsageError for what is no YAML. */
export function yamlIn(file: string, text: string): unknown {
  const deep = deepLineOf(text);
  if (deep !== null) throw new UsageError(`${file}:${deep}: ${TOO_DEEP}`);
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    const [why] = (error as Error).message.split("\n");
    throw new UsageError(`${file}:${line ?? 1}: not YAML; ${why}`);
  }
}
