/** Delays before each retry while the backend fails, in milliseconds; the last one repeats. */
const retryDelays = [2_000, 4_000, 8_000, 15_000, 30_000];

/** Delay before the outbox checks again what another page is sending, in milliseconds. */
const recheckDelay = 3_000;

/** Calls a function later: only once, however often it is scheduled. */
export class RetryTimer {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failureCount = 0;
  #isStopped = false;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Allows calls again after `stop`. */
  start(): void {
    this.#isStopped = false;
  }

  /** Cancels the scheduled call and ignores later ones. */
  stop(): void {
    this.#isStopped = true;
    this.cancel();
  }

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Schedules a retry after a failure: each one later than the one before. */
  scheduleRetry(): void {
    this.#schedule(retryDelays[Math.min(this.#failureCount, retryDelays.length - 1)] ?? 0);
    this.#failureCount += 1;
  }

  /** Schedules a check of what another page is sending. */
  scheduleRecheck(): void {
    this.#schedule(recheckDelay);
  }

  /** Restarts the delays, after a success. */
  reset(): void {
    this.#failureCount = 0;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(delay: number): void {
    this.cancel();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, delay);
  }
}
