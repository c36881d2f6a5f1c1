/** Returns the CPU time in milliseconds of the longest task of a page's main thread. */
export function findLongestTask({ traceEvents }) {
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000));
}

/** Prints the functions of a CPU profile with the most time of their own. */
export function printProfile({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map();
  samples.forEach((id, i) => {
    const { functionName, url, lineNumber, columnNumber } = frames.get(id);
    const name = `${functionName || '(anonymous)'} ${url.split('/').pop()}:${lineNumber}:${columnNumber}`;
    times.set(name, (times.get(name) ?? 0) + timeDeltas[i] / 1000);
  });
  for (const [name, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, 25))
    console.log(`${time.toFixed(1).padStart(10)} ms  ${name}`);
}
