/** Input the user can mend: one line that names the place and the fix; exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
