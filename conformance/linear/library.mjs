// What `import … from "touchstone/linear"` loads: TypeScript sources as they are, for it alone.
import { tsImport } from "tsx/esm/api";

export const { checkLinear, timeline } = await tsImport("./index.ts", import.meta.url);
