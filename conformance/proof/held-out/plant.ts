/** Puts several defects into one copy. */
import type { Copy } from "../../../scenarios/proof/copy.ts";
import type { HeldOutDefect } from "./defect.ts";

/** Plants them beside each other, and returns what takes all of them out again. */
export function plantAll(copy: Copy, defects: readonly HeldOutDefect[]): () => void {
  const planted = defects.map((defect) => copy.plant(defect));
  return () => {
    for (const takeOut of planted.reverse()) takeOut();
  };
}
