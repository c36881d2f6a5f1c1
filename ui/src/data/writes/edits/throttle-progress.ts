/**
 * Returns a function that passes progress on at most once per percent, because
 * components render for each report.
 */
export function throttleProgress(total: number, report: (done: number) => void): (done: number) => void {
  let reported = 0;
  return (done) => {
    const percent = Math.floor((done * 100) / total);
    if (percent === reported) return;
    reported = percent;
    report(done);
  };
}
