/** The period over which the rate is measured, in milliseconds. */
const windowLength = 8_000;

/** Measures the speed of transfers. */
export class TransferRate {
  #samples: { at: number; bytes: number }[] = [];

  /** Adds bytes that were sent at a time, in milliseconds. */
  add(bytes: number, at: number) {
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < windowLength), { at, bytes }];
  }

  /** Returns the average of the last seconds; 0 if nothing was sent, or only at one time. */
  getBytesPerSecond(now: number): number {
    const recent = this.#samples.filter((sample) => now - sample.at < windowLength);
    const [first] = recent;
    if (!first || now - first.at < 500) return 0;
    const bytes = recent.slice(1).reduce((sum, sample) => sum + sample.bytes, 0);
    return (bytes * 1000) / (now - first.at);
  }
}
