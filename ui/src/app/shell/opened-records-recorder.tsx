import { useEffect } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { getPersonalStore } from '@/data/home/personal-store';
import { formatRecord, parseTablePageState } from '@/data/query/page-state/table-page-state';
import { useStorageId } from '@/lib/auth/session';
import { parseRoute } from '@/lib/routes';

/** Stores which records the user opens, for the home page. Renders nothing. */
export function OpenedRecordsRecorder() {
  const id = useStorageId();
  const pathname = usePathname();
  const search = useSearch();
  useEffect(() => {
    const route = parseRoute(pathname);
    if (route.page !== 'table') return;
    const { record } = parseTablePageState(search);
    if (typeof record !== 'object') return;
    const { schema, table } = route;
    getPersonalStore(id).addOpened({ schema, table, record: formatRecord(record) });
  }, [id, pathname, search]);
  return null;
}
