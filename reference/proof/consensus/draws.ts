/** The survey's chance: MT19937 words, made into numbers in the ways that its methodology names. */
import { mersenne } from "pure-rand/generator/mersenne";

/** A word is 32 bits; a real takes 27 of one and 26 of the next. */
const LOW_SPAN = 2 ** 26;
const REAL_SPAN = 2 ** 53;
/** Stands for zero, which has no logarithm. */
const LEAST = 1e-300;

/** One sequence of draws. Shape: who draws in another order gets other numbers ever after. */
export class Draws {
  private readonly words: ReturnType<typeof mersenne>;

  constructor(seed: number) {
    this.words = mersenne(seed);
  }

  /** A real from 0, below 1. */
  real(): number {
    const high = this.words.next() >>> 5;
    const low = this.words.next() >>> 6;
    return (high * LOW_SPAN + low) / REAL_SPAN;
  }

  /** True for this share of all draws. */
  chance(share: number): boolean {
    return this.real() < share;
  }

  /** An integer from 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.real() * end);
  }

  /** Standard normal, by the cosine of Box and Muller. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(Math.max(this.real(), LEAST)));
    return radius * Math.cos(2 * Math.PI * this.real());
  }

  /** Passes over a draw whose value decides nothing here. */
  skip(): void {
    this.words.next();
    this.words.next();
  }
}
