/** Which of the packages that few need are there. */

/** Whether a package can be loaded from here. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
