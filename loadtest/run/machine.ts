/** The machine the generator runs on. */
import { arch, availableParallelism, platform, release } from "node:os";

/** Shape: as reports tell it. */
export function machine(): { cores: number; platform: string } {
  return { cores: availableParallelism(), platform: `${platform()} ${release()} ${arch()}` };
}
