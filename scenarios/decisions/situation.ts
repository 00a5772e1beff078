/** What a decision may depend on beside the route: each a name, and how a replay tells it. */

/** What is known of an exchange whose statuses differ. */
export interface StatusFacts {
  route: string;
  recorded: number;
  live: number;
  query: Record<string, string>;
  /** The recorded answer's code. */
  code: string | null;
  hasCredentials: boolean;
  /** What the request is about was over before: an order done, a key revoked. */
  isOver: boolean;
}

/** The situations that decisions name. */
export type Situation =
  | "over"
  | "scopeRefusal"
  | "csrfRefusal"
  | "anonymous"
  | "filtered"
  | "notForbidden";

/** Whether an exchange is in such a situation. */
export const IS_IN: Readonly<Record<Situation, (facts: StatusFacts) => boolean>> = {
  /** What the request is about was over before. */
  over: ({ isOver }) => isOver,
  scopeRefusal: ({ code }) => /SCOPE/.test(code ?? ""),
  csrfRefusal: ({ code }) => /CSRF/.test(code ?? ""),
  /** Without credentials, or served in spite of them. */
  anonymous: ({ hasCredentials, live }) => !hasCredentials || live < 400,
  /** With parameters in its query. */
  filtered: ({ query }) => Object.keys(query).length > 0,
  /** Not known to be somebody else's: nothing has this id. */
  notForbidden: ({ code }) => code !== "FORBIDDEN",
};
