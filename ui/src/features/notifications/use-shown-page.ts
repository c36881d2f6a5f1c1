import { useMemo, useSyncExternalStore } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { formatRecord, parseTablePageState } from '@/data/query/page-state/table-page-state';
import { normalizeViewQuery } from '@/data/saved-views/saved-views.utils';
import { parseRoute } from '@/lib/routes';

/** The record or view that the user sees at the moment. */
export interface ShownPage {
  /** Whether a record or view is shown. Nothing is shown while the page is hidden. */
  shows: (of: { schema: string; table: string; query: string }) => boolean;
}

/** Returns the record in the query string of a table's page, as the query string contains it; undefined if none is open. */
export function recordOf(query: string): string | undefined {
  const { record } = parseTablePageState(query);
  return Array.isArray(record) ? formatRecord(record) : undefined;
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Returns what the page shows. */
export function useShownPage(): ShownPage {
  const pathname = usePathname();
  const search = useSearch();
  const isHidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden);
  return useMemo(() => {
    const route = parseRoute(pathname);
    const record = recordOf(search);
    const view = normalizeViewQuery(search);
    return {
      shows: ({ schema, table, query }) => {
        if (isHidden || route.page !== 'table' || route.schema !== schema || route.table !== table)
          return false;
        const followed = recordOf(query);
        return followed === undefined ? view === normalizeViewQuery(query) : record === followed;
      },
    };
  }, [pathname, search, isHidden]);
}
