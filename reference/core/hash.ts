/** A cheap running hash over integers: two 32-bit lanes, so that every command can afford it. */

/** Shape: depends on the order of what is mixed in; integers count modulo 2^32. */
export class RunningHash {
  private high = 0x6a09e667 | 0;
  private low = 0xbb67ae85 | 0;

  /** Mixes one integer in. */
  mix(value: number): void {
    const high = Math.imul(this.high ^ value, 0x85ebca6b);
    const low = Math.imul(this.low + value, 0xc2b2ae35);
    this.high = high ^ (low >>> 15);
    this.low = low ^ (high >>> 13);
  }

  /** Where it stands: both lanes, to go on from with `resume`. */
  lanes(): [high: number, low: number] {
    return [this.high, this.low];
  }

  /** Goes on from where another one stood. */
  resume([high, low]: readonly [high: number, low: number]): void {
    this.high = high;
    this.low = low;
  }

  /** Sixteen hexadecimal digits. */
  text(): string {
    return hex(this.high) + hex(this.low);
  }
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, "0");
}
