/**
 * What became of a page's frames while something ran, from Chromium's own trace:
 * requestAnimationFrame counts the main thread's frames only, and calls a frame
 * fine that showed a scrolled but unpainted grid.
 */
export async function traceFrames(browser, page, work) {
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] });
  await work();
  const trace = await browser.stopTracing();
  return countFrames(JSON.parse(trace.toString()).traceEvents);
}

function countFrames(events) {
  const frames = { presented: 0, partial: 0, dropped: 0 };
  const reports = events.filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b');
  const page = busiestRenderer(events, reports);
  for (const { pid, args } of reports) {
    if (pid !== page) continue;
    const report = args?.chrome_frame_reporter ?? args?.frame_reporter;
    switch (report?.state) {
      case 'STATE_PRESENTED_ALL':
        frames.presented += 1;
        break;
      // What the compositor could do was shown, what the main thread had to do came too late.
      case 'STATE_PRESENTED_PARTIAL':
        frames.partial += 1;
        break;
      case 'STATE_DROPPED':
        frames.dropped += 1;
        break;
    }
  }
  return frames;
}

/** The process of the page: the browser's own interface is drawn by others. */
function busiestRenderer(events, reports) {
  const named = events.filter(({ name, args }) => name === 'process_name' && args?.name === 'Renderer');
  const reported = (pid) => reports.filter((report) => report.pid === pid).length;
  return named.map(({ pid }) => pid).toSorted((a, b) => reported(b) - reported(a))[0];
}
