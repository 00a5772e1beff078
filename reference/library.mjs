// What `import … from "touchstone/reference"` loads: TypeScript sources as they are, for it alone.
import { tsImport } from "tsx/esm/api";

export const { startReference } = await tsImport("./index.ts", import.meta.url);
