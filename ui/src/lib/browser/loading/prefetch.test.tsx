import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

/** A load whose end the test decides. */
function createLoad() {
  let resolve = () => {};
  const loaded = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { load: vi.fn(() => loaded), resolve };
}

/** Waits until the browser has painted and was idle. */
const waitForIdle = () => new Promise((resolve) => setTimeout(resolve, 300));

let prefetch: typeof import('./prefetch');

beforeEach(async () => {
  vi.resetModules();
  performance.clearMarks();
  prefetch = await import('./prefetch');
});

function Content({ isLoading }: { isLoading: boolean }) {
  prefetch.usePrefetchBlock(isLoading);
  return null;
}

test('queued code is loaded once, after the start', async () => {
  const [first, second] = [createLoad(), createLoad()];
  prefetch.prefetchWhenIdle(first.load);
  prefetch.prefetchWhenIdle(second.load);
  await waitForIdle();
  expect(first.load).not.toHaveBeenCalled();
  prefetch.startPrefetch();
  await vi.waitFor(() => expect(second.load).toHaveBeenCalledOnce());
  expect(performance.getEntriesByName('tableside-code-loaded')).toHaveLength(0);
  first.resolve();
  second.resolve();
  await vi.waitFor(() => expect(performance.getEntriesByName('tableside-code-loaded')).toHaveLength(1));
  window.dispatchEvent(new Event('online'));
  await waitForIdle();
  expect(first.load).toHaveBeenCalledOnce();
});

test('no code is loaded while a component loads its first content', async () => {
  const { load } = createLoad();
  prefetch.prefetchWhenIdle(load);
  const { rerender } = render(<Content isLoading />);
  prefetch.startPrefetch();
  await waitForIdle();
  expect(load).not.toHaveBeenCalled();
  rerender(<Content isLoading={false} />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
});

test('code that could not be loaded is loaded again when the connection is back', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  prefetch.prefetchWhenIdle(load);
  prefetch.startPrefetch();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await waitForIdle();
  expect(load).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});
