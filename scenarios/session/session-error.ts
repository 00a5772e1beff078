/** What is wrong with a session file. */
import { UsageError } from "../deployment/usage-error.ts";

/** A session file that cannot be read; the message names file, line and what is wrong there. */
export class SessionError extends UsageError {
  override readonly name = "SessionError";
}

/** A line that nobody can parse. Shape: `place` names file and line. */
export function noObject(place: string): SessionError {
  return new SessionError(`${place}: is not a JSON object`);
}
