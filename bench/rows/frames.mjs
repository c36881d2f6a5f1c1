/**
 * Counts the frames of a page that were presented or dropped during `work`, from
 * Chromium's trace. requestAnimationFrame counts only the main thread's frames, also
 * those that showed a scrolled grid without its new rows.
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
      // The frame showed the compositor's updates, but the main thread's updates were too late for it.
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

/** Returns the process id of the page: the renderer with the most frames. Others draw the interface of the browser. */
function busiestRenderer(events, reports) {
  const named = events.filter(({ name, args }) => name === 'process_name' && args?.name === 'Renderer');
  const reported = (pid) => reports.filter((report) => report.pid === pid).length;
  return named.map(({ pid }) => pid).toSorted((a, b) => reported(b) - reported(a))[0];
}
