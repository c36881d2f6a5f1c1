import { makePreloadable } from '@/lib/browser/lazy-loading';

/** A table's page with the grid. */
export const preloadableTablePage = makePreloadable(async () => (await import('./table')).TablePage);
