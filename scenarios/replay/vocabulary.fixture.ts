/** A vocabulary for tests of what is said again and heard: it knows nothing but what it is given. */
import { Bindings } from "./bindings.ts";
import type { Vocabulary } from "./rewrite.ts";
import { SaidSecrets } from "./said-secrets.ts";

const NOTHING_KNOWN = { secretOf: () => undefined, isCredential: () => false, learn: () => {} };

export function vocabulary(given: Partial<Vocabulary> = {}): Vocabulary {
  return {
    ...{ bindings: new Bindings(), secrets: new SaidSecrets(NOTHING_KNOWN, "run"), cookie: null },
    clientId: (id) => id,
    shiftMs: null,
    boundInText: () => {},
    ...given,
  };
}
