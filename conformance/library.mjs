// What `import … from "touchstone"` loads: TypeScript sources as they are, for this import alone.
import { tsImport } from "tsx/esm/api";

const library = await tsImport("./library.ts", import.meta.url);
export const { anyOf, conform, either, is, must, newFailures, open, that, UsageError, verdictOf } =
  library;
