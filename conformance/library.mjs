// What `import … from "touchstone"` loads: TypeScript sources as they are, for this import alone.
import { tsImport } from "tsx/esm/api";

const library = await tsImport("./library.ts", import.meta.url);
export const { conform, newFailures, UsageError, verdictOf } = library;
