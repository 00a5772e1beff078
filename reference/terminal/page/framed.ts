/** Values that change often and are shown at most once a frame. */
import { batch, type Signal, signal } from "@preact/signals";

/**
 * Those that changed since the last frame.
 * @bound values of the page: each is in it once; reference/terminal/trading.test.ts
 */
const changed = new Set<Framed<unknown>>();
let isAsked = false;

/** What has been shown so far, for who measures it. */
const shown = { frames: 0, changes: 0 };

/** A value that is changed in place and read by what shows it. */
export class Framed<T> {
  value: T;
  readonly #version: Signal<number> = signal(0);

  constructor(value: T) {
    this.value = value;
  }

  /** The value; what reads it while it is drawn is drawn again after a change. */
  read(): T {
    void this.#version.value;
    return this.value;
  }

  /** Puts another value in its place. */
  set(value: T): void {
    this.value = value;
    this.touch();
  }

  /** Tells that the value was changed in place. */
  touch(): void {
    shown.changes++;
    changed.add(this);
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(show);
  }

  /** Has it drawn. */
  show(): void {
    this.#version.value++;
  }
}

function show(): void {
  isAsked = false;
  shown.frames++;
  const all = [...changed];
  changed.clear();
  batch(() => {
    for (const one of all) one.show();
  });
}
