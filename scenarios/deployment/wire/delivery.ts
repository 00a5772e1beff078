/** An answer as it comes in: its parts gathered, bounded, and whole within its time. */
import type { Dispatcher } from "undici";
import { TooLarge } from "./transport.ts";

/**
 * The body of one answer.
 * @bound {BODY_BYTES_MAX} bytes: the answer is not read on, the exchange fails; scenarios/deployment/wire/client.test.ts
 */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

/** An answer as it came. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Who waits for an answer. */
interface Waiter {
  resolve(answer: RawAnswer): void;
  reject(error: unknown): void;
}

/** Takes one answer from undici without a stream of its own; the first end it comes to stays. */
export class Delivery implements Dispatcher.DispatchHandler {
  readonly #waiter: Waiter;
  #controller: Dispatcher.DispatchController | null = null;
  #end: Error | null = null;
  #isOver = false;
  #status = 0;
  #headers: RawAnswer["headers"] = {};
  /** @bound {BODY_BYTES_MAX} bytes: the connection is cut; scenarios/deployment/wire/client.test.ts */
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(waiter: Waiter) {
    this.#waiter = waiter;
  }

  /** Gives the answer up, wherever it is. */
  giveUp(why: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end = why;
    this.#controller?.abort(why);
    this.#waiter.reject(why);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#end !== null) controller.abort(this.#end);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: RawAnswer["headers"],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > BODY_BYTES_MAX) this.giveUp(new TooLarge(BODY_BYTES_MAX));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const [only] = this.#chunks;
    const bytes = this.#chunks.length === 1 ? only! : Buffer.concat(this.#chunks);
    this.#waiter.resolve({ status: this.#status, headers: this.#headers, text: bytes.toString() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiter.reject(error);
  }
}
