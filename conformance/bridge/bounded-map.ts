/** A map with a bound: what was put in first leaves when it is full. */
export class BoundedMap<Value> {
  readonly #most: number;
  readonly #leaves: (value: Value) => void;
  /** @bound as many values as its maker says: the first leaves; conformance/bridge/bounded-map.test.ts */
  readonly #values = new Map<string, Value>();

  /** `leaves` is told of what had to make room. */
  constructor(most: number, leaves: (value: Value) => void = () => {}) {
    this.#most = most;
    this.#leaves = leaves;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [[first, left]] = this.#values as unknown as [[string, Value]];
    this.#values.delete(first);
    this.#leaves(left);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  /** All of them, in the order they were put in. */
  get all(): Value[] {
    return [...this.#values.values()];
  }

  /** Empties it. */
  takeAll(): Value[] {
    const { all } = this;
    this.#values.clear();
    return all;
  }
}
