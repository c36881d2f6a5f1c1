/** Delays before each retry while the backend fails, in milliseconds; the last one repeats. */
const retryDelays = [2_000, 4_000, 8_000, 15_000, 30_000];

/** Delay before the outbox checks again what another page is sending, in milliseconds. */
const recheckDelay = 3_000;

/** Calls a function after a delay. A new schedule replaces the previous schedule. */
export class RetryTimer {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failureCount = 0;
  #isStopped = false;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Allows schedules again after `stop`. */
  start(): void {
    this.#isStopped = false;
  }

  /** Cancels the scheduled call. Later schedules do nothing until `start`. */
  stop(): void {
    this.#isStopped = true;
    this.cancel();
  }

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Schedules a retry after a failure, with increasing delays. */
  scheduleRetry(): void {
    this.#schedule(retryDelays[Math.min(this.#failureCount, retryDelays.length - 1)] ?? 0);
    this.#failureCount += 1;
  }

  /** Schedules a check of what another page is sending. */
  scheduleRecheck(): void {
    this.#schedule(recheckDelay);
  }

  /** Restarts the delays of retries, after a success. */
  reset(): void {
    this.#failureCount = 0;
  }

  /** Cancels the scheduled call. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Schedules the call in `delay` ms, in place of a scheduled call. Does nothing after `stop`. */
  #schedule(delay: number): void {
    this.cancel();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, delay);
  }
}
