import { useLocation } from 'wouter';
import {
  type RecordSearch,
  type SearchedRecord,
  useRecordSearch,
} from '@/features/filters/use-record-search';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { TableIcon } from '@/table/table-icon';
import type { PaletteEntry } from './palette/palette.utils';
import { sortByMatch } from './palette/palette.utils';
import { shellMessages } from './shell-messages';

/** Maximum number of records per table in the list. A longer text narrows them. */
const maxPerTable = 5;

/** Returns the palette entries of the records that match a text: the best matches of each table. */
export function useRecordEntries(
  tables: readonly Table[],
  text: string,
): Omit<RecordSearch, 'records'> & { entries: readonly PaletteEntry[] } {
  const [, navigate] = useLocation();
  const { records, pending, failed } = useRecordSearch(tables, text);
  const toEntry = ({ table, record, heading, detail, texts, isCurrent }: SearchedRecord): PaletteEntry => ({
    id: ['record', table.schema, table.name, record].join(' '),
    group: shellMessages.palette.groups.records,
    label: heading,
    keywords: texts,
    // A record of the previous text must contain the current one: Enter would open it.
    isFound: isCurrent,
    icon: <TableIcon table={table} />,
    detail,
    note: table.title,
    run: () => navigate(hrefs.record(table.schema, table.name, record)),
  });
  const entries = tables.flatMap((table) => {
    const matches = records.filter((record) => record.table === table).map(toEntry);
    return sortByMatch(matches, text).slice(0, maxPerTable);
  });
  return { entries, pending, failed };
}
