import { useQueries } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { usePersonalSettings } from '@/data/home/personal-store';
import { parseTablePageState } from '@/data/query/page-state/table-page-state';
import { referenceQuery } from '@/data/relations/references';
import { getRowHeading } from '@/data/titles/row-titles';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { TableIcon } from '@/table/table-icon';
import type { PaletteEntry } from './palette/palette.utils';
import { shellMessages } from './shell-messages';

/** Maximum number of records that the palette lists before the user types. */
const maxRecent = 5;

/** Returns the palette entries of the records that the user opened last, and can still read. */
export function useRecentEntries(): readonly PaletteEntry[] {
  const schema = useSchema();
  const [, navigate] = useLocation();
  const opened = usePersonalSettings(useStorageId())
    .opened.slice(0, maxRecent)
    .flatMap(({ schema: name, table: tableName, record }) => {
      const table = findTable(schema, name, tableName);
      const { record: key } = parseTablePageState(new URLSearchParams({ record }).toString());
      return table?.privileges.select && typeof key === 'object' ? { table, record, key } : [];
    });
  const rows = useQueries({ queries: opened.map(({ table, key }) => referenceQuery(table, key)) });
  return opened.flatMap(({ table, record }, i): PaletteEntry | [] => {
    const row = rows[i]?.data?.row;
    if (!row) return [];
    return {
      id: ['recent', table.schema, table.name, record].join(' '),
      group: shellMessages.palette.groups.recent,
      label: getRowHeading(table, row),
      icon: <TableIcon table={table} />,
      note: table.title,
      run: () => navigate(hrefs.record(table.schema, table.name, record)),
    };
  });
}
