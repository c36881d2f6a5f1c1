import { preloadable } from '@/lib/browser/loading/lazy-loading';

/** A table's page with the grid. */
export const LazyTablePage = preloadable(async () => (await import('@/app/table')).TablePage);
