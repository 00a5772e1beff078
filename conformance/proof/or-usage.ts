/** The flags of a script of the project, or its usage. */

/**
 * What `read` makes of the command line; else the usage is shown and the process ends: with 0 for
 * --help, with 2 for what `read` throws.
 */
export function orUsage<F>(read: (args: readonly string[]) => F | "help", usage: string): F {
  try {
    const flags = read(process.argv.slice(2));
    if (flags !== "help") return flags;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}
