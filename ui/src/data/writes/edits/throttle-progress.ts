/** What of a long write is left, from how much of it is done. */
export interface ProgressThrottle {
  onProgress: (done: number) => void;
  /** How many of them `take` was not told of. */
  remaining: () => number;
}

/**
 * Tells `take` how many more are done, a hundred times at most: each time is a
 * drawing of the table. The last are kept back, as they have to be settled, too.
 */
export function throttleProgress(total: number, take: (more: number) => void): ProgressThrottle {
  let told = 0;
  const hundredth = (done: number) => Math.floor((done * 100) / total);
  const onProgress = (done: number) => {
    if (done >= total || hundredth(done) === hundredth(told)) return;
    take(done - told);
    told = done;
  };
  return { onProgress, remaining: () => total - told };
}
